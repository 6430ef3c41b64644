"""What players of any game share: search over choices and chance, and how long it may take."""
