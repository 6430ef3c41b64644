"""The rules of a game as machine code: made from their Python source by mypyc and a C compiler, and used while they fit it.

It imports nothing of Zashiki, so that the build of a wheel and a bare machine can use it on its own.
"""
