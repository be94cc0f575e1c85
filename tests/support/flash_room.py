"""Fills flashes of several sizes with games, by seeds, and checks what goes to make room. Runs on MicroPython only.

    micropython tests/support/flash_room.py ROOT FIRST_SEED SEEDS

Journal, storage and littlefs are the firmware's own; the flash is a block device in memory, whose power goes at
times. A host reads all events, and acknowledges at once, seldom, or never. Prints a line of JSON: counts, and what was
wrong.
"""

# ruff: noqa: E402
import gc
import json
import os
import sys

import vfs

ROOT = "/pc" + sys.argv[1]
FIRST_SEED, SEEDS = [int(word) for word in sys.argv[2:]]
vfs.umount("/")
vfs.mount(vfs.VfsPosix("/"), "/pc")
sys.path[:] = [ROOT + "/firmware", ROOT + "/firmware/lib", ROOT + "/tests/support", ".frozen"]

from drivers.flash import Storage
from dying_flash import DyingFlash
from fakes_link import PowerCut, Random
from treppe.link.journal import GamesFull, Journal, JournalDamaged, JournalFull

BLOCKS = (24, 32, 48, 96, 352)  # 352 are those of a Pico
GAMES = 120
NEW_GAME = 65536  # bytes that a new game wants free, see journal.py
MOST_IN_FOLDER = 18  # files; some more beside them, which are no games
FOLDER = 0x4000
END = {"k": "end", "reason": "discarded", "winners": [], "scores": None}


