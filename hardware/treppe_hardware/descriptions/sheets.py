"""`hardware/sheets.toml`: papers, and the sizes of things cut from them, and of the sewn bag."""

from dataclasses import dataclass
from pathlib import Path

from treppe.games.host import printed

from treppe_hardware.descriptions.components import Part
from treppe_hardware.descriptions.source import Source

SIZE_OF = {
    "card": (printed.SHIFT, printed.PASS, printed.SWAP, printed.DEPENDENCE, printed.OVERVIEW),
    "disc": (printed.POINT,),
    "screen": (printed.SCREEN,),
    "tile": (
        *(printed.TAKE, printed.MOVE, printed.ANYWHERE, printed.CLIMB),
        *(printed.NEW_HAND, printed.COLOURS, printed.ONE_COLOUR, printed.STRAIGHT),
        *(printed.ONE_LEVEL, printed.STEPS_UP, printed.HIGHEST),
    ),
}


@dataclass(frozen=True, slots=True)
class Size:
    """A thing to cut out, in mm; `border` stays white, `wing` is folded back on either side.

    `part` is what is made or bought for it.
    """

    name: str
    part: str
    width: float
    height: float
    corner: float
    border: float
    wing: float = 0.0

    @property
    def is_round(self) -> bool:
        """Whether it is a disc."""
        return 2 * self.corner >= self.width


@dataclass(frozen=True, slots=True)
class Bag:
    """A bag of two pieces of cloth, in mm, finished and flat; the tunnel for the cord is above its height."""

    part: str
    width: float
    height: float
    seam: float
    tunnel: float
    cord: float


@dataclass(frozen=True, slots=True)
class Sizes:
    """All of the file: papers by name (width, height), sizes of what is cut out, the bag, and the parts of these."""

    margin: float
    gap: float
    papers: dict[str, tuple[float, float]]
    card: Size
    tile: Size
    disc: Size
    screen: Size
    bag: Bag
    parts: dict[str, Part]

    @property
    def kinds(self) -> dict[str, Size]:
        """The sizes by the kind of what is printed."""
        return {kind: getattr(self, name) for name, kinds in SIZE_OF.items() for kind in kinds}

    def part(self, kind: str) -> Part:
        """Return the part to make or buy for a kind of printed thing, or for the bag."""
        return self.parts[self.kinds.get(kind, self.bag).part]


def read_sizes(path: Path, parts: dict[str, Part]) -> Sizes:
    """Return the sizes in the file; raise InvalidDescription."""
    source = Source(path)
    sizes = source.build(Sizes, source.table, parts=parts)
    for name in (*SIZE_OF, "bag"):
        source.check_choice(getattr(sizes, name).part, parts, name)
    for name in SIZE_OF:
        size = getattr(sizes, name)
        for paper, sides in sizes.papers.items():
            room = sorted(side - 2 * sizes.margin for side in sides)
            if any(own > side for own, side in zip(sorted((size.width, size.height)), room, strict=True)):
                own, most = f"{size.width:g} x {size.height:g}", f"{room[0]:g} x {room[1]:g}"
                raise source.refuse(
                    f"{own} mm is larger than {paper} within its margins: at most {most} mm", name, "width"
                )
    return sizes
