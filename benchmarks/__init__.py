"""What only measures. It runs from a checkout (`./zashiki bench`) and is no part of the installed program."""
