"""What can be wrong with a simulated board; each error's text says all that a user needs."""


class SimulationError(Exception):
    """The simulated board cannot do its work."""
