"""One game that two sides keep, each in its file, over a broker that may drop, repeat, reorder and delay messages.

The host's log counts: it only grows, and a new game begins a new log with a higher number. The guest sends entries for
it, numbered upwards for ever; the host takes each number once. Each message holds all that its side knows, so that one
message which arrives is enough, and an old one changes nothing: the other side has its log and its numbers already.
Each side writes to the disk before it sends, so the guest knows all that it has said. What the host's log tells of it
besides waits until a person confirms it: the guest's file was lost, or the host has made it up.
"""

import json
import os
from pathlib import Path
from typing import Any

from treppe import games
from treppe_host.errors import BadFile
from treppe_host.link.schema_violations import is_text

from treppe_together.agreement import SIDES, Agreement, BadEntry, Entry

HOST, GUEST = 0, 1
_MOST_ENTRIES, _MOST_NAME, _MOST_ID = 3000, 60, 2**53
_FIELDS = ("id", "do", "word", "ms", "count", "level")

_KEPT = {"number": int, "start": dict, "log": list, "pending": list, "last_id": int, "names": list, "kept": dict}
_ODD = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)
"""What a file or message that nobody has written so raises."""


class SharedGame:
    """One side's knowledge of the game; `file` keeps it."""

    def __init__(self, file: Path, side: int):
        """Read the file; without one there is no game yet."""
        self.side = side
        self._file = file
        self.number = 0
        """The number of the game; 0 before the first one."""
        self.start: dict[str, Any] = {}
        self.log: list[Entry] = []
        self.pending: list[Entry] = []
        """The guest's entries that the host has not taken yet."""
        self.last_id = 0
        """The number of the guest's last entry; on the host's side of the last one that it took."""
        self.names = ["", ""]
        self._other_has: tuple[int, int] | None = None
        self.kept: dict[str, Any] = {}
        """What Mirror remembers of the board."""
        self.agreement: Agreement | None = None
        self.claimed: list[Entry] = []
        """Entries of the guest in the host's log that the guest does not know; `answer_claim` takes or refuses them."""
        self._claim: dict[str, Any] = {}
        self._refused: list[Entry] = []
        try:
            if file.exists():
                self._restore_kept(json.loads(file.read_text("utf-8")))
        except _ODD as error:
            follows = "the other board sends the game again" if side == GUEST else "begin the game anew"
            raise BadFile(f"{file} is spoilt: move it away, and {follows}") from error

    def _restore_kept(self, kept: dict[str, Any]) -> None:
        """Take what a file keeps; raise one of `_ODD`, and change nothing, if it could not be read again."""
        agreement = _agreement_in(kept)
        for name in _KEPT:
            setattr(self, name, kept[name])
        self.agreement = agreement

    def save(self) -> None:
        """Write all to the disk, whole or not at all."""
        fresh = self._file.with_suffix(".new")
        fresh.unlink(missing_ok=True)
        with os.fdopen(os.open(fresh, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w") as out:
            json.dump(self._kept_now(), out)
            out.flush()
            os.fsync(out.fileno())
        fresh.replace(self._file)

    def _kept_now(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in _KEPT}

    def begin(self, name: str, options: dict[str, Any], flip: int = 0, clock: dict[str, int] | None = None) -> None:
        """As the host: begin a new game; raises InvalidOption."""
        start: dict[str, Any] = {"name": name, "options": options, "flip": flip, "clock": clock}
        agreement = Agreement(**start)
        self.number, self.start, self.log, self.agreement = self.number + 1, start, [], agreement
        self.save()

    def say(self, do: str, **fields: Any) -> None:
        """Add an entry of this side; raise BadEntry if it is not allowed."""
        if not self.agreement:
            raise BadEntry("there is no game")
        entry = {"by": self.side, "do": do, **fields}
        self.agreement.follow(entry)
        if self.side == HOST:
            self.log.append(entry)
        else:
            self.last_id += 1
            self.pending.append({"id": self.last_id, **entry})
        self.save()

    # Messages to and from the other side.

    @property
    def is_confirmed(self) -> bool:
        """True if the other side has confirmed all that this one has sent, or never confirms anything."""
        if self.side == GUEST:
            return not self.pending
        return self._other_has in (None, (self.number, len(self.log)))

    def message(self) -> dict[str, Any]:
        """Return all that the other side should know."""
        own = {"number": self.number, "name": self.names[self.side]}
        if self.side == GUEST:
            return own | {"said": self.pending, "has": len(self.log)}
        return own | {"start": self.start, "log": self.log, "taken": self.last_id}

    def hear(self, message: dict[str, Any]) -> bool:
        """Take a message of the other side; return whether it has changed anything. One that breaks the rules changes
        nothing."""
        try:
            number, name = message["number"], message["name"]
            if type(number) is not int or not 0 <= number < _MOST_ID or not is_text(name):
                return False
            if self.side == HOST and type(message.get("has")) is int:
                self._other_has = number, message["has"]
            is_new = self._hear_guest(number, message["said"]) if self.side == HOST else self._hear_host(message)
        except _ODD:
            return False
        if is_new or (not self.names[1 - self.side] and name):
            self.names[1 - self.side] = name[:_MOST_NAME]
            self.save()
            return True
        return False

    def _hear_guest(self, number: int, entries: list[Entry]) -> bool:
        new = [
            entry
            for entry in entries[:_MOST_ENTRIES]
            if type(entry["id"]) is int and self.last_id < entry["id"] < _MOST_ID
        ]
        is_lost = number > self.number  # this side's file: the guest takes only games with higher numbers
        if is_lost:
            self.number = number + bool(self.start)
        for entry in new:
            if entry["id"] <= self.last_id or len(self.log) >= _MOST_ENTRIES:
                continue
            self.last_id = entry["id"]
            if not self.agreement:
                continue
            taken = {field: entry[field] for field in _FIELDS if field in entry} | {"by": GUEST}
            try:
                if number != self.number:
                    raise BadEntry("of another game")
                self.agreement.follow(taken)
            except BadEntry:
                taken = {"id": entry["id"], "by": GUEST, "do": "void"}
            self.log.append(taken)
        return bool(new) or is_lost

    def _hear_host(self, message: dict[str, Any], *, is_confirmed: bool = False) -> bool:
        number, log, taken = message["number"], message["log"], message["taken"]
        if not message["start"] or type(taken) is not int or not 0 <= taken < _MOST_ID or len(log) > _MOST_ENTRIES:
            return False
        start = {name: message["start"][name] for name in ("name", "options", "flip", "clock")}
        is_next = number > self.number
        is_longer = (number, start) == (self.number, self.start) and log[: len(self.log)] == self.log != log
        if not (is_next or is_longer):
            return False
        kept = self._kept_now() | {"number": number, "start": start, "log": log}
        _agreement_in(kept | {"pending": []})
        own = [entry for entry in (log if is_next else log[len(self.log) :]) if entry["by"] == GUEST]
        unknown = [] if is_confirmed else self._unknown(own, is_next=is_next)
        if unknown:
            is_refused = any(entry in self._refused for entry in unknown)
            self._claim, self.claimed = ({}, []) if is_refused else (message, unknown)
            return False
        newest = max((entry["id"] for entry in own if type(entry.get("id")) is int), default=0)
        kept["last_id"] = max(self.last_id, taken)  # of a file that is lost nothing else is known
        kept["pending"] = [] if is_next else [entry for entry in self.pending if entry["id"] > newest]
        self._restore_kept(kept)
        self._claim, self.claimed = {}, []
        return True

    def _unknown(self, own: list[Entry], *, is_next: bool) -> list[Entry]:
        """Return those of the guest's entries in the host's log that the guest has not said in this order, once each.

        In a new game it has said nothing yet; of its old entries the host may only tell that they came too late.
        """
        entries = iter([] if is_next else self.pending)
        return [entry for entry in own if not (self._is_void(entry) or entry in entries)]

    def _is_void(self, entry: Entry) -> bool:
        number = entry.get("id")
        return entry["do"] == "void" and type(number) is int and number <= self.last_id

    def answer_claim(self, is_true: bool) -> None:
        """Take the log with what is `claimed`, or ignore such logs until the program ends."""
        claim, claimed = self._claim, self.claimed
        self._claim, self.claimed = {}, []
        if not is_true:
            self._refused += claimed
        elif claim and self._hear_host(claim, is_confirmed=True):
            self.save()


def _agreement_in(kept: dict[str, Any]) -> Agreement | None:
    """Return the agreement in what a file keeps, None before the first game; raise one of `_ODD`."""
    for name, kind in _KEPT.items():
        if type(kept[name]) is not kind:
            raise TypeError(name)
    start = kept["start"]
    if not start:
        return None
    if type(start["flip"]) is not int:
        raise TypeError("flip")
    found = Agreement(**start)
    for entry in kept["log"]:
        found.follow(entry)
    for entry in kept["pending"]:
        try:
            found.follow(entry)
        except BadEntry:  # it came too late; the host will say so
            continue
    return found


def is_playable(name: str, options: dict[str, Any]) -> bool:
    """Return whether two boards can play such a game: one of two players."""
    try:
        return bool(games.start(name, options).players == SIDES)
    except games.InvalidOption:
        return False