class RecentMove:
    """A board, what it should have, and a host that hears all. `wrong` has a sentence for each broken promise."""

    def __init__(self, seed):
        self.chance = Random(seed + 1)
        self.where = f"seed {seed}"
        self.flash = DyingFlash(BLOCKS[self.chance.below(len(BLOCKS))])
        vfs.VfsLfs2.mkfs(self.flash)
        self.events = {}  # game of each event that was written, by number
        self.over = set()
        self.reported = set()  # games of which `dropped` has said that they go
        self.resumable_told = set()
        self.wrong = []
        self.counts = {"games": 0, "cuts": 0, "over": 0, "resumable": 0, "refused": 0}
        self.acknowledges = self.chance.below(4)  # 0: never
        self.acknowledged = 0
        self.switch_on()

    def switch_on(self):
        try:
            vfs.umount("/")
        except (OSError, PowerCut):
            pass
        self.flash = DyingFlash(self.flash.blocks, self.flash.content)
        vfs.mount(vfs.VfsLfs2(self.flash, progsize=256, mtime=False), "/")
        self.storage = Storage("/journal")
        self.journal = Journal(self.storage, "cafe")
        self.size = self.flash.blocks * 4096
        self.expect(self.journal.limits["flash_bytes"] == self.size, "the size of the flash")

    def expect(self, is_so, what):
        if not is_so:
            self.wrong.append(f"{self.where}, event {self.journal.next_number}: {what}")

    def append(self, event, game=0):
        """Append an event of a game (0: one that begins with it); tell whether it was taken."""
        journal = self.journal
        first, files, before = journal.next_number, list(journal.files), journal.unfinished
        free = self.storage.free()
        try:
            number = journal.append(event)
        except PowerCut:
            self.counts["cuts"] += 1
            self.switch_on()
            number = self.journal.next_number - 1
            if number < first or self.kind_of(number) != event["k"]:
                number = 0
        except (GamesFull, JournalFull):
            self.counts["refused"] += 1
            number = 0
        self.hear(first, free, files)
        if number:
            game = game or number
            self.events[number] = game
            if event["k"] == "end":
                self.over.add(game)
            elif event["k"] in ("action", "resume", "start"):
                self.over.discard(game)
        gone = [each for each in before if each not in self.journal.unfinished and each not in self.over]
        self.expect(all([each in self.resumable_told for each in gone]), f"games {gone} could be resumed: no word")
        return number > 0

    def kind_of(self, number):
        return next(event["k"] for event in self.journal.read_from(number))

    def hear(self, first, free, files):
        """Read what was written since: which games go, and whether they had to."""
        for event in self.journal.read_from(first):
            if event["k"] == "dropped":
                self.events[event["e"]] = 0
                self.reported.update(event["games"] + event["over"])
                self.resumable_told.update(event["games"])
                self.counts["over"] += len(event["over"])
                self.counts["resumable"] += len(event["games"])
                has_to = free < NEW_GAME + 4096 or len(files) >= self.journal.limits["kept_files"]
                self.expect(has_to, f"{free} bytes are free, {len(files)} files: nothing has to go")
                self.expect(free < NEW_GAME + 4096 or not event["games"], "a game that can be resumed goes for number")
                left = [game for game in self.over if game in self.journal.files[:-1] and game not in self.reported]
                left = [game for game in left if self.last_beside(game) <= self.journal.acknowledged]
                last = self.events.get(files[-1])  # the file that is written to stays
                self.expect(not event["games"] or set(left) <= {last}, f"games {left} are over, and others went first")
        if self.acknowledges and self.chance.below(self.acknowledges * self.acknowledges) == 0:
            self.acknowledged = self.journal.next_number - 1
            try:
                self.journal.acknowledge(self.acknowledged)
            except PowerCut:
                self.counts["cuts"] += 1
                self.switch_on()

    def last_beside(self, game):
        """Return the last event in the file that begins with a game: one of the board's own may follow the game's."""
        following = min([file for file in self.journal.files if file > game])
        return max([number for number in self.events if game <= number < following])

    def play(self):
        """Begin a game, or go on with one; end it or leave it."""
        chance, journal = self.chance, self.journal
        self.counts["games"] += 1
        if chance.below(6) == 0:
            self.flash.left = chance.below(40)
        unfinished = journal.unfinished
        if unfinished and chance.below(4) == 0:
            game = unfinished[chance.below(len(unfinished))]
            begun = self.append({"k": "resume", "game": game}, game)
        else:
            begun = self.append({"k": "start", "game": "step", "options": {}, "seats": ["A", "B"]})
            game = self.journal.open_number
        if not begun or self.journal.open_number != game:
            return
        size = 1500 if chance.below(3) == 0 else 20  # long ones fill a flash sooner
        for _ in range(chance.below(12)):
            if not self.append({"k": "action", "player": 0, "word": "x" * size}, game):
                return
        if chance.below(3):
            self.append(END, game)

    def look(self):
        """Compare the journal with what was written."""
        found = {event["e"] for event in self.journal.read_from(0)}
        lacking = [number for number in self.events if number not in found]
        self.expect(all([number <= self.acknowledged for number in lacking]), "an event is gone that no host has")
        silent = {self.events[number] for number in lacking} - self.reported
        self.expect(silent <= {0}, f"events of games {silent} went without a word")
        for game in self.journal.unfinished:
            try:
                numbers = [event["e"] for event in self.journal.read_game(game)]
            except JournalDamaged:
                numbers = []
            wanted = sorted([number for number, each in self.events.items() if each == game])
            numbers = [number for number in numbers if self.events[number]]
            self.expect(numbers == wanted, f"game {game} has events {numbers}, not {wanted}")
        for part in [""] + ["/" + entry[0] for entry in os.ilistdir("/journal") if entry[1] == FOLDER]:
            held = [entry for entry in os.ilistdir("/journal" + part) if entry[1] != FOLDER]
            self.expect(len(held) <= MOST_IN_FOLDER and (held or not part), f"{len(held)} files in folder {part}")

    def run(self):
        for game in range(GAMES):
            self.play()
            if game % 10 == 9:
                self.look()
                if self.chance.below(2):
                    before = self.journal.next_number, self.journal.unfinished
                    self.switch_on()
                    self.expect((self.journal.next_number, self.journal.unfinished) == before, "after a restart")
                    self.look()


def main():
    total, wrong = {}, []
    for seed in range(FIRST_SEED, FIRST_SEED + SEEDS):
        played = RecentMove(seed)
        played.run()
        for name, count in played.counts.items():
            total[name] = total.get(name, 0) + count
        wrong += played.wrong
        gc.collect()
    vfs.umount("/")
    print(json.dumps({"wrong": wrong, "counts": total}))


main()
