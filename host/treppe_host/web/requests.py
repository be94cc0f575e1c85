"""What browsers ask: their language, JSON of a bounded length, and what people do on a page, each act once."""

import asyncio
import json
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from contextvars import ContextVar
from typing import Any, NamedTuple, TypeVar

from starlette.convertors import IntegerConvertor, register_url_convertor
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from treppe_host.errors import UnknownRecord
from treppe_host.link.schema_violations import is_plain
from treppe_host.supervision import start_job
from treppe_host.web import assets, texts

LANGUAGE_COOKIE = "treppe-language"
LARGEST = 2**31 - 1
"""The largest number of a record that a database keeps."""
_PART_S = 10.0
_MOST_BYTES = 300_000  # a calibration in a file has up to 200,000
_MOST_ANSWERS = 2000
_LONGEST_ID = 64
_MOST_DIGITS = 9

Content = dict[str, Any]
T = TypeVar("T")


class _RecordNumber(IntegerConvertor):
    """Matches numbers that a record can have, or just not; an address with thousands of digits names nothing."""

    regex = "[0-9]{1,10}"


register_url_convertor("record", _RecordNumber())


def language_of(request: Request) -> str:
    """Return the language that the user has chosen, else the one that the browser asks for."""
    return texts.choose_language(request.cookies.get(LANGUAGE_COOKIE), request.headers.get("accept-language", ""))


async def read_body(request: Request, most_bytes: int) -> bytes:
    """Return a request's body; raise HTTPException if it is too long, or does not come."""
    body = bytearray()
    loop = asyncio.get_running_loop()
    try:
        async with asyncio.timeout(_PART_S) as limit:
            async for part in request.stream():
                limit.reschedule(loop.time() + _PART_S)
                body += part
                if len(body) > most_bytes:
                    raise HTTPException(413)
    except TimeoutError:
        raise HTTPException(408) from None
    return bytes(body)


async def read_json(request: Request, most_bytes: int = _MOST_BYTES) -> Content:
    """Return the JSON object in a request; raise HTTPException if it is too long, not one, or holds what no database
    and program can: halves of surrogate pairs, NUL, endless numbers."""
    try:
        content = json.loads(await read_body(request, most_bytes))
    except (ValueError, RecursionError):
        raise HTTPException(400) from None
    if not isinstance(content, dict) or not is_plain(content):
        raise HTTPException(400)
    return content


def number_in(text: str | None) -> int:
    """Return the number that a text of at most nine digits is, 0 for any other text."""
    return int(text) if text and text.isascii() and text.isdecimal() and len(text) <= _MOST_DIGITS else 0


class Page(HTMLResponse):
    """A page of HTML. A letter that no browser can read, as a database may have one, becomes a question mark."""

    def render(self, content: str) -> bytes:
        return content.encode("utf-8", "replace")


is_guest: ContextVar[bool] = ContextVar("is_guest", default=False)
"""Whether the present request is one of a guest, who has come by *Others join*."""
present_act: ContextVar[str] = ContextVar("present_act", default="")
"""The id of the act of a page that is being done: what comes of it alone is that page's to show."""
_GUESTS = (
    *("press", "release", "give_held", "choose", "hint", "learn", "skip", "start", "undo", "draw", "resign", "grant"),
    *("redo", "refuse", "pause", "again", "resume", "next_puzzle", "advise", "field", "take", "give", "scatter"),
    *("turn", "position", "puzzle", "go_on"),
)
"""The acts of guests, who play; all others are the owner's."""


class Act(NamedTuple):
    """What people can do on a page: `take` gets a value of the type `kind`.

    `is_asked`: the page waits for the answer, which is a change of the page (see page.js); else it goes on at once.
    """

    kind: type
    take: Callable[[Any], Awaitable[Content | None] | Content | None]
    is_asked: bool = False


class ActTaker:
    """Does what pages send by POST: `{"id": ..., "act": NAME, "value": ...}`.

    A request that comes twice, after a lost answer or by a double click on a form, has the same id and is done once.
    """

    def __init__(self) -> None:
        self._answers: OrderedDict[str, asyncio.Future[Any]] = OrderedDict()

    async def take(self, request: Request, acts: Mapping[str, Act]) -> Response:
        """Do an act, and answer with its change of the page; raise HTTPException for what is none, or not a guest's."""
        content = await read_json(request)
        if await _is_given_up(request):
            raise HTTPException(408)
        name, number, value = content.get("act"), content.get("id"), content.get("value")
        act = acts.get(name) if isinstance(name, str) else None
        if is_guest.get() and name not in _GUESTS:
            raise HTTPException(403)
        if act is None or type(value) is not act.kind:
            raise HTTPException(400)
        try:
            answer = await self.answer_once(number, lambda: _do(act, str(name), value))
        except UnknownRecord:
            raise HTTPException(404) from None
        return Response(json.dumps(answer, separators=(",", ":")), media_type="application/json")

    async def answer_once(self, number: object, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """Return the answer to a request by its id: the kept one if it has come before; HTTPException without an id."""
        if not isinstance(number, str) or not 0 < len(number) <= _LONGEST_ID:
            raise HTTPException(400)
        if number not in self._answers:
            present_act.set(number)
            self._answers[number] = asyncio.ensure_future(work())
            if len(self._answers) > _MOST_ANSWERS:
                self._answers.popitem(last=False)
        answer: T = await asyncio.shield(self._answers[number])
        return answer


async def _is_given_up(request: Request) -> bool:
    """Return whether the page has said that its click was not carried out: this program was asleep, or too busy."""
    for _ in range(3):  # so that the connection's end, which has come with the request, is read
        await asyncio.sleep(0)
    return await request.is_disconnected()


async def _do(act: Act, name: str, value: Any) -> Content:
    done = act.take(value)
    if isinstance(done, Awaitable):
        if not act.is_asked:
            start_job(_finish(done), f"the act {name}")
            return {}
        done = await done
    return assets.escaped(done) if done else {}


async def _finish(done: Awaitable[Any]) -> None:
    await done
