"""The lines that pages of the documentation tell people to type."""

import re
from pathlib import Path

_BLOCK = re.compile(r"(?:^    .+\n)+", re.M)


def lines_of_blocks(page: Path) -> list[str]:
    """Return the lines of a page's blocks, without what stands far behind and tells of them."""
    blocks = [line.strip() for block in _BLOCK.findall(page.read_text()) for line in block.splitlines()]
    return [re.split(r"\s{2,}", line)[0] for line in blocks]


def lines_to_type(page: Path) -> list[str]:
    """Return lines of blocks, and of `code` that begins as a command does."""
    return lines_of_blocks(page) + re.findall(r"`((?:treppe|make) [a-z-][^`]*)`", page.read_text())
