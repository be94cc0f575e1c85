"""The trial of one weighing cell on the bench: it finds the parameters of the cell's model."""
