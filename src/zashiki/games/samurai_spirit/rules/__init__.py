"""All that runs in a search, and nothing else: compiles with mypyc."""
