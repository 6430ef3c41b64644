"""Samurai Spirit: rules, odds, words, drawing and bot."""
