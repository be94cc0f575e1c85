"""The simulated board: the physical world in numbers, and simulated electronics under the real firmware."""
