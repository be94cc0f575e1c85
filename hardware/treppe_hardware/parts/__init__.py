"""The mechanical parts: their measures, computed properties, and (with the extra `parts`) models."""
