"""What comes in: who asks, from where, what the address and the form say, and how often that is allowed."""
