"""The program of a thinking process: a question a line in, what it thinks so far and at last an answer a line out.

A question: {"id", "asked_s" (when, by the monotonic clock), "position" (a state's text)} and what `process.Limits` has;
what comes first, simulations or seconds, ends it. {"stop": id} ends it now. Answers: {"id", "is_last", "simulations",
"action" (a word), "line" (words that it expects, the last time), "is_proven" (of one player: nothing is better),
"best": [[word, simulations behind it, chance], ...]}; equal chances where the game is `OPEN`, see its evaluation.

The program's argument names games that do not come with Treppe, and whether to give way to other programs: [[folder,
...], lines of `treppe.games.index`, true or false].
"""

import gc
import json
import os
import queue
import signal
import sys
import threading
import time
from random import Random
from typing import Any

from treppe import games
from treppe.games import State, more, positions
from treppe_host.programs.alone import AloneSearch
from treppe_host.programs.search import ANY, Search, choose
from treppe_host.programs.start import DEEP, AnySearch, evaluation_of, start_search

BATCH_S = 0.02  # thinks so long before it looks whether to stop
MOST_LATE = 0.75  # of a question's time may have gone by before the process reads it
REPORT_S = 0.2
EXPECTED = 3  # actions of the line that is expected


class Worker:
    """One search at a time; the tree is kept for the next question where it can go on from it."""

    def __init__(self) -> None:
        """Read questions in a thread: a stop comes while the search runs."""
        self.questions: queue.Queue[dict[str, Any]] = queue.Queue()
        self.stopped = -1
        self.search: AnySearch | None = None
        self.kind = (1.0, False)  # of that search: its regard, and whether it is deep
        threading.Thread(target=self._read_questions, daemon=True).start()

    def _read_questions(self) -> None:
        try:
            for line in sys.stdin:
                question = json.loads(line)
                if "stop" in question:
                    self.stopped = question["stop"]
                else:
                    self.questions.put(question)
        finally:
            self.questions.put({})

    def answer_all(self) -> None:
        """Answer until the questions end."""
        while question := self.questions.get():
            try:
                self.answer(question)
            except Exception as error:
                error.add_note(f"position: {question['position']}")
                raise

    def answer(self, question: dict[str, Any]) -> None:
        """Think about one position, for one simulation at least, and say so."""
        clock = time.process_time if question["is_work"] else time.monotonic
        end = clock() + question["seconds"]
        if not question["is_work"]:  # the process may have been started for this question
            end = max(end - MOST_LATE * question["seconds"], question["asked_s"] + question["seconds"])
        state = positions.read(question["position"])
        search = self.search_of(state, question)
        target = search.simulations + question["simulations"]
        shown = time.monotonic() + REPORT_S
        batch = 1
        while search.simulations < target:
            start = time.monotonic()
            before = search.simulations
            search.think(min(batch, target - before))
            if search.simulations == before:
                break  # the outcome is known, or the memory full
            if clock() >= end or self.stopped == question["id"]:
                break
            now = time.monotonic()
            batch = max(1, min(2 * batch, int(batch * BATCH_S / max(now - start, 1e-6))))
            if now >= shown:
                self._report_best(question, state, search, is_last=False)
                shown = now + REPORT_S
        self._report_best(question, state, search, is_last=True)

    def search_of(self, state: State, question: dict[str, Any]) -> AnySearch:
        """Return a search of a position: the last one, if it has the position in its tree and may be gone on with."""
        seed, only, simulations = question["seed"], question["only"], question["simulations"]
        if only or question["is_proof"]:
            action = state.action(only) if only else ANY
            return start_search(state, seed, action, simulations=simulations, is_proof=question["is_proof"])
        kind = (question["regard"], simulations >= DEEP)
        if not (
            self.search
            and not question["error"]
            and self.kind == kind
            and self.search.state.options == state.options
            and self.search.find(bytes(state.position))
        ):
            self.search = start_search(state, seed, regard=question["regard"], simulations=simulations)
            self.kind = kind
        return self.search

    def _report_best(self, question: dict[str, Any], state: State, search: AnySearch, is_last: bool) -> None:
        thoughts = search.thoughts()
        low, high = getattr(evaluation_of(state.NAME), "OPEN", (1.0, 0.0))
        best = [
            (state.word(action), visits, 1 / state.players if low <= chance <= high else round(chance, 4))
            for action, visits, chance in thoughts[: question["shown"]]
        ]
        chance = Random(question["seed"])
        action = choose(
            thoughts, question["error"], lambda: chance.gauss(0.0, 1.0), state.players == 1, question["is_varied"]
        )
        answer = {
            "id": question["id"],
            "is_last": is_last,
            "simulations": search.simulations,
            "action": state.word(action),
            "line": _spell_line(state, search.line(EXPECTED)) if is_last and isinstance(search, Search) else [],
            "is_proven": isinstance(search, AloneSearch) and search.is_proven,
            "best": best,
        }
        print(json.dumps(answer), flush=True)


def _spell_line(state: State, line: list[int]) -> list[str]:
    """Return the notations of actions that follow each other."""
    twin, notations = state.clone(), []
    for action in line:
        notations.append(twin.word(action))
        twin.apply_action(action)
    return notations


if __name__ == "__main__":
    gc.disable()  # a tree has no reference cycles; the collector would spend a fifth of the time looking for some
    # Ctrl-C is meant for the program that asks; this one ends with its questions.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    paths, index, is_modest = json.loads(sys.argv[1])
    if is_modest and hasattr(os, "nice"):
        os.nice(5)
    games.__path__ += paths
    more.GAMES = index
    Worker().answer_all()
