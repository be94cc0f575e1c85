"""Errors of simulated boards; each text says all that a user needs."""


class SimulationError(Exception):
    """The simulated board cannot do its work."""


class BoardDied(SimulationError):
    """The firmware's process ended by itself; the text has its last words."""


class BoardHangs(SimulationError):
    """The firmware has not slept for half a minute."""
