"""Which pieces are known to stand on fields that look right, and which of them are other ones than should."""

from treppe.tracking import known_pieces


class ObservedBoard:
    """Fields by their pieces, from the lowest to the top; `image` where it is another one than expected."""

    def __init__(self, *towers, image=None):
        self.state = self
        self.position = Position(bytes([len(tower) for tower in towers]))
        self.image = self.position.image if image is None else bytes(image)
        self.stamps = [0] * len(towers)
        self._towers = towers

    def pieces(self, field):
        return list(self._towers[field])


class Position:
    def __init__(self, image):
        self.image = image


BALL_ON_BRICKS = ("B", "B", "O1")


def test_the_piece_on_top_of_a_tower_is_known_where_the_field_was_not_touched():
    observed = ObservedBoard(BALL_ON_BRICKS, ("B",), (), image=(3, 2, 0))
    assert known_pieces.standing(observed, {}, False) == {0: "O1"}
    observed.stamps[0] = 7
    assert known_pieces.standing(observed, {}, False) == {}
    assert known_pieces.standing(observed, {}, True) == {0: "O1"}
    assert known_pieces.standing(observed, {0: "O0"}, True) == {0: "O0"}, "what is known already stays"


def test_a_stranger_is_another_piece_on_top_of_a_field_that_looks_right():
    for known, image, expected in (
        ("O0", (3,), [0]),
        ("O1", (3,), []),
        ("B", (3,), [0]),
        ("O0", (2,), []),
    ):
        observed = ObservedBoard(BALL_ON_BRICKS, image=image)
        assert known_pieces.strangers(observed, {0: known}) == expected, (known, image)
    assert known_pieces.strangers(ObservedBoard(("N41a",)), {0: "N41i"}) == [], "the side is no matter"
    assert known_pieces.strangers(ObservedBoard(("N41a",), ("N41a",)), {0: "N40a", 1: "N31a"}) == [0, 1]
