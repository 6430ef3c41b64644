"""The rules of 7 Ronin: all that runs in a search, and nothing else."""
