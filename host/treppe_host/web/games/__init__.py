"""The pages of stored games."""
