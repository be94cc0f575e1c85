"""Tells how much of each folder tests run: `make coverage`."""

from collections import defaultdict
from pathlib import Path

import coverage

ROOT = Path(__file__).parents[1]
_DEPTH = {"firmware": 3, "host": 3, "hardware": 3}  # so many folders down lines are counted together


def main() -> None:
    """Print lines and how many of them ran, by folder."""
    measured = coverage.Coverage()
    measured.load()
    lines: dict[str, int] = defaultdict(int)
    missing: dict[str, int] = defaultdict(int)
    for file in measured.get_data().measured_files():
        path = Path(file).relative_to(ROOT)
        folder = "/".join(path.parts[: _DEPTH[path.parts[0]]][: len(path.parts) - 1])
        _, statements, _, missed, _ = measured.analysis2(file)
        lines[folder] += len(statements)
        missing[folder] += len(missed)
    print(f"{'lines':>7}  {'run':>5}  folder")
    for folder, count in sorted(lines.items()):
        print(f"{count:7}  {100 - 100 * missing[folder] / max(1, count):4.0f}%  {folder}")
    print(f"{sum(lines.values()):7}  {100 - 100 * sum(missing.values()) / sum(lines.values()):4.0f}%  all")


if __name__ == "__main__":
    main()
