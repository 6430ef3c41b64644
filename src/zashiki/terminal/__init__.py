"""Play, replay, simulate and time the games in a terminal."""
