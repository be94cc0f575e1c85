"""The page of the doctor, `/doctor`: how the board is, line by line, and what to do about it."""

import asyncio
import re
from types import ModuleType
from typing import Any

from nicegui import Client, background_tasks, ui

from treppe_host.deploy import answers, doctor
from treppe_host.deploy.doctor import Check
from treppe_host.errors import BoardError
from treppe_host.html import Html, html, joined
from treppe_host.link.client import Message
from treppe_host.web import layout, texts
from treppe_host.web.connections.connection import BoardConnection

_SIGNS = {doctor.GOOD: "✓", doctor.LOOK: "!", doctor.BROKEN: "✗"}
_NUMBER = re.compile(r"(?<![a-z])[a-l]\d+|\d+")  # or a field
_KINDS = {doctor.GOOD: "good", doctor.LOOK: "look", doctor.BROKEN: "broken"}


class DoctorPage:
    """The doctor for one board; it is asked over the link that is open already."""

    def __init__(self, connection: BoardConnection):
        self.connection = connection

    def build(self) -> None:
        """Build the page for one browser, and look."""
        client = ui.context.client
        words = texts.LANGUAGES[layout.language_of(client)]
        layout.add_head(words)
        layout.add_files("doctor", {})
        say = {f"say_{name}": text for name, text in words.DOCTOR.items() if isinstance(text, str)}
        stages = joined(
            html('<option value="{number}">{number}: {text}</option>', number=number, text=text)
            for number, text in words.DOCTOR["stages"].items()
        )
        key = self.connection.key
        parts = {"stages": stages, "board": f"/boards/{key}", "tune": f"/tune/{key}"}
        ui.html(layout.fill("doctor", words, **parts, **say), sanitize=False).classes("treppe")
        ui.on("examine", layout.listener(lambda stage: self._examine(client, words, int(stage or 0))))
        client.on_connect(lambda: background_tasks.create(self._examine(client, words, 0)))

    async def _examine(self, client: Client, words: ModuleType, stage: int) -> None:
        say = words.DOCTOR
        _show(client, {"headline": say["looking"], "again": say["again"]})
        try:
            found = await asyncio.to_thread(
                self._ask, asyncio.get_running_loop(), stage if stage in doctor.STAGES else None
            )
        except BoardError as error:
            lines = html('<tr class="broken"><td class="sign">✗</td><th scope="row">{}</th>', say["no_board"])
            lines += html("<td>{}<p>{}</p></td></tr>", error, say["no_board_advice"])
            _show(client, {"headline": say["no_board"], "findings": lines})
            return
        _show(client, {"headline": headline(words, found), "findings": joined(_row(words, line) for line in found)})

    def _ask(self, loop: asyncio.AbstractEventLoop, stage: int | None) -> list[Check]:
        """In a thread of its own: ask the board for everything."""

        def command(do: str, **fields: Any) -> Message:
            return asyncio.run_coroutine_threadsafe(self.connection.command(do, **fields), loop).result()

        client = self.connection.client
        hello = client.hello if client else None
        if client is None or hello is None:
            raise BoardError("no hello has come from it")
        known = client
        found = answers.ask(
            hello, command, lambda: (known.figures.lines, known.figures.bad_lines, known.commands.num_repeats)
        )
        return doctor.judge(found, stage)


def headline(words: ModuleType, found: list[Check]) -> str:
    """Return how the board is, in one line."""
    say = words.DOCTOR
    if not found:
        return str(say["other_surface"])
    broken = [line for line in found if line.verdict == doctor.BROKEN]
    odd = [line for line in found if line.verdict == doctor.LOOK]
    if broken:
        return str(say["headline_broken"].format(len(broken)))
    return str(say["headline_look"].format(len(odd)) if odd else say["headline_good"])


def phrase(words: ModuleType, text: str, values: dict[str, Any] | None = None) -> str:
    """Return what the doctor or the board says, in the page's language if it is known there."""
    phrases: dict[str, str] = words.DOCTOR_PHRASES
    if values:
        return phrases.get(text, text).format(**values)
    if text in phrases:
        return phrases[text]
    known = phrases.get(_NUMBER.sub("#", text), "")
    if known:
        numbers = iter(_NUMBER.findall(text))
        return re.sub("#", lambda _: next(numbers), known)
    for separator in ("; ", ": "):
        if separator in text:
            return separator.join(phrase(words, part) for part in text.split(separator))
    return text


def _row(words: ModuleType, line: Check) -> Html:
    verdict = words.DOCTOR["verdicts"][line.verdict]
    advice = html("<p>{}</p>", phrase(words, line.advice)) if line.advice else ""
    found = joined(phrase(words, line.template, line.values).split("\n"), html("<br>"))
    return html(
        '<tr class="{kind}"><td class="sign"><span aria-hidden="true">{sign}</span></td>'
        '<th scope="row">{name} <small>{verdict}</small></th><td>{found}{advice}</td></tr>',
        kind=_KINDS[line.verdict],
        sign=_SIGNS[line.verdict],
        name=phrase(words, line.name),
        verdict=verdict,
        found=found,
        advice=advice,
    )


def _show(client: Client, html: dict[str, str]) -> None:
    client.run_javascript(layout.show({"html": html}))
