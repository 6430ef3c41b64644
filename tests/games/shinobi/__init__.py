"""Shinobi: War of Clans, rule by rule."""
