"""The rulebooks of the games: their text as pages, and a search that answers questions."""
