"""The rules of 7 Ronin: all that runs in a search, and nothing else. Interpreted, or compiled by mypyc."""

from zashiki.compiling.loading import rules_path

__path__ = rules_path(__name__, __path__)
