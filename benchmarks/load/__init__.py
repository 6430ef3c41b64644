"""How many moves a second a server carries, and what each of them costs: ours beside a bare relay and another program for board games."""
