"""The memory of a tower surface in a browser, for as long as the page is open."""

_kept = {}


class SurfaceMemory:
    """Two copies of a record of a kind."""

    def __init__(self, _bus, kind="calibration"):
        self._copies = _kept.setdefault(kind, [b"", b""])

    def copies(self):
        """Return the records that there are."""
        return [copy for copy in self._copies if copy]

    def write(self, number, record):
        """Replace a copy, step by step as the chip would."""
        self._copies[number] = bytes(record)
        yield
