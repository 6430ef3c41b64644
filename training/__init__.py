"""How the nets of the games were made. Beside the rules this needs numpy and torch alone."""
