"""Cuts the power at flash operations of a game, restarts, and checks the journal. Runs on MicroPython only.

    micropython tests/support/flash_faults.py ROOT FIRST EVERY EVENTS

cuts at operation FIRST and every EVERY-th after it, in a game that ends after so many EVENTS; then a second time, up to
eight operations after the restart.
Course, journal, link and littlefs are the firmware's own; the flash is a block device in memory. Prints a line of JSON.
"""

# ruff: noqa: E402
import gc
import json
import sys

import vfs

ROOT = "/pc" + sys.argv[1]
FIRST, EVERY, EVENTS = [int(word) for word in sys.argv[2:]]
vfs.umount("/")
vfs.mount(vfs.VfsPosix("/"), "/pc")
sys.path[:] = [ROOT + "/firmware", ROOT + "/firmware/lib", ROOT + "/tests/support", ".frozen"]

from drivers.flash import Storage
from dying_flash import DyingFlash
from fakes_link import PipeConsole, PowerCut, Random
from treppe import games
from treppe.link.journal import Journal
from treppe.link.line import decode, encode
from treppe.link.link import Link
from treppe.play import opening

BLOCKS = 48
SECOND = 9  # shares no factor with the usual steps of the first cut: each moment comes after each
HELLO = {"firmware": "0.1.0", "board": "b1", "surface": "reed12"}
SEEN = "1300006f1401009b2001001e"  # of an action: three changes of the image, one more than a plain one has


class Board:
    """The firmware's game record, journal and link on a flash, and a host that acknowledges what it hears."""

    def __init__(self, flash):
        try:
            vfs.umount("/")
        except (OSError, PowerCut):
            pass
        vfs.mount(vfs.VfsLfs2(flash, progsize=256), "/")
        self.journal = Journal(Storage("/journal"), "cafe")
        self.console = PipeConsole()
        self.link = Link(self.console, self.journal, HELLO, None)
        self.now_ms = 0
        self.game = None
        if self.journal.open_number:
            self.game = replayed(self.journal, self.journal.open_number)

    def talk(self, known):
        """Let the host read everything; it keeps the events in `known` by number, and acknowledges them."""
        following = max(known) + 1 if known else 1
        lease = {"c": 1 + self.now_ms, "s": "s", "do": "lease", "streams": []}
        for message in ({"hello": "s"}, {"from": following, "s": "s"}, lease):
            self.console.incoming.extend(encode(message))
        for _ in range(3):
            self.now_ms += 10
            self.link.tick(self.now_ms)
            for line in self.console.take().split(b"\n"):
                event = decode(line) if line else {}
                if "e" in event:
                    assert event["e"] == following, "an event is missing or comes twice"
                    known[following] = event
                    following += 1
            if known:
                self.console.incoming.extend(encode({"ack": max(known), "s": "s"}))


def replayed(journal, number):
    """Play a game of the journal again."""
    return list(opening.replay(journal, journal.read_game(number)))[-1]


def script(board, known, shown):
    """Play: a game that is laid aside, a long one with take-backs, and the first one again. Goes on wherever it is."""
    journal = board.journal
    if not known:
        board.talk(known)
    if journal.next_number == 1:
        opening.begin(journal, games.start("aufstellen"), ["A", "B"])
    if journal.unfinished == [1] and journal.next_number < 7:
        game = replayed(journal, 1)
        while len(game.state.history()) < 3:
            act(game, shown)
        if not game.is_paused:
            journal.append({"k": "pause"})
        board.game = None
        opening.begin(journal, games.start("weltreich"), ["A", "B"])
    board.talk(known)
    if journal.open_number == 1:
        return
    game = replayed(journal, journal.open_number) if journal.open_number else None
    while game and not game.ending and journal.next_number < EVENTS:
        act(game, shown)
        if journal.next_number % 10 == 0:
            game.undo(2)
            shown.append((journal.next_number - 1, "undo"))
        board.talk(known)
    if game and not game.ending:
        game.resign(0)
    if 1 in journal.unfinished:
        journal.append({"k": "resume", "game": 1})
    board.talk(known)


def act(game, shown):
    """Play an action that depends on the position only."""
    actions = game.state.legal_actions()
    action = actions[Random(len(game.state.history()) * 7 + 1).below(len(actions))]
    word = game.state.word(action)
    game.record_action(action, SEEN)
    shown.append((game._journal.next_number - 1, word))


def went_on(journal, texts):
    """Tell whether both games were played to where they should be, by the rules."""
    if texts[-1] != "resume" or "end" not in texts or journal.unfinished != [1]:
        return False
    for game in (1, texts.index("pause") + 2):
        replayed(journal, game)
    return True


def events_of(journal):
    return {event["e"]: event for event in journal.read_from(1)}


def text_of(event):
    return event["word"] if event["k"] == "action" else event["k"]


class Found:
    """Findings after power cuts: events lost, sent twice, or written without being shown; games that do not go on."""

    def __init__(self):
        self.lost = self.doubled = self.stuck = self.extra = 0

    def look(self, board, known, shown):
        """Compare a restarted board with what the host knows and what was shown; then play on to the end."""
        found = events_of(board.journal)
        self.lost += sum([number not in found or text_of(found[number]) != text for number, text in shown])
        self.lost += sum([found.get(number) != event for number, event in known.items()])
        self.extra += max(found, default=0) > max([number for number, _ in shown], default=0)
        script(board, known, shown)
        left = events_of(Journal(Storage("/journal")))
        numbers = sorted(left)
        self.doubled += numbers != list(range(1, len(numbers) + 1))
        texts = [text_of(left[number]) for number in numbers]
        self.stuck += not went_on(Journal(Storage("/journal")), texts)
        self.lost += known != left


def is_cut(flash, known, shown):
    """Play on a flash until its power is cut; tell whether it was."""
    try:
        script(Board(flash), known, shown)
    except PowerCut:
        return True
    finally:
        gc.collect()
    return False


def main():
    fresh = DyingFlash(BLOCKS)
    vfs.VfsLfs2.mkfs(fresh)
    start = bytes(fresh.content)
    whole = DyingFlash(BLOCKS, bytearray(start))
    script(Board(whole), {}, [])
    wanted = [text_of(event) for event in events_of(Journal(Storage("/journal"))).values()]
    num_actions = len([text for text in wanted if text not in ("start", "pause", "undo", "end", "resign", "resume")])
    cuts = second_cuts = 0
    behind = Found()
    for cut in range(FIRST, whole.operations, EVERY):
        flash = DyingFlash(BLOCKS, bytearray(start), cut)
        known, shown = {}, []
        cuts += is_cut(flash, known, shown)
        flash = DyingFlash(BLOCKS, flash.content, cut % SECOND)
        second_cuts += is_cut(flash, known, shown)
        behind.look(Board(DyingFlash(BLOCKS, flash.content)), known, shown)
    vfs.umount("/")
    found = {"operations": whole.operations, "programs": whole.programs, "erases": whole.erases, "actions": num_actions}
    found.update({"events": len(wanted), "cuts": cuts, "second cuts": second_cuts, "lost": behind.lost})
    found.update({"doubled": behind.doubled, "stuck": behind.stuck, "written_but_not_shown": behind.extra})
    print(json.dumps(found))


main()
