"""Tracking: from what sensors saw to what hands did, and the way back to a position that the board has lost."""
