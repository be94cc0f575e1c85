"""The page: the board as it stands and shines, hands for the simulated one, the game beside it."""
