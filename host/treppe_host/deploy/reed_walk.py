"""Stage 6 of the build guide: the user puts one piece on each field, until every reed has closed and opened once."""

from types import ModuleType

from treppe.sensing.kinds import kind_of


class ReedWalk:
    """The reeds that have closed, and opened again afterwards."""

    def __init__(self, surface: ModuleType):
        self._surface = surface
        self._kind = kind_of(surface)
        self.closed: set[int] = set()
        self.done: set[int] = set()

    def see(self, frame: bytes) -> None:
        """Take a frame of the chain."""
        for place, channel in enumerate(self._surface.CHANNELS):
            if self._kind.reading(frame, channel):
                self.closed.add(place)
            elif place in self.closed:
                self.done.add(place)

    @property
    def missing(self) -> list[str]:
        """The names of the fields whose reeds have not both closed and opened."""
        return [name for place, name in enumerate(self._surface.NAMES) if place not in self.done]

    def picture(self) -> str:
        """Return the board as text with coordinates, the far row first: fields missing, closed now, done."""
        surface = self._surface
        rows: dict[str, list[int]] = {}
        for place in sorted(range(surface.FIELDS), key=lambda place: (-surface.Y_MM10[place], surface.X_MM10[place])):
            rows.setdefault(surface.NAMES[place][1:], []).append(place)
        lines = [f"{row:>2} " + " ".join(map(self._sign, places)) for row, places in rows.items()]
        columns = [surface.NAMES[place][0] for place in next(iter(rows.values()))]
        return "\n".join([*lines, "   " + " ".join(columns)])

    def _sign(self, place: int) -> str:
        return "●" if place in self.done else "○" if place in self.closed else "·"
