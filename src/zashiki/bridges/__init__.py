"""The games behind the interfaces that researchers know. Each module needs its own extra: see docs/research.md.

A bridge is made from the contract alone: a game of another package goes over it as ours do.
"""
