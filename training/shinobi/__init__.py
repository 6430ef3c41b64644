"""How the net of Shinobi was made."""
