"""The findings about a game on its page: a curve, the worst actions, how many each player made."""

from collections.abc import Collection, Sequence
from functools import partial
from typing import Any

from treppe import games
from treppe.games import State

from treppe_host.html import Html, html, joined
from treppe_host.programs.analysis import BLUNDER, Analysis, Mistake, has_open_chances, pieces_left
from treppe_host.programs.process import HandsUnknown
from treppe_host.programs.start import openings_of
from treppe_host.store.score_sheet import ScoreSheet
from treppe_host.web import assets, texts
from treppe_host.web.games.analysing import AnalysisState
from treppe_host.web.games.position import each_position
from treppe_host.web.texts import saying
from treppe_host.web.texts.en import Texts
from treppe_host.words import reason

_WIDTH, _HEIGHT = 640, 150
_WORST = 8
_part = partial(assets.part, "game_parts")


def view(words: Texts, sheet: ScoreSheet, standing: AnalysisState) -> Html:
    """Return the findings, with buttons that begin and stop the analysis."""
    say, found = words.ANALYSIS, standing.found
    head = html("<h2>{}</h2>", say["title"])
    if isinstance(standing.failure, HandsUnknown):
        return head + html('<p class="wrong">{}</p>', say["hidden"])
    if standing.failure:
        head += html('<p class="wrong">{}</p>', reason(standing.failure, words.LANGUAGE))
    if not standing.done and not standing.is_running:
        return head + _part("analysis_button", "begin", say["begin"])
    parts = [head]
    if standing.done < standing.most:
        looking = say["looking"].format(standing.done, standing.most)
        text = f"{looking} · {say['waiting']}" if standing.is_waiting else looking
        parts.append(_part("progress", say, standing, text))
    parts.append(findings(words, sheet, found, standing.most, with_puzzles=True))
    return joined(parts)


def findings(words: Texts, sheet: ScoreSheet, found: Analysis, most: int, *, with_puzzles: bool) -> Html:
    """Return what is known of a game of `most` positions: curve, counts, the worst actions, with puzzles if wanted."""
    is_whole = len(found.chances) == most
    parts = [_curve(words, sheet.seats, found, most)]
    if has_open_chances(sheet.game):
        parts.append(html("<p>{}</p>", words.ANALYSIS["open"]))
    if openings_of(games.start(sheet.game, sheet.options)):
        parts.append(html("<p>{}</p>", words.ANALYSIS["opening"]))
    if is_whole:
        parts.append(_counts(words, sheet.seats, found))
        if left := pieces_left(sheet.game, found):
            parts.append(html("<p>{}</p>", words.ANALYSIS["left"].format(*left)))
    worst = sorted(found.mistakes, key=lambda mistake: -mistake.loss)[:_WORST]
    states = _states(sheet, {mistake.place - 1 for mistake in worst})
    numbers = sheet.turn_numbers()
    rows = [_mistake_row(words, each, states[each.place - 1], numbers[each.place - 1]) for each in worst]
    if rows:
        parts.append(_part("worst", rows, words.PUZZLE["button"] if with_puzzles else ""))
    elif is_whole:
        parts.append(html("<p>{}</p>", words.ANALYSIS["none"]))
    return joined(parts)


def _states(sheet: ScoreSheet, places: Collection[int]) -> dict[int, State]:
    """Return the positions after so many moves."""
    reached = each_position(sheet) if places else ()
    return {position.place: position.state.clone() for position in reached if position.place in places}


def _curve(words: Texts, seats: Sequence[Any], found: Analysis, most: int) -> Html:
    """Return each player's chance after each move as a line; a touch leads to the move."""
    if len(found.chances) < 2:
        return Html()
    lines = [
        (
            " ".join(f"{across(place, most):.1f},{_down(row[player]):.1f}" for place, row in enumerate(found.chances)),
            texts.player_name(words, seats, player),
        )
        for player in range(len(found.chances[0]))
    ]
    dots = [
        (
            mistake.player,
            f"{across(mistake.place, most):.1f}",
            f"{_down(found.chances[mistake.place][mistake.player]):.1f}",
            9 if mistake.loss >= BLUNDER else 6,
        )
        for mistake in found.mistakes
    ]
    step = _WIDTH / max(1, most - 1)
    touched = [f"{across(place, most) - step / 2:.1f}" for place in range(len(found.chances))]
    title = words.ANALYSIS["curve" if len(found.chances[0]) > 1 else "alone"]
    return _part("curve", title, lines, dots, touched, f"{step:.1f}", _WIDTH, _HEIGHT)


def across(place: int, most: int) -> float:
    """Return where a place of the game is on the curve."""
    return place * _WIDTH / max(1, most - 1)


def here(place: int, most: int) -> Html:
    """Return the mark on the curve of the place that the board shows."""
    return html('<path class="here" d="M{:.1f} 0V{}"/>', across(place, most), _HEIGHT)


def _down(chance: float) -> float:
    return _HEIGHT * (1 - chance)


def _counts(words: Texts, seats: Sequence[Any], found: Analysis) -> Html:
    say = words.ANALYSIS
    lines = []
    for player in range(len(found.chances[0])):
        own = [mistake.loss for mistake in found.mistakes if mistake.player == player]
        kinds = (("blunder", sum(loss >= BLUNDER for loss in own)), ("mistake", sum(loss < BLUNDER for loss in own)))
        text = ", ".join(say[kind][count > 1].format(count) for kind, count in kinds if count) or say["clean"]
        lines.append(say["counted"].format(texts.player_name(words, seats, player), text))
    return _part("counts", lines)


def _mistake_row(words: Texts, mistake: Mistake, before: State, number: int) -> dict[str, Any]:
    return {
        "before": mistake.place - 1,
        "number": number,
        "player": mistake.player,
        "word": saying.shown(words, before, mistake.word),
        "loss": 100 * mistake.loss,
        "better": html(words.ANALYSIS["better"], saying.shown(words, before, mistake.better)),
    }
