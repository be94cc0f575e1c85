"""The lamps' colours and rhythms as a style sheet, from the same palette as the firmware's."""

from treppe.table.roles import palette

_EIGHTHS = 8
_DARK = 0.1  # a lamp that is off for a moment; its ring stays to be guessed


def style_sheet() -> str:
    """Return a colour for each role, and one animation for each rhythm of eighths of a second."""
    rules = []
    rhythms = set()
    for role, (red, green, blue, rhythm) in palette().items():
        if not rhythm:
            continue
        lamp = f'[data-role="{role}"]'
        rules.append(f"{lamp}{{--led:rgb({red} {green} {blue})}}")
        if rhythm != 2**_EIGHTHS - 1:
            rhythms.add(rhythm)
            rules.append(f"{lamp} .lamp{{animation:rhythm{rhythm} 1s var(--phase,0s) infinite step-end}}")
    return "".join(rules + [_keyframes(rhythm) for rhythm in sorted(rhythms)])


def _keyframes(rhythm: int) -> str:
    frames = "".join(
        f"{100 * eighth / _EIGHTHS:g}%{{opacity:{1 if rhythm >> eighth & 1 else _DARK}}}" for eighth in range(_EIGHTHS)
    )
    return f"@keyframes rhythm{rhythm}{{{frames}}}"
