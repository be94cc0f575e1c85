"""What can be wrong with a simulated board; each error's text says all that a user needs."""


class SimulationError(Exception):
    """The simulated board cannot do its work."""


class BoardDied(SimulationError):
    """The firmware's process ended by itself; the text has its last words."""


class BoardHangs(SimulationError):
    """The firmware has not slept for half a minute."""
