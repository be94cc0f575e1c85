"""Tables for terminals of any width: columns give way before an id or a name is cut."""

from collections.abc import Sequence
from typing import Any

from rich.console import Console, ConsoleOptions, RenderResult
from rich.measure import Measurement
from rich.padding import Padding
from rich.table import Column, Table
from rich.text import Text

_LEAST = 10  # letters in which words are folded, rather than a column left out
_GAP = 2
_WIDE = 10_000
_SIDE_BY_SIDE = 40  # letters of a terminal


class NarrowTable(Table):
    """A table without lines. Where it is too wide, columns go by title in the order of `goes`; the rest folds."""

    def __init__(self, *titles: str, goes: Sequence[str] = (), show_header: bool = True):
        super().__init__(box=None, pad_edge=False, show_header=show_header)
        self._goes = goes
        for title in titles:
            self.add_column(title)

    def add_column(self, header: Any = "", *arguments: Any, **options: Any) -> None:
        """Add a column, whose words are folded where they are too long."""
        super().add_column(header, *arguments, **{"overflow": "fold", **options})

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        columns = list(self.columns)
        goes = list(self._goes)
        while goes and _width(columns, console, options) > options.max_width:
            going = goes.pop(0)
            columns = [column for column in columns if column.header != going]
        yield self._with(columns)

    def _with(self, columns: Sequence[Column]) -> Table:
        table = Table(box=None, pad_edge=False, show_header=self.show_header)
        for column in columns:
            table.add_column(
                column.header,
                justify=column.justify,
                no_wrap=column.no_wrap,
                overflow=column.overflow,
                min_width=column.min_width,
            )
        for row, cells in zip(self.rows, zip(*(column.cells for column in columns), strict=True), strict=True):
            table.add_row(*cells, style=row.style)
        return table


class Facts:
    """Names and their values side by side; in a narrow terminal each value stands below its name."""

    def __init__(self, rows: dict[str, str]):
        self._rows = rows

    def __rich_console__(self, _: Console, options: ConsoleOptions) -> RenderResult:
        rows = [(Text(name, "dim"), Text(value, overflow="fold")) for name, value in self._rows.items() if value]
        if options.max_width >= _SIDE_BY_SIDE:
            grid = Table.grid(padding=(0, 2))
            for each in rows:
                grid.add_row(*each)
            yield grid
            return
        for name, value in rows:
            yield name
            yield Padding(value, (0, 0, 0, 2))


def _width(columns: Sequence[Column], console: Console, options: ConsoleOptions) -> int:
    """Return the letters that columns need, with the gaps between them."""
    wide = options.update(width=_WIDE)
    needed = [_needed(column, console, wide) for column in columns]
    return sum(needed) + _GAP * (len(columns) - 1)


def _needed(column: Column, console: Console, options: ConsoleOptions) -> int:
    found = [Measurement.get(console, options, cell) for cell in (column.header, *column.cells)]
    if column.no_wrap:
        return max(each.maximum for each in found)
    return max(column.min_width or 0, min(_LEAST, max(each.minimum for each in found)))
