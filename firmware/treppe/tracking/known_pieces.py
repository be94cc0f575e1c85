"""The known pieces on the board, and how stones lie.

A piece has a code: `B0` a ball of player 0, `N41a` stone 4 of player 1 with its active side up.
"""

from treppe.tracking.observed import ObservedBoard

_SIDES = "ai"  # the last letter of a stone's code: its active side is up, or its blank one


def standing(observed: ObservedBoard, remembered: dict[int, str], is_led: bool) -> dict[int, str]:
    """Return `remembered`, the codes of pieces on top, with those of all other fields that look right: field -> code.

    A field emptied and filled again while the board was not led may hold another piece.
    """
    if observed.state:
        image, expected, stamps = observed.image, observed.position.image, observed.stamps
        for field in range(len(image)):
            is_same = is_led or not stamps[field]
            if image[field] and image[field] == expected[field] and field not in remembered and is_same:
                remembered[field] = observed.state.pieces(field)[-1]
    return remembered


def strangers(observed: ObservedBoard, remembered: dict[int, str]) -> list[int]:
    """Return the fields that look right but are known to hold another piece."""
    image, expected, found = observed.image, observed.position.image, []
    for field in sorted(remembered):
        is_right = image[field] and image[field] == expected[field]
        if is_right and not _are_alike(remembered[field], observed.state.pieces(field)[-1]):
            found.append(field)
    return found


def sides_up(observed: ObservedBoard) -> dict[int, str]:
    """Return how stones with two sides lie: field -> code."""
    found = {}
    for field, is_full in enumerate(observed.position.image) if observed.state.TWO_SIDED else ():
        code = observed.state.pieces(field)[-1] if is_full else ""
        if code and code[-1] in _SIDES:
            is_turned = field in observed.to_turn
            found[field] = code[:-1] + _SIDES[1 - _SIDES.index(code[-1])] if is_turned else code
    return found


def lying_wrong(observed: ObservedBoard, lying: dict[int, str]) -> list[int]:
    """Return the fields of stones that lie wrong side up; `lying`: field -> code."""
    image, expected = observed.image, observed.position.image
    found = []
    for field in sorted(lying):
        code = lying[field]
        if code[-1] in _SIDES and image[field] and image[field] == expected[field]:
            wanted = observed.state.pieces(field)[-1]
            if wanted != code and wanted[:-1] == code[:-1]:
                found.append(field)
    return found


def _are_alike(piece: str, other: str) -> bool:
    """Tell whether two pieces are of one kind and colour, whatever side is up."""
    return piece[:3] == other[:3]


def colour_of(piece: str) -> int:
    """Return the colour of a piece, by its code, as a player's number; -1 if it has none of the four."""
    if not piece or piece[0] not in "OSTCPN":
        return -1
    return int(piece[2 if piece[0] == "N" else 1])
