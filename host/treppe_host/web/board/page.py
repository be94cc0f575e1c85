"""One board's page, kept up to date in every browser that shows the board."""

from collections.abc import Awaitable, Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from treppe import games
from treppe.alphabet.codes import diagnostic_of
from treppe.games.host import facts
from treppe_sim.errors import SimulationError

from treppe_host.errors import TreppeError
from treppe_host.html import Html, html
from treppe_host.programs.seats import level_of
from treppe_host.web import layout, texts
from treppe_host.web.board import new_game_form, summary
from treppe_host.web.board.seen import Variant
from treppe_host.web.board.sitting import MOVES, Sitting, asks, named_by, seat_in
from treppe_host.web.board.view import BoardView
from treppe_host.web.connections.board_programs import BoardPrograms
from treppe_host.web.connections.connection import BoardConnection
from treppe_host.web.connections.simulated_board import SimulatedConnection
from treppe_host.web.feed import PageFeed
from treppe_host.web.requests import Act, ActTaker, Content, is_guest, language_of
from treppe_host.web.texts.en import Texts
from treppe_host.words import reason

_May = Callable[[Any], bool]
_Do = Callable[[Any], Content | None]


class BoardPage:
    """One board shown in any number of browsers; those with the same variant of the page follow one feed."""

    def __init__(self, connection: BoardConnection, among: BoardPrograms, taker: ActTaker):
        self.connection = connection
        self._programs = among
        self._taker = taker
        self._view = BoardView(connection, among)
        self._feeds: dict[Variant, PageFeed] = {}
        connection.changes.watchers.append(self.refresh)

    def build(self, request: Request, may_touch: bool, template: str = "page") -> HTMLResponse:
        """Return the page for a player (`may_touch`) or a spectator; `overlay` is one for streams."""
        words = layout.words_for(request)
        key = self.connection.key
        feed = self.feed(request, may_touch)  # the page begins with what it has now, and follows it from there
        html_now = dict(feed.content["html"])
        drawn = {"board_drawn": html_now.pop("board-place", ""), "dialog": ""}
        if may_touch:
            drawn["dialog"] = new_game_form.draw_dialog(words, self.connection.is_simulated)
        begin = {"first": feed.content | {"html": html_now}, "last": feed.last_id}
        stream, acts = (f"boards/{key}/stream", f"boards/{key}/do") if may_touch else (f"watch/{key}/stream", "")
        wiring, bar = layout.Wiring(stream, acts, settings=begin), self._bar(words, may_touch)
        return layout.page(template, words, summary.title(self.connection.game), "play", bar, wiring, **drawn)

    def _bar(self, words: Texts, may_touch: bool) -> layout.Bar:
        key = self.connection.key
        rules = html('<button class="quiet" data-open="rules" id="open-rules">{}</button>', words.PAGE["rules"])
        if not may_touch:
            return layout.Bar(key, rules, is_watched=True)
        button = '<button class="primary" data-open="new-game" id="open-new-game">{}</button>'
        world = '<button class="quiet" data-own data-open="world" id="open-world">{}</button>'
        more = html(world, words.PAGE["simulation"]) if self.connection.is_simulated else Html()
        return layout.Bar(key, rules, html(button, words.PAGE["new_game"]), more)

    def feed(self, request: Request, may_touch: bool) -> PageFeed:
        named = named_by(request, may_touch)
        variant = Variant(language_of(request), may_touch, layout.view_of(request), named)
        if may_touch:
            self._programs.adviser.wake()  # somebody is here who may soon begin a game, and ask
        feed = self._feeds.setdefault(variant, PageFeed())
        feed.expect_reader()
        self.refresh()
        return feed

    def refresh(self) -> None:
        """Send every browser the changes since the last time; what nobody follows any more is forgotten."""
        for variant, feed in list(self._feeds.items()):
            if not feed.is_followed:
                self._feeds.pop(variant).end()
        for variant in self._feeds:
            self._refresh(variant)

    @property
    def _taken(self) -> frozenset[int]:
        """The seats that guests have named who are here."""
        game = self.connection.game
        here = [seat_in(game, variant.named) for variant, feed in self._feeds.items() if feed.is_followed]
        return frozenset(seat for seat in here if seat is not None)

    def _refresh(self, variant: Variant) -> None:
        feed, content = self._feeds[variant], self._view.everything(variant, self._taken)
        is_other_board = content["html"].get("board-place") != feed.content.get("html", {}).get("board-place")
        feed.show(content, is_new=is_other_board)  # pieces and lamps stand in the drawing of their board

    # What people do.

    async def act(self, request: Request) -> Response:
        """Do what a person does on the page."""
        language, game = language_of(request), self.connection.game
        acts = self._acts(language)
        sitting = Sitting(seat_in(game, named_by(request, True)), self._taken)
        barred = acts if asks(game, sitting.seat) else () if sitting.is_to_move(game) else MOVES
        why = _refusal("who" if barred is acts else "others", language)
        acts |= {name: acts[name]._replace(take=lambda _: why) for name in barred if name in acts}
        return await self._taker.take(request, acts)

    def _acts(self, language: str) -> dict[str, Act]:
        """Return the acts by their names."""
        connection, seat = self.connection, self._view.seat
        where = _gate(language)
        acts = {
            "press": Act(str, where(self._may_press, connection.press)),
            "release": Act(str, connection.release),
            "give_held": Act(list, self._give_held),
            "choose": Act(str, where(seat.may_choose, connection.choose)),
            "set": Act(dict, connection.set),
            "hint": Act(dict, connection.hint),
            "speak": Act(str, lambda _: connection.set({"name": "language", "value": language})),
            "learn": Act(str, lambda name: self._begin_game(self._programs.coach.begin(name), language), is_asked=True),
            "skip": Act(str, lambda _: self._programs.coach.end()),
            "start": Act(dict, lambda fields: self._start_game(fields, language), is_asked=True),
            "undo": Act(str, lambda _: connection.take_back()),
            "redo": Act(str, lambda _: connection.redo()),
            "draw": Act(str, lambda _: self._end("draw")),
            "resign": Act(str, lambda _: self._end("resign")),
            "grant": Act(str, lambda _: self._answer_rival(True)),
            "refuse": Act(str, lambda _: self._answer_rival(False)),
            "pause": Act(str, lambda _: connection.ask("pause")),
            "again": Act(str, lambda _: self._again(), is_asked=True),
            "resume": Act(str, lambda _: connection.ask("resume")),
            "next_puzzle": Act(str, lambda _: self._programs.puzzler.go_on(language), is_asked=True),
            "advise": Act(str, lambda _: self._programs.adviser.ask_more()),
        }
        return acts | (self._acts_at_the_table(connection.simulated, language) if connection.simulated else {})

    def _may_press(self, button: str) -> bool:
        """Return whether a key is this person's: in the menu there are sensors, settings and stored games."""
        leads_to_menu = button == "MENU" or bool(self.connection.display.get("menu"))
        return self._view.seat.may_press(button) and not (is_guest.get() and leads_to_menu)

    def _acts_at_the_table(self, connection: SimulatedConnection, language: str) -> dict[str, Act]:
        """Return the acts of hands at a simulated board."""
        seat, hand, where = self._view.seat, connection.simulated_hand, _gate(language)
        return {
            "field": Act(int, where(seat.may_touch, connection.touch)),
            "take": Act(str, where(seat.may_take, connection.take)),
            "give": Act(str, lambda _: connection.give()),
            "scatter": Act(str, where(lambda _: not seat.is_others, lambda _: connection.table.scatter())),
            "turn": Act(str, lambda _: hand.turn()),
            "power": Act(str, lambda _: self._try(connection.switch_power())),
            "cable": Act(str, lambda _: connection.move_cable()),
            "upset": Act(str, lambda _: connection.upset()),
            "real_hands": Act(bool, connection.table.want_real),
            "careless": Act(bool, hand.be_careless),
            "break": Act(str, connection.break_part),
        }

    async def _start_game(self, fields: Content, language: str) -> Content:
        """Start the game chosen in the dialog, or show there why it cannot start."""
        chosen = {name: value for name, value in fields.items() if isinstance(value, str)}

        async def start_chosen() -> None:
            name, options, seats = new_game_form.read_choice(chosen)
            await self.connection.new_game(name, options, seats, new_game_form.read_terms(chosen))

        return await self._begin_game(start_chosen(), language)

    async def _begin_game(self, work: Awaitable[None], language: str) -> Content:
        """Begin a game or a lesson, or show in the dialog why it cannot begin."""
        try:
            await work
        except (games.InvalidOption, TreppeError, SimulationError) as error:
            return {"refused": reason(error, language)}
        self.refresh()
        return {"close": True}

    def _give_held(self, chosen: list[Any]) -> None:
        """Play the action that gives what a player has marked in his hand."""
        game = self.connection.game
        codes = [code for code in chosen if isinstance(code, str)]
        word = facts.of(game.name).word_of(game.state, codes) if game.state else ""
        if word in game.silent_words() and self._view.seat.may_choose(word):
            self.connection.choose(word)

    def _end(self, how: str) -> None:
        """Offer a draw, or resign; with another board by asking it."""
        rival, seats = self._programs.rival, self.connection.game.seats
        if not rival or not rival.is_ours:
            if how == "draw" and any(map(level_of, seats)):
                self._programs.player.offer_draw()
            else:
                self.connection.ask(how)
        elif how == "draw":
            rival.offer()
        else:
            rival.resign()

    def _answer_rival(self, is_granted: bool) -> None:
        """Answer the other board's question."""
        if self._programs.rival:
            self._programs.rival.answer(is_granted)

    async def _again(self) -> None:
        """Begin the same game anew, with the same players and clocks, and another deal."""
        game = self.connection.game
        if not game.is_over or not game.state:
            return
        options = new_game_form.dealt_anew(game.state.options)
        seats = [name if isinstance(name, str) else "" for name in game.seats]
        limits = game.limits or (self._programs.rival and self._programs.rival.limits)
        try:
            await self.connection.new_game(game.name, options, seats, {"clock": limits} if limits else {})
        except (TreppeError, SimulationError) as error:
            self.connection.notice = [diagnostic_of(error)]
        self.refresh()

    async def _try(self, act: Awaitable[None]) -> None:
        try:
            await act
        except SimulationError as error:
            self.connection.notice = [diagnostic_of(error)]
            self.refresh()


def _refusal(why: str, language: str) -> Content:
    """Return what the page says by which somebody has done what is not his to do."""
    return {"barred": texts.load(language).AT_TABLE[why]}


def _gate(language: str) -> Callable[[_May, _Do], _Do]:
    """Return what makes an action one that is refused where it is not people's to do."""
    refusal = _refusal("others", language)
    return lambda may, act: lambda what: act(what) if may(what) else refusal
