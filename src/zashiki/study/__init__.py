"""Studies of the games: many games at once, and how fast they are played."""
