"""The physical world in numbers, and a Pico of paper: simulated electronics under the real firmware."""
