"""Whatever the rules forbid has a reason, and the reason is true: looked at from the pieces alone."""

import sys

from fakes_sensing import Noise
from treppe import games, surfaces
from treppe.alphabet.image import BEYOND
from treppe.games import catalogue, refusal

OPTIONS = {
    "step": ({}, {"players": 4, "size": 5}),
    "weltreich": ({}, {"players": 4, "teams": True, "captures": "clear"}),
    "sprung": ({"players": 3}, {"players": 4, "teams": True}),
    "tor": ({}, {"players": 4, "teams": True}),
    "wetteifern": ({}, {"seed": 7, "area": 8}),
    "cubes": ({"players": 3}, {"players": 2, "seed": 5}),
    "seven": ({"seed": 3}, {"players": 3}),
    "aufstellen": ({}, {"board": "small"}),
    "blockade": ({},),
}
POSITIONS = 60
PAIRS = 10 if sys.implementation.name == "micropython" else 60  # the rules are the same on both runtimes


def positions(name, options, seed):
    """Yield positions of a random game."""
    random = Noise(seed)
    state = games.start(name, **options)
    for _ in range(POSITIONS):
        actions = state.legal_actions()
        if not actions:
            return
        yield state
        puts = [action for action in actions if state.hand_moves(action)]
        if puts and random.below(8):
            actions = puts
        state.apply_action(actions[random.below(len(actions))])


def refusals(name):
    """Yield (state, start, end, refusal) of movements that no legal action begins and ends with."""
    random = Noise(11)
    for seed, options in enumerate(OPTIONS.get(name, ({},))):
        for state in positions(name, options, seed):
            firsts, lasts = state.endpoints(state.legal_actions())
            legal = set(zip(firsts, lasts))
            num_fields = surfaces.load(state.surface).FIELDS
            standing = [field for field in range(num_fields) if state.pieces(field)] + [BEYOND]
            for _ in range(PAIRS):
                start, end = standing[random.below(len(standing))], random.below(num_fields)
                if start != end and (start, end) not in legal:
                    yield state, start, end, refusal.find_refusal(state, firsts, lasts, start, end)


class Tried:
    """A movement that the rules do not allow, looked at from the pieces alone."""

    def __init__(self, state, start, end):
        self.state, self.start, self.end = state, start, end
        self.player = state.current_player()
        self.piece = state.pieces(start)[-1] if start != BEYOND else ""
        self.stands = state.pieces(end)
        self.line = line(start, end)
        self.is_put = start == BEYOND

    def passes(self):
        """Return what stands between."""
        return [self.state.pieces(field)[-1] for field in self.line if self.state.pieces(field)]

    def is_beside(self, columns, start=-1):
        return beside(self.start if start < 0 else start, self.end, columns)

    def rise(self):
        """Return by how many bricks the tower at the end is higher."""
        return self.stands.count("B") - self.state.pieces(self.start).count("B")

    def is_extra(self):
        return "." in [self.state.word(action) for action in self.state.legal_actions()]

    def is_in_area(self):
        return all([2 <= place <= 9 for place in where(self.end)])

    def own(self):
        """Return the fields of the player to move."""
        return [field for field in range(len(self.state.image())) if self.state.owner(field) == self.player]

    def centres(self):
        """Return how far it is from centre to centre."""
        (column, row), (other, far) = where(self.start), where(self.end)
        return abs(column - other) // 3 + abs(row - far) // 3


def where(field):
    return field % 12, field // 12


def line(start, end):
    """Return the fields between two of a row or column of the 12x12 board, None where they are in neither."""
    (column, row), (other, far) = where(start), where(end)
    if (column == other) == (row == far):
        return None
    step = (12 if far > row else -12) if column == other else (1 if other > column else -1)
    return list(range(start + step, end, step))


