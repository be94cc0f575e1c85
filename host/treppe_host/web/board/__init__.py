"""The page of one board."""
