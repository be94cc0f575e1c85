"""The pages of a board's sensors and of its doctor."""
