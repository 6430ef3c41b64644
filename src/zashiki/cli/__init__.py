"""The commands of Zashiki."""
