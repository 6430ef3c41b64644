"""What if: other choices at a moment of a finished game, answered by bots and by chance, kept as a tree."""
