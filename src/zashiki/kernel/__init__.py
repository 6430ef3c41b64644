"""What every game keeps to: the contract, messages, options, records and the registry. No I/O, no clock, no random."""
