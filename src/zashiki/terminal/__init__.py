"""Play and replay the games in a terminal, and how a program speaks there."""
