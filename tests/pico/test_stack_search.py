"""The search for the deepest chain of calls, in calls that were seen."""

# ruff: noqa: E402
import sys
from pathlib import Path

from needs import require

require("pico")
sys.path.append(str(Path(__file__).parents[1] / "bench"))

from bench_stack import Calls


def test_the_deepest_chain_is_found_though_it_was_never_seen_as_a_whole() -> None:
    calls = Calls()
    calls.between = {("", "run"): 500, ("run", "tick"): 300, ("run", "save"): 100, ("tick", "save"): 400}
    calls.own = {"run": 2000, "tick": 50, "save": 1000}
    assert calls.deepest() == (2500, [("run", 500)])
    calls.own["save"] = 1400
    assert calls.deepest() == (2600, [("run", 500), ("tick", 800), ("save", 1200)])


def test_a_call_back_to_an_open_function_ends_the_search() -> None:
    calls = Calls({("", "think"): 100, ("think", "look"): 200, ("look", "think"): 300}, {"look": 10})
    assert calls.deepest() == (310, [("think", 100), ("look", 300)])
