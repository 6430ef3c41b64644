"""Samurai Spirit: a value learned by self-play. `python -m training.samurai_spirit --help`"""
