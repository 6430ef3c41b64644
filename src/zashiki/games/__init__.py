"""One folder a game: rules, board data, words, drawing and bot knowledge. Reach a game with `zashiki.game(name)`."""
