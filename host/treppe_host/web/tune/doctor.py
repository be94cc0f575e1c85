"""The page of the doctor, `/doctor`: findings about a board, with advice."""

import asyncio
import re
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from treppe_host.deploy import answers
from treppe_host.deploy.running_board import STAGES, judge_answers
from treppe_host.errors import BoardError
from treppe_host.finding import BROKEN, GOOD, LOOK, Finding
from treppe_host.finding import joined as together
from treppe_host.html import Html, html, joined, options
from treppe_host.link.client import Message
from treppe_host.store.store import Store
from treppe_host.tune.kinds import sensor_kind
from treppe_host.web import layout
from treppe_host.web.connections.connection import BoardConnection
from treppe_host.web.requests import Act, ActTaker, Content
from treppe_host.web.texts.en import Texts

_SIGNS = {GOOD: "✓", LOOK: "!", BROKEN: "✗"}
_KINDS = {GOOD: "good", LOOK: "look", BROKEN: "broken"}
_COMMAND = re.compile(r"treppe [a-z]+( --[a-z]+)*")  # no line breaks in one


class DoctorPage:
    """Examines one board over its open link."""

    def __init__(self, connection: BoardConnection, store: Store, taker: ActTaker):
        self.connection = connection
        self._store = store
        self._taker = taker

    def build(self, request: Request) -> HTMLResponse:
        """Return the page for one browser, which asks for an examination at once."""
        words, key = layout.words_for(request), self.connection.key
        stages = options((number, f"{number}: {text}") for number, text in words.DOCTOR["stages"].items())
        wiring = layout.Wiring(acts=f"doctor/{key}/do", files=("doctor",))
        return layout.page("doctor", words, words.DOCTOR["title"], "doctor", layout.Bar(key), wiring, stages=stages)

    async def act(self, request: Request) -> Response:
        words = layout.words_for(request)
        examine = Act(str, lambda stage: self._examine(words, stage), is_asked=True)
        return await self._taker.take(request, {"examine": examine})

    async def _examine(self, words: Texts, wanted: str) -> Content:
        """Return the findings about a stage, or about all."""
        say = words.DOCTOR
        stage = int(wanted) if wanted in map(str, STAGES) else None
        try:
            found = await asyncio.to_thread(self._examine_board, asyncio.get_running_loop(), stage)
        except BoardError as error:
            lines = _row("broken", "✗", say["no_board"], "", error, html("<p>{}</p>", say["no_board_advice"]))
            return {"html": {"headline": say["no_board"], "findings": lines}}
        rows = joined(
            _finding_row(words, line, f"tune/{self.connection.key}") for line in sorted(found, key=_worst_first)
        )
        return {"html": {"headline": headline(words, found), "findings": rows}}

    def _examine_board(self, loop: asyncio.AbstractEventLoop, stage: int | None) -> list[Finding]:
        """In a thread: ask the board for everything."""

        def ask_board(do: str, **fields: Any) -> Message:
            return asyncio.run_coroutine_threadsafe(self.connection.command(do, **fields), loop).result()

        client = self.connection.client
        hello = client.hello if client else None
        if client is None or hello is None:
            raise BoardError({"code": "board_without_hello"})
        running = client
        found = answers.ask(
            hello, ask_board, lambda: (running.figures.lines, running.figures.bad_lines, running.commands.num_repeats)
        )
        return together(judge_answers(found, stage), [] if stage else self._remembered())

    def _remembered(self) -> list[Finding]:
        """Return what the games on the board have shown of its fields."""
        surface = self.connection.surface
        return sensor_kind(surface).findings(self._store, self.connection.board, surface) if surface else []


def _worst_first(line: Finding) -> int:
    return (BROKEN, LOOK, GOOD).index(line.verdict)


def headline(words: Texts, found: list[Finding]) -> str:
    """Return the overall verdict in one line."""
    say = words.DOCTOR
    if not found:
        return str(say["other_surface"])
    broken = [line for line in found if line.verdict == BROKEN]
    odd = [line for line in found if line.verdict == LOOK]
    if broken:
        return str(say["headline_broken"].format(len(broken)))
    return str(say["headline_look"].format(len(odd)) if odd else say["headline_good"])


def _finding_row(words: Texts, line: Finding, sensors: str) -> Html:
    """Return a line of the findings; `sensors` is the address of the page that does what `treppe tune` does."""
    verdict, language = words.DOCTOR["verdicts"][line.verdict], words.LANGUAGE
    link = html('<a href="~/{}">{}</a>', sensors, words.DOCTOR["sensors"])
    advised = _COMMAND.sub(r"<code>\g<0></code>", line.advised(language))
    advice = html("<p>{}</p>", html(advised, do=link)) if line.advice else ""
    found = joined(line.found(language).split("\n"), html("<br>"))
    kind, sign = _KINDS[line.verdict], _SIGNS[line.verdict]
    return _row(kind, sign, line.name(language), html("<small>{}</small>", verdict), found, advice)


def _row(*cells: object) -> Html:
    return html(
        '<tr class="{}"><td class="sign"><span aria-hidden="true">{}</span></td>'
        '<th scope="row">{} {}</th><td>{}{}</td></tr>',
        *cells,
    )
