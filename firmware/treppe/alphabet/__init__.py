"""The alphabet: constants that board, host and simulation share, each once."""
