"""A browser restarts nothing."""


class Watchdog:
    """Watches nothing."""
