"""The list of stored games as HTML: the form that filters it, the table, the form for files."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from functools import partial
from urllib.parse import urlencode

from treppe.games import catalogue

from treppe_host.html import Html, html
from treppe_host.store.game_filter import SORTED, GameFilter, day
from treppe_host.store.rows import GameRow
from treppe_host.store.times import on_the_wall
from treppe_host.web import assets, texts
from treppe_host.web.games.record import result_of
from treppe_host.web.texts.en import Texts

_LIST = 200  # games in the list at most
DELETED = "deleted"
"""The choice of result that shows hidden games."""


@dataclass(frozen=True, slots=True)
class ListForm:
    """The fields of the list's form, as they stand in the address."""

    game: str = ""
    player: str = ""
    result: str = ""
    since: str = ""
    until: str = ""
    event: str = ""
    sort: str = "-when"

    @classmethod
    def of(cls, parameters: Mapping[str, str]) -> "ListForm":
        """Return the form's fields in the parameters of an address."""
        return cls(**{part.name: str(parameters.get(part.name, part.default)) for part in fields(cls)})

    def game_filter(self) -> GameFilter:
        """Return the filter for the store; raise InvalidChoice."""
        is_hidden = self.result == DELETED
        return GameFilter(
            game=self.game or None,
            player=self.player or None,
            since=day(self.since or None),
            until=day(self.until or None, is_end=True),
            result=None if is_hidden else self.result or None,
            event=self.event or None,
            limit=_LIST,
            sort=self.sort,
            is_part=True,
            is_hidden=is_hidden,
            is_played=True,
        )


_part = partial(assets.part, "game_parts")


def filters(words: Texts, choice: ListForm, events: Sequence[str]) -> Html:
    """Return the form that filters the games; `events` are the known events."""
    say = words.GAMES
    results = {"": say["any"], "unfinished": say["running"], "incomplete": say["incomplete"], "draw": say["draw"]}
    for colour, name in zip(("blue", "red", "yellow", "green"), words.PLAYERS, strict=True):
        results[colour] = say["won"].format(name)
    results[DELETED] = say["deleted"]
    kinds, listed = {"": say["any"]} | texts.titles(), {"": say["any"]} | {event: event for event in events}
    return _part("filters", say, choice, kinds, results, listed, words.PUZZLE["title"])


def undo_note(words: Texts, number: int) -> Html:
    """Return a note about a deleted game with a button that brings it back; nothing for number 0."""
    return _part("undo_note", words.GAMES, number) if number else Html()


def import_form(words: Texts) -> Html:
    """Return the form for a file of games."""
    return _part("import_form", words.GAMES)


def go_on_button(words: Texts, number: int) -> Html:
    """Return the button that resumes a game on its board."""
    return html('<button class="primary go-on" data-go-on="{}">{}</button>', number, words.GAMES["go_on"])


def game_list(
    words: Texts, records: Sequence[GameRow], open_games: Collection[int] = (), choice: ListForm = ListForm()
) -> Html:
    """Return a table of games with links to their records; `open_games` are numbers of games that can be resumed."""
    say = words.GAMES
    if not records:
        return html("<p>{}</p>", say["none"])
    rows = [
        {
            "number": record.number,
            "title": catalogue.title(record.game),
            "event": record.event,
            "players": " – ".join(texts.name_of(words, record.seats, player) for player in range(len(record.seats))),
            "moment": _moment(words, record),
            "result": result_of(words, record),
            "go_on": go_on_button(words, record.number) if record.number in open_games else "",
            "actions": record.num_actions,
        }
        for record in records
    ]
    return _part("games", [_head(say[name], name, choice) for name in SORTED], rows)


def _head(title: str, name: str, choice: ListForm) -> dict[str, str]:
    """Return the head of a column, which sorts by it, and the other way round if it does so now."""
    is_up, is_down = choice.sort == name, choice.sort == f"-{name}"
    sort = f"-{name}" if is_up or (name in ("number", "when", "actions") and not is_down) else name
    address = urlencode({key: value for key, value in asdict(choice).items() if value} | {"sort": sort})
    return {
        "title": title,
        "address": address,
        "sorted_by": "ascending" if is_up else "descending" if is_down else "none",
    }


def _moment(words: Texts, record: GameRow) -> str:
    moment = on_the_wall(record.started_at, record.zone_s)
    shown = moment.strftime("%Y-%m-%d %H:%M") if moment else ""
    return words.GAMES["guessed"].format(shown) if shown and record.is_guessed else shown
