"""A game as one HTML file that replays it in any browser: no server, nothing fetched, nothing sent."""

import base64
import hashlib
import re
from typing import Any

from treppe.games import catalogue

from treppe_host.html import Html, html, trusted
from treppe_host.link.client import Message
from treppe_host.programs import stored_games
from treppe_host.programs.analysis import Analysis
from treppe_host.store.rows import ActionRecord
from treppe_host.store.score_sheet import ScoreSheet
from treppe_host.store.store import Store
from treppe_host.web import assets, texts
from treppe_host.web.drawing import projections
from treppe_host.web.feed import Content, differences
from treppe_host.web.games import analysis_view, plots, record
from treppe_host.web.games.position import Position, each_position
from treppe_host.web.texts.en import Texts

_POLICY = re.compile('http-equiv="Content-Security-Policy" content="([^"]*)"')


def replay_of(store: Store, number: int, language: str) -> str:
    """Return a stored game as such a file; raises UnknownRecord."""
    sheet = store.sheet(number)
    found = stored_games.find_analysis(store, number, stored_games.moments_of(sheet))
    return replay_file(texts.load(language), sheet, store.actions(number), store.events(number)[0], found)


def replay_file(
    words: Texts, sheet: ScoreSheet, records: list[ActionRecord], start: Message, found: Analysis | None
) -> str:
    """Return a game as such a file; `start` is the game's first event, `found` what an analysis has found of it."""
    end = Position(sheet, len(sheet.moves))
    script = assets.bundle("page_input", "replay_file")
    return assets.fill(
        "replay_file",
        words,
        language=words.LANGUAGE,
        policy=_policy(script),
        title=catalogue.title(sheet.game),
        style=trusted("".join(assets.read_asset(f"{name}.css") for name in assets.STYLES)),
        most=str(end.place),
        result=record.result_of(words, sheet),
        players=record.who_played(words, sheet, start),
        broken=record.fault_of(words, sheet, end.fault),
        moves=record.record_rows(words, sheet, records),
        plots=plots.thinking_plot(words, sheet) + plots.score_plot(words, end.scores),
        analysis=_analysis(words, sheet, found) if found else "",
        settings=trusted(
            assets.in_script(assets.settings(words) | {"sounds": None, "game": _content(words, sheet, found)})
        ),
        script=trusted(script),
    )


def policy_in(page: str) -> str:
    """Return the policy that stands in such a file, for a server that shows it."""
    found = _POLICY.search(page)
    assert found
    return str(Html(found[1]).unescape())


def _policy(script: str) -> str:
    """Return the policy that allows the file its one script and its styles, nothing else."""
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    return f"default-src 'none'; script-src 'sha256-{digest}'; style-src 'unsafe-inline'; base-uri 'none'"


def _analysis(words: Texts, sheet: ScoreSheet, found: Analysis) -> Html:
    shown = analysis_view.findings(words, sheet, found, len(sheet.moves) + 1, with_puzzles=False)
    return html('<div id="analysis" class="hands"><h2>{}</h2>{}</div>', words.ANALYSIS["title"], shown)


def _content(words: Texts, sheet: ScoreSheet, found: Analysis | None) -> dict[str, Any]:
    """Return the data of the file's script: each position in words, its changed stacks, and the board in each view."""
    first = Position(sheet, 0)
    kinds = {each.name: each for each in (projections.projection_of(first.surface, name) for name in projections.NAMES)}
    positions: list[Content] = []
    before: Content = {}
    for position in each_position(sheet):
        content: Content = position.content(words)
        if found:
            content["html"]["curve-here"] = analysis_view.here(position.place, len(sheet.moves) + 1)
        now = {"fields": position.fields()}
        positions.append(assets.escaped(content | {"changed": differences(now, before).get("fields", {})}))
        before = now
    return {"positions": positions, "views": {name: first.board(words, kind) for name, kind in kinds.items()}}
