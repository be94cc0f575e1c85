"""The mechanical parts: their measures, what can be computed of them, and (with the extra `parts`) their models."""
