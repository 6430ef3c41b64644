"""How the net of 7 Ronin was made."""
