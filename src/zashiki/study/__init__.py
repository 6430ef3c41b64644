"""Studies of the games: many games at once, who wins, where a game was lost, and what was played before."""
