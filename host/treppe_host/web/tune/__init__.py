"""The pages for sensors and for the state of a board."""
