"""The pages of events: the list, and of one event its rounds with their pairings, and the cross-table."""

from treppe import games
from treppe.games import catalogue
from treppe_host.html import Html, html, joined

from treppe_club.cross_table_view import RESULTS, draw_cross_table, legend
from treppe_club.event.event import Event, EventError, Pairing, Player, Result, System
from treppe_club.event.pairing import check_next
from treppe_club.event_rows import StoredEvent
from treppe_club.texts import ClubTexts

_RULED = (
    (Result.FIRST_WINS, Result.DRAW, Result.SECOND_WINS),
    (Result.FIRST_BY_FORFEIT, Result.SECOND_BY_FORFEIT, Result.NEITHER),
)


def event_list(words: ClubTexts, events: list[StoredEvent]) -> Html:
    """Return the links to all events."""
    return joined(
        html(
            '<li><a href="~/event/{number}"><strong>{name}</strong><span>{game} · {system}</span>'
            "<span>{standing}</span></a></li>",
            number=stored.number,
            name=stored.name,
            game=catalogue.title(stored.game),
            system=words.EVENT[stored.event.system],
            standing=_event_state(words, stored.event),
        )
        for stored in events
    )


def event_games() -> list[tuple[str, str]]:
    """Return names and titles of the games that two can play."""
    return [(name, catalogue.title(name)) for name in catalogue.names() if _is_for_two(name)]


def _is_for_two(name: str) -> bool:
    try:
        return int(games.start(name, {"players": 2}).players) == 2
    except games.InvalidOption:
        return False


def event_content(words: ClubTexts, stored: StoredEvent, *, may_rule: bool) -> Html:
    """Return the part of an event's page that changes."""
    say, event = words.EVENT, stored.event
    head = html(
        '<header class="facts"><h2>{name}</h2><p>{game} · {system} · {standing}</p></header>',
        name=stored.name,
        game=catalogue.title(stored.game),
        system=say[event.system],
        standing=_event_state(words, event),
    )
    rounds = joined(
        _round(words, stored, number, may_rule=may_rule) for number in range(len(event.rounds), 0, -1)
    ) or html('<p class="soft">{}</p>', say["not_begun"])
    left = html(
        '<section class="rounds" aria-label="{title}">{tabs}{acts}{rounds}</section>',
        title=say["pairings"],
        tabs=_tabs(words, event),
        acts=_acts(words, event) if may_rule else Html(),
        rounds=rounds,
    )
    right = html(
        '<section class="places"><h3>{title}</h3><div class="wide">{table}</div>{legend}</section>',
        title=say["cross_table"] if event.rounds else say["players"],
        table=draw_cross_table(words, event),
        legend=legend(words, event) if event.rounds else Html(),
    )
    people = _people(words, event) if may_rule else Html()
    return html('{}<div class="halves">{}<div>{}{}</div></div>', head, left, right, people)


def _event_state(words: ClubTexts, event: Event) -> str:
    say = words.EVENT
    if event.is_over:
        return str(say["over"])
    if not event.rounds:
        return str(say["num_players"].format(len(event.players)))
    return str(say["round_of"].format(len(event.rounds), event.length))


def _tabs(words: ClubTexts, event: Event) -> Html:
    if len(event.rounds) < 2:
        return Html()
    last = len(event.rounds)
    tabs = joined(
        html(
            '<button data-round="{number}" aria-pressed="{now}">{number}</button>',
            number=number,
            now="true" if number == last else "false",
        )
        for number in range(1, last + 1)
    )
    return html('<nav class="tabs" aria-label="{}">{}</nav>', words.EVENT["rounds"], tabs)


def _round(words: ClubTexts, stored: StoredEvent, number: int, *, may_rule: bool) -> Html:
    event = stored.event
    rows = joined(_pairing(words, stored, number, pairing, may_rule) for pairing in event.rounds[number - 1])
    return html(
        '<div class="round" id="round-{number}" data-of="{number}"{hidden}>'
        '<h3>{title}</h3><ol class="pairings">{rows}</ol></div>',
        number=number,
        hidden=html(" hidden") if number < len(event.rounds) else "",
        title=words.EVENT["round"].format(number),
        rows=rows,
    )


def _pairing(words: ClubTexts, stored: StoredEvent, number: int, pairing: Pairing, may_rule: bool) -> Html:
    event = stored.event
    if pairing.second is None:
        return html(
            '<li class="bye"><span class="number"></span><span class="first">{name}</span><em>{bye}</em></li>',
            name=event.player(pairing.first).name,
            bye=words.EVENT[f"is_{pairing.result}"],
        )
    game = stored.games.get((number, pairing.table))
    return html(
        '<li class="{state}" id="pairing-{number}-{place}"><span class="number" title="{table}">{place}</span>'
        '<span class="first{won}"><i class="dot player0"></i><b>{first}</b></span>'
        "{result}"
        '<span class="second{lost}"><b>{second}</b><i class="dot player1"></i></span>{acts}</li>',
        state="open" if pairing.result is None else "done",
        number=number,
        table=words.CLUB["table"].format(pairing.table),
        place=pairing.table,
        won=" won" if pairing.points(pairing.first) == 1 else "",
        lost=" won" if pairing.points(pairing.second) == 1 else "",
        first=event.player(pairing.first).name,
        second=event.player(pairing.second).name,
        result=_result(words, pairing, game),
        acts=_ruling(words, number, pairing) + _proposal(words, stored, number, pairing) if may_rule else Html(),
    )


