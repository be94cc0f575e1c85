"""What every game must pass, on both runtimes; the test file of a game calls these with its own option sets."""

import gc
import json
import os
import random
import sys

from treppe import games, surfaces
from treppe.alphabet.image import BEYOND
from treppe.games import positions
from treppe.games.engine import perft
from treppe.games.options import parse_option

IS_SMALL = sys.implementation.name == "micropython"
NODES_ON_MICROPYTHON = 3000
LONGEST = 500
APART = 8  # so many actions lie between two positions whose words, texts and pieces are looked at
FAR_APART = 64  # and between two in which wrong words are tried


def play(state, words):
    """Play words given as one string; return the state."""
    for word in words.split():
        state.apply_action(state.action(word))
    return state


def legal_words(state):
    return " ".join(sorted([state.word(action) for action in state.legal_actions()]))


def check_perft(name):
    """Node counts from outside; only the smaller ones on MicroPython."""
    checked = 0
    with open(f"tests/data/perft/{name}.json") as file:
        entries = json.load(file)
    for entry in entries:
        state = play(games.start(name, **entry["options"]), entry["after"])
        before = bytes(state.position)
        for index, count in enumerate(entry["counts"]):
            if IS_SMALL and count > NODES_ON_MICROPYTHON:
                break
            assert perft(state, index + 1) == count, (entry["options"], entry["after"], index + 1)
            checked += 1
        assert bytes(state.position) == before
    assert checked >= len(entries)


def check_random_games(name, options, count=40):
    """Random games: words, undo back to the start, clones, texts and images agree all the way."""
    for seed in range(1 if IS_SMALL else count):
        for choice in options:
            _check_one(games.start(name, **choice), 1 + seed)


def _check_one(state, seed):
    random.seed(seed)
    past = []
    while not state.is_terminal() and len(past) < LONGEST:
        actions = state.legal_actions()
        assert actions and len(actions) == len(set(actions)), state.text()
        assert 0 <= state.current_player() < state.players
        action = actions[random.randrange(len(actions))]
        if len(past) % APART == 0:
            if IS_SMALL:
                gc.collect()  # or positions kept among a thousand words leave no long gap
            _check_words(state, actions)
            _check_text(state)
            _check_pieces(state)
            if state.surface:
                check_hands(state, actions)
        if len(past) % FAR_APART == 0:
            _check_refusals(state, actions)
        past.append((bytes(state.position), state.events))
        _check_step(state, action)
    if state.is_terminal():
        _check_end(state)
    while past:
        state.undo_action()
        position, events = past.pop()
        assert bytes(state.position) == position
        assert state.events == events
    try:
        state.undo_action()
    except games.NothingToUndo:
        return
    raise AssertionError("undo at the start must be refused")


def _check_step(state, action):
    """Apply an action to the state; check its image and that a clone stays what it was."""
    twin = state.clone()
    image = state.image() if state.surface else None
    hand_moves = state.hand_moves(action) if state.surface else ()
    assert not state.surface or all([field < len(image) for field in state.touched(action)])
    state.apply_action(action)
    assert bytes(twin.position) != bytes(state.position) or twin.events != state.events or state.word(action) == "."
    twin.apply_action(action)
    assert bytes(twin.position) == bytes(state.position) and twin.events == state.events
    if not state.surface:
        return
    # An image's byte is a count, except that the ball adds 16: sums are exact either way.
    for field, change in hand_moves:
        if field != 255:
            assert 0 <= image[field] + change < 32, (state.text(), hand_moves)
            image[field] += change
    if image != state.image():
        evidence_text = "`image` is not what `placement` makes, and no event says what the game itself has done"
        assert _has_aftermath(state, hand_moves), (evidence_text, state.text(), hand_moves)


def _has_aftermath(state, hand_moves):
    """Tell whether a game has said that it has changed more than hands have moved: elsewhere, or by its own rules."""
    moved = [field for field, _ in hand_moves]
    for event in state.events:
        if event[0] in ("eliminated", "collapse"):
            return True
        if event[0] in ("removed", "castled") and state.field(event[1]) not in moved:
            return True
    return False