def beside(start, end, columns):
    return abs(start // columns - end // columns) + abs(start % columns - end % columns) == 1


def is_centre(field):
    return field // 12 % 3 == 1 and field % 3 == 1


def num_neighbours(state, end):
    """Return how many white stones, and stones of the player on whom one depends, lie around a square."""
    (depends,) = [player for key, player, _ in state.own_notes(state.current_player()) if key == "depends"]
    column, row = where(end)
    count = 0
    for x in range(max(1, column - 1), min(10, column + 1) + 1):
        for y in range(max(1, row - 1), min(10, row + 1) + 1):
            stones = state.pieces(12 * y + x) if (x, y) != (column, row) else []
            count += stones == ["W"] or (bool(stones) and stones[0][2] == str(depends))
    return count


REACH = {"T": [3], "S": [4], "C": [2, 5]}
TRUE = {
    "not_yours": lambda tried: tried.state.owner(tried.start) not in (-1, tried.player),
    "not_free": lambda tried: bool(tried.stands),
    "not_board": lambda tried: not tried.state.field_name(tried.end),
    "not_move": lambda tried: tried.is_put,
    "not_put": lambda tried: not tried.is_put,
    "not_staying": lambda tried: "off" in tried.state.word(tried.state.legal_actions()[0]),
    "not_choosing": lambda tried: not any([tried.state.hand_moves(each) for each in tried.state.legal_actions()]),
    "step up": lambda tried: tried.is_beside(7) and tried.rise() > 1,
    "step down": lambda tried: tried.is_beside(7) and tried.rise() < -1,
    "step beside": lambda tried: not tried.is_beside(7, tried.own()[0]),
    "step full": lambda tried: tried.stands.count("B") == 5,
    "step bricks": lambda tried: tried.piece == "B",
    "step way": lambda tried: not tried.is_beside(7) or abs(tried.rise()) <= 1,
    "step place": lambda tried: tried.piece[0] == "O",
    "aufstellen centre": lambda tried: tried.state.surface == "reed12" and not is_centre(tried.end),
    "aufstellen due": lambda tried: tried.piece[0] != "STC"[len(tried.state.history()) % 3],
    "aufstellen beside": lambda tried: tried.state.surface == "start4" or tried.centres() > 1,
    "aufstellen around": lambda tried: tried.piece[0] == "C" and (tried.end < 16 or tried.centres() > 1),
    "blockade king": lambda tried: tried.piece[0] == "C",
    "blockade court": lambda tried: tried.end // 36 in (0, 3) and tried.end % 12 // 3 == 1,
    "blockade first": lambda tried: len(tried.state.history()) < 2 and is_centre(tried.end),
    "blockade straight": lambda tried: tried.line is None,
    "blockade between": lambda tried: bool(tried.passes()),
    "weltreich straight": lambda tried: tried.line is None,
    "weltreich partner": lambda tried: (tried.state.owner(tried.end) - tried.player) % 4 == 2,
    "weltreich reach": lambda tried: tried.stands and len(tried.line) + 1 not in REACH[tried.piece[0]],
    "weltreich between": lambda tried: bool(tried.passes()),
    "tor straight": lambda tried: tried.line is None,
    "tor centre": lambda tried: is_centre(tried.end),
    "tor clear": lambda tried: any([is_centre(field) for field in tried.own()]) and not is_centre(tried.start),
    "tor gate": lambda tried: tried.is_put,
    "sprung row": lambda tried: where(tried.start)[1] != where(tried.end)[1],
    "sprung right": lambda tried: tried.end < tried.start,
    "sprung first": lambda tried: tried.is_extra() or len(tried.passes()) < len(tried.line),
    "sprung extra": lambda tried: tried.is_extra(),
    "wetteifern straight": lambda tried: tried.line is None,
    "wetteifern jump": lambda tried: tried.line == [],
    "wetteifern gap": lambda tried: len(tried.passes()) < len(tried.line),
    "wetteifern colour": lambda tried: tried.piece in tried.passes(),
    "wetteifern area": lambda tried: tried.state.options["area"] == 8 and not tried.is_in_area(),
    "cubes shift": lambda tried: tried.piece == "W" and (tried.line is None or len(tried.line) > 1),
    "cubes between": lambda tried: tried.piece == "W" and bool(tried.passes()),
    "cubes card": lambda tried: tried.state.options["seed"] and tried.piece == "W" and not tried.passes(),
    "cubes off": lambda tried: tried.state.field_name(tried.start) and tried.piece[0] == "N",
    "cubes count": lambda tried: num_neighbours(tried.state, tried.end) != int(tried.piece[1]),
    "seven stays": lambda tried: not tried.is_put,
    "seven lowest": lambda tried: len(tried.stands) > 0,
    "seven again": lambda tried: len(tried.stands) > 0,
    "seven colour": lambda tried: tried.is_put,
    "seven beside": lambda tried: tried.is_extra(),
    "seven up": lambda tried: len(tried.stands) > 0,
    "seven down": lambda tried: tried.is_extra(),
}


def test_every_refusal_has_a_true_reason():
    for name in catalogue.names():
        seen = set()
        for state, start, end, found in refusals(name):
            code = found.get("code")
            rule = (name + " " + found["rule"].split(" ")[0]) if code == "not_allowed" else code
            evidence_text = state.text() + " " + str((start, end, found))
            assert code not in (None, "not_here", "not_this"), evidence_text
            assert TRUE[rule](Tried(state, start, end)), evidence_text
            seen.add(rule)
        assert len(seen) >= 4, (name, seen)


def test_what_is_legal_is_not_refused():
    for name in catalogue.names():
        for state in positions(name, OPTIONS[name][0], 5):
            firsts, lasts = state.endpoints(state.legal_actions())
            for start, end in set(zip(firsts, lasts)):
                assert refusal.find_refusal(state, firsts, lasts, start, end) == {}


def test_a_ball_climbs_one_step():
    state = games.start("step")
    state.position[1] = 2
    firsts, lasts = state.endpoints(state.legal_actions())
    assert refusal.find_refusal(state, firsts, lasts, 0, 1) == {"code": "not_allowed", "rule": "up"}
    assert refusal.find_refusal(state, firsts, lasts, 48, 47) == {"code": "not_yours"}
    assert refusal.find_refusal(state, firsts, lasts, BEYOND, 1) == {"code": "not_move"}