def _result(words: ClubTexts, pairing: Pairing, game: int | None) -> Html:
    """Return the result, with the replay of the game that gave it."""
    shown = html('<i class="vs">–</i>')
    if pairing.result:
        shown = html("{} <i>:</i> {}", *RESULTS[pairing.result])
    if game is None:
        return html('<span class="result">{}</span>', shown)
    title = words.EVENT["by_board" if pairing.result else "still_open"].format(game)
    return html('<a class="result" href="~/games/{0}" data-game="{0}" title="{1}">{2}</a>', game, title, shown)


def _ruling(words: ClubTexts, number: int, pairing: Pairing) -> Html:
    """Return the buttons with which an arbiter sets a result; a smaller button unfolds the forfeits."""
    say = words.EVENT
    usual, others = (joined(_rule_button(words, number, pairing, each) for each in row) for row in _RULED)
    clear = html(
        '<button data-act="rule" data-round-number="{}" data-table="{}" data-result="">{}</button>',
        number,
        pairing.table,
        say["no_result"],
    )
    return html(
        '<span class="ruling" role="group" aria-label="{label}">{usual}<details id="more-{number}-{table}"><summary '
        'aria-label="{more}">…</summary><span>{others}{clear}</span></details></span>',
        label=say["set_result"],
        usual=usual,
        more=say["more_results"],
        others=others,
        clear=clear if pairing.result else Html(),
        number=number,
        table=pairing.table,
    )


def _proposal(words: ClubTexts, stored: StoredEvent, number: int, pairing: Pairing) -> Html:
    """Return what a game says of an open pairing that may be an older one, with a button that takes its result."""
    proposal = stored.proposed.get(pairing.table)
    if proposal is None or number < len(stored.event.rounds) or not proposal.pairing.result:
        return Html()
    shown = proposal.pairing if proposal.pairing.first == pairing.first else proposal.pairing.turned()
    assert shown.result
    text = words.EVENT["proposed"].format(proposal.game, ":".join(RESULTS[shown.result]))
    return html(
        '<span class="ruling"><a href="~/games/{game}">{text}</a>'
        '<button data-act="accept" data-game="{game}">{accept}</button></span>',
        game=proposal.game,
        text=text,
        accept=words.EVENT["accept"],
    )


def _rule_button(words: ClubTexts, number: int, pairing: Pairing, result: Result) -> Html:
    one, other = RESULTS[result]
    return html(
        '<button data-act="rule" data-round-number="{number}" data-table="{table}" data-result="{result}" '
        'aria-pressed="{is_set}" title="{meaning}">{one}:{other}</button>',
        number=number,
        table=pairing.table,
        result=result,
        is_set="true" if pairing.result is result else "false",
        meaning=words.EVENT[f"result_{result.name.lower()}"],
        one=one,
        other=other,
    )


def _acts(words: ClubTexts, event: Event) -> Html:
    """Return the arbiter's buttons for rounds, or the reason why there are none."""
    say = words.EVENT
    buttons = Html()
    if event.rounds and not any(pairing.result and pairing.result.is_played for pairing in event.rounds[-1]):
        buttons = html('<button class="quiet" data-act="unpair">{}</button>', say["unpair"])
    if not event.rounds:
        buttons = html('<button class="quiet" data-act="delete">{}</button>', say["delete"])
    try:
        check_next(event)
    except EventError as error:
        why = "" if error.code == "over" and event.is_over else words.EVENT_ERRORS[error.code]
        return html('<p class="following">{}<span class="soft">{}</span></p>', buttons, why)
    pair = html('<button class="primary" data-act="pair">{}</button>', say["pair"].format(len(event.rounds) + 1))
    return html('<p class="following">{}{}</p>{}', pair, buttons, _by_hand(words, event))


def _by_hand(words: ClubTexts, event: Event) -> Html:
    """Return a form for the pairings of a Swiss round as an arbiter wants them."""
    if event.system is System.ROUND_ROBIN:
        return Html()
    say = words.EVENT
    return html(
        '<details class="by-hand" id="by-hand"><summary>{title}</summary><p class="soft">{how}</p>'
        '<form data-form="by_hand"><textarea name="tables" rows="6" required placeholder="1 5&#10;2 6&#10;7" '
        'aria-label="{title}"></textarea><button>{button}</button></form></details>',
        title=say["by_hand"],
        button=say["pair"].format(len(event.rounds) + 1),
        how=say["how_by_hand"],
    )


def _people(words: ClubTexts, event: Event) -> Html:
    """Return the arbiter's list of players, with buttons to add them, let them leave, or give them a bye."""
    say = words.EVENT
    rows = joined(_person(words, event, player) for player in event.players)
    add = html(
        '<form data-form="add"><input name="name" maxlength="60" required placeholder="{0}" aria-label="{0}">'
        "<button>{1}</button></form>",
        say["name"],
        say["add"],
    )
    is_closed = event.system is System.ROUND_ROBIN and bool(event.rounds)
    return html(
        '<details class="people" id="people"><summary>{title}</summary><ol>{rows}</ol>{add}</details>',
        title=say["manage_players"],
        rows=rows,
        add=Html() if is_closed else add,
    )


def _person(words: ClubTexts, event: Event, player: Player) -> Html:
    say, following = words.EVENT, len(event.rounds) + 1
    has_left, is_away = player.last_round is not None, following in player.absent
    acts = [("come_back", say["come_back"])] if has_left else [("leave", say["leave"])]
    if event.system is System.SWISS and not has_left and not event.is_over:
        acts.append(("no_bye", say["no_bye"]) if is_away else ("bye", say["bye"].format(following)))
    acts.append(("rename", say["rename"]))
    buttons = joined(
        html('<button class="quiet" data-act="{}" data-player="{}">{}</button>', act, player.number, text)
        for act, text in acts
    )
    return html(
        '<li class="{}" id="player-{}"><b>{}</b>{}</li>',
        "departed" if has_left else "",
        player.number,
        player.name,
        buttons,
    )