def check_hands(state, actions):
    """What a game tells the table of actions fits together: movements, ends, and kinds of actions."""
    firsts, lasts = state.endpoints(actions)
    assert len(firsts) == len(lasts) == len(actions), "`ends` has another number of actions"
    for action, first, last in zip(actions, firsts, lasts):
        wrong = _contradiction(state, action, first, last)
        assert not wrong, f"{state.word(action)}: {wrong}; in {state.text()}"


def _contradiction(state, action, first, last):
    """Return what the endpoints of an action and its placement contradict, empty if nothing."""
    hand_moves = state.hand_moves(action)
    lifted = [field for field, change in hand_moves if change < 0]
    put = [field for field, change in hand_moves if change > 0]
    more = {field for field in lifted + put if field not in (BEYOND, first, last)}
    if not (set(lifted + put) - {BEYOND}):
        return "" if first == last == BEYOND else "`ends` has fields, but `placement` moves nothing"
    if first == last:
        return "`ends` are one field: they are those of the piece that the player moves, not of a captured one"
    if first not in lifted or last not in put + lifted:
        return "`ends` are not where `placement` lifts and puts the piece that the player moves"
    if first != BEYOND and state.owner(first) not in (-1, state.current_player()):
        return "the first of `ends` is another player's piece"
    if last in lifted and last in put and not state.CAPTURES:
        return "`placement` takes a piece off where `ends` end, but CAPTURES is false"
    if state.PASSES:
        more -= set(state.passed(action))
    if more:
        return "`placement` moves more than the piece of `ends`: what the game itself does belongs into events"
    return ""


def _check_pieces(state):
    image = state.image() if state.surface else ()
    assert not state.surface or len(image) == surfaces.load(state.surface).FIELDS
    for field in range(len(image)):
        pieces = state.pieces(field)
        weight = sum([16 if piece[0] == "O" else 1 for piece in pieces])
        assert weight == image[field], (state.text(), field, pieces)


def _check_words(state, actions):
    words = set()
    for action in actions:
        word = state.word(action)
        assert 0 <= action < 1 << 30 and type(action) is int
        assert word and all([33 <= ord(letter) < 127 for letter in word]), word
        assert state.parse(word) == action, word
        words.add(word)
    assert len(words) == len(actions)


def _check_refusals(state, actions):
    words = [state.word(action) for action in actions]
    before = bytes(state.position)
    for wrong in ("", "?", "zz", "a1-", "+", "a0-a1", "a1-a99", "+z9", "!", "x"):
        if wrong in words:
            continue
        try:
            state.action(wrong)
        except (games.InvalidWord, games.IllegalAction) as error:
            assert repr(wrong) in str(error)
            continue
        raise AssertionError(f"{wrong!r} was taken")
    assert bytes(state.position) == before


def _check_text(state):
    text = state.text()
    again = positions.read(text)
    assert bytes(again.position) == bytes(state.position)
    assert again.text() == text and legal_words(again) == legal_words(state)
    broken = text[:-6] + ("g" if text[-6] != "g" else "h") + text[-5:]
    try:
        positions.read(broken)
    except games.InvalidText:
        return
    raise AssertionError("a changed text was read")


def _check_end(state):
    assert state.current_player() == -1 and state.legal_actions() == []
    assert state.reason in state.REASONS[1:]
    assert all([0 <= player < state.players for player in state.winners])
    assert len(state.returns()) == state.players
    _check_text(state)
    _check_pieces(state)


def check_playthrough(name):
    """Recorded games, one of the game as it is, and one of each reading of its rules."""
    folder = "tests/data/playthroughs"
    for file in sorted(os.listdir(folder)):
        if file == name + ".txt" or file.startswith(name + "-"):
            _check_recording(name, folder + "/" + file)


def _check_recording(name, path):
    """A recorded game, line by line: player, number of legal actions, word, events; then the result."""
    with open(path) as file:
        lines = file.read().split("\n")
    game = games.load(name)
    state = games.start(name, **dict([parse_option(game, word) for word in lines[0].split()[1:]]))
    for line in lines[1:-2]:
        player, legal, word = line.split(";")[0].split()
        assert (state.current_player(), len(state.legal_actions())) == (int(player), int(legal)), line
        state.apply_action(state.action(word))
        events = "".join([";" + state.event_line(event) for event in state.events])
        assert events == line[len(line.split(";")[0]) :], line
    assert state.result() == lines[-2], lines[-2]
