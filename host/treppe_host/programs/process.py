"""Thinking in a process of its own: neither the page nor the link ever waits for it."""

import json
import os
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, TypeVar

from treppe import games
from treppe.games import State, more
from treppe_host.errors import TreppeError
from treppe_host.programs import compiled

Item = TypeVar("Item")
Answer = TypeVar("Answer")
_LATE_S = 10.0  # after its time a process that has not answered is taken for lost
_MODEST_LATE_S = 120.0  # at a low priority


class ThinkerGone(TreppeError):
    """The thinking process has ended before it answered, or does not answer."""


class ThinkerEnded(ThinkerGone):
    """The thinking process has ended by itself."""


class HandsUnknown(TreppeError):
    """The program cannot think for a player whose hand is hidden from it."""


@dataclass(frozen=True)
class Thought:
    """What a search thinks: an action, how much it looked behind it, and the mover's chance to win after it."""

    word: str
    simulations: int
    chance: float


@dataclass(frozen=True)
class Thoughts:
    """An answer of the thinking process: the action that it would play, and the best that it sees, in order.

    `line` has what it expects, in notation, the best action first; `is_proven`: one who plays alone can do no better.
    """

    word: str
    simulations: int
    best: tuple[Thought, ...]
    line: tuple[str, ...] = ()
    is_proven: bool = False


@dataclass(frozen=True)
class Limits:
    """When to stop thinking, at what comes first, and how far to misjudge (`error` and `regard`, see levels.py).

    The start of the process and the wait for another question's answer count among the seconds, but take three quarters
    of them at most. `is_work`: the seconds are those that the processor works on it, however much else it has to do.
    `only` names an action: it alone is looked behind. `is_varied`: any of several actions that are as good may be
    taken. `shown`: so many actions are in the answer at most. `is_proof`: who wins is proven where the game can.
    """

    simulations: int = 1_000_000_000
    seconds: float = 1.0
    error: float = 0.0
    regard: float = 1.0
    seed: int = 1
    is_work: bool = False
    only: str = ""
    is_varied: bool = False
    shown: int = 10
    is_proof: bool = False


class Thinker:
    """A process that thinks about one position at a time; whoever asks meanwhile, from another thread, waits."""

    def __init__(self, is_modest: bool = False) -> None:
        """The process is started with the first question; `is_modest`: others may use the processor first."""
        self._is_modest = is_modest
        self._late_s = _MODEST_LATE_S if is_modest else _LATE_S
        self._process: subprocess.Popen[str] | None = None
        self._answers: queue.Queue[dict[str, Any] | None] = queue.Queue()
        self._folder: Path | None = None
        self._id = 0
        self._lock = threading.Lock()
        self._is_closed = False

    def think(self, state: State, limits: Limits, report: Callable[[Thoughts], None] | None = None) -> Thoughts:
        """Return what the search thinks of a position when it has reached its limits or was stopped.

        `report` hears five times a second what it thinks so far. A process that ends by itself is replaced, once.
        Raises HandsUnknown where the game's hands are not dealt by the program, ThinkerGone.
        """
        check_hands(state)
        asked_s = time.monotonic()  # the same clock in all processes
        with self._lock:
            try:
                return self._think(state, limits, report, asked_s)
            except ThinkerEnded:
                return self._think(state, limits, report, asked_s)

    def wake(self) -> None:
        """Start the process, before anybody asks, if it does not run; for any thread to call. Raises ThinkerGone."""
        with self._lock:
            if not self._process:
                self._start_process(compiled.find_any())

    def _think(
        self, state: State, limits: Limits, report: Callable[[Thoughts], None] | None, asked_s: float
    ) -> Thoughts:
        process = self._started(state.NAME)
        self._id += 1
        question = {"id": self._id, "asked_s": asked_s, "position": state.text(), **asdict(limits)}
        self._send_question(process, question)
        while True:
            try:
                answer = self._answers.get(timeout=limits.seconds + self._late_s)
            except queue.Empty:
                self.rest()
                raise ThinkerGone({"code": "search_silent"}) from None
            if answer is None:
                process.wait()
                if self._process is not process:
                    raise ThinkerGone({"code": "search_ended"})  # somebody has ended it
                self._process = None
                raise ThinkerEnded({"code": "search_ended"})
            if answer["id"] == self._id:
                best, line = tuple(Thought(*each) for each in answer["best"]), tuple(answer["line"])
                thoughts = Thoughts(answer["action"], answer["simulations"], best, line, answer["is_proven"])
                if answer["is_last"]:
                    return thoughts
                if report:
                    report(thoughts)

    def stop(self) -> None:
        """Let the search answer now; for any thread to call."""
        if self._process:
            self._send_question(self._process, {"stop": self._id})

    def close(self) -> None:
        """End the process for good, also one that another thread is just starting; for any thread to call."""
        self._is_closed = True
        self.rest()

    def rest(self) -> None:
        """End the process, whose question is not answered; the next one starts another process."""
        process, self._process = self._process, None
        if process:
            process.kill()
            process.wait()

    def _send_question(self, process: "subprocess.Popen[str]", message: dict[str, Any]) -> None:
        assert process.stdin
        try:
            process.stdin.write(json.dumps(message) + "\n")
            process.stdin.flush()
        except OSError:
            pass  # it has ended, which its answers tell

    def _started(self, game: str) -> "subprocess.Popen[str]":
        """Return the process; start another one when the game is ready compiled by now."""
        folder = compiled.find_compiled(game)
        if self._process and folder == self._folder:
            return self._process
        self.rest()
        if not folder:
            compiled.build_in_background(game)
        return self._start_process(folder)

    def _start_process(self, folder: Path | None) -> "subprocess.Popen[str]":
        """Start the process, with the rules that are compiled in a folder."""
        path = [str(folder)] if folder else []
        path += [each for each in sys.path if each]
        process = self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", compiled.PROGRAM, json.dumps([_more_games(), more.GAMES, self._is_modest])],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | {"PYTHONPATH": os.pathsep.join(path)},
        )
        if self._is_closed:
            self.rest()
            raise ThinkerGone("the program ends")
        self._folder = folder
        self._answers = queue.Queue()
        threading.Thread(target=_collect_answers, args=(process, self._answers), daemon=True).start()
        return process


class Thinkers:
    """Several thinking processes, for many questions at once: as many as there are cores, two at least."""

    def __init__(self, count: int = 0, is_modest: bool = True) -> None:
        """Start a process each with the first questions; `is_modest`: games that are played meanwhile stay quick."""
        self._thinkers = [Thinker(is_modest) for _ in range(count or max(2, os.cpu_count() or 1))]

    def __len__(self) -> int:
        return len(self._thinkers)

    def each(self, ask: Callable[[Thinker, Item], Answer], items: Sequence[Item]) -> list[Answer]:
        """Return what `ask(thinker, item)` answers for each item, in order; raise what it raises.

        Which thinker gets which item does not depend on time, so the same items get the same answers.
        """
        shares = [list(items[number :: len(self)]) for number in range(len(self))]
        with ThreadPoolExecutor(len(self)) as pool:
            runs = [
                pool.submit(lambda thinker, share: [ask(thinker, item) for item in share], thinker, share)
                for thinker, share in zip(self._thinkers, shares, strict=True)
            ]
            try:
                answers = [run.result() for run in runs]
            except BaseException:  # one has failed, or Ctrl-C: the others' answers are of no use
                self.rest()
                raise
        return [answers[place % len(self)][place // len(self)] for place in range(len(items))]

    def rest(self) -> None:
        """End the processes, whose questions are not answered; the next ones start others. For any thread to call."""
        for thinker in self._thinkers:
            thinker.rest()

    def close(self) -> None:
        for thinker in self._thinkers:
            thinker.close()


def _more_games() -> list[str]:
    """Return the folders of games that do not come with Treppe."""
    own = str(Path(games.__file__).parent)
    return [folder for folder in games.__path__ if folder != own]


def check_hands(state: State) -> None:
    """Raise HandsUnknown unless the program knows what the players hold, or nothing is hidden in this game."""
    if getattr(state, "is_dealt", True):
        return
    raise HandsUnknown({"code": "hands_unknown"})


def _collect_answers(process: "subprocess.Popen[str]", answers: "queue.Queue[dict[str, Any] | None]") -> None:
    assert process.stdout
    try:
        for line in process.stdout:
            answers.put(json.loads(line))
    finally:  # what a program says may be no answer
        answers.put(None)
