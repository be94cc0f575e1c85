"""What goes on at the table, and what people have to be told: lamps, display and sounds read it."""

from typing import TYPE_CHECKING, Any

from treppe.runtime import const
from treppe.table import texts
from treppe.table.guide.guidance import Guidance
from treppe.table.hands.evidence import Evidence
from treppe.table.hands.verdict import Verdict

if TYPE_CHECKING:
    from treppe.table.course import Course
    from treppe.table.types import Journal, Offer, Sensing, Settings, Surface, Told


SOON = const(1)
AT_ONCE = const(2)


class Situation:
    """What counts at this moment, replaced whole with each verdict: the verdict, and what people see of it.

    `explanation` and `back` are the verdict's, and `wait_ms` is until the session has done what it says. `offers` are
    proposed now; OK takes the one with the number `choice`. `has_no_more`: MENU has found no other offer.
    `is_wrong`: the board has said that what it shows is not possible; `refused` is the code why. `away` are fields
    whose pieces have been away for long, so that the display names them.
    """

    def __init__(self, verdict: Verdict | None = None, is_wrong: bool = False):
        verdict = verdict or Verdict(None)
        self.verdict = verdict
        self.explanation = verdict.explanation
        self.back = verdict.back
        self.wait_ms = verdict.wait_ms
        self.offers: list[Offer] = []
        self.choice = 0
        self.has_no_more = False
        self.is_wrong = is_wrong
        self.refused: Told = {}
        self.away: list[int] = []


class TableState:
    """The game at the table, what is known of the board, and what people have to be told.

    `stage`: "idle"; "guide": the board has to become as the position says, see `guidance`; "play"; "over". `course` is
    the game and its record, None while idle; `evidence` what sensors and record tell; `situation` what counts at this
    moment; `guidance` knows which piece goes where next while the board is led, or is wrong. `last_fields` were
    touched by the last action. `notice` is said in place of all else, `told` is its code; `fault` what the display says
    of the last of `faults`. `is_advice_asked`: people ask what a program would do. `peek`: the step of
    showing each player his own hand, 0 for none, and `own` its lines (see input/answers.py). `sag_mv` is what is
    left of a supply that sags, 0 while it is good. `tests` is what a self-test has found. `has_host`: one listens;
    in the position `freed_key` its program leaves the turn to people.

    `is_to_show` and `to_tell` (0, SOON, AT_ONCE) ask for new lamps and a new display; `num_looks` counts what ends a
    display that is being worked out.

    Settings: `wait_ms` (250), quiet time after which an action on towers counts; `hints` ("off", "legal", "advice");
    `language` ("en" or "de").
    """

    def __init__(
        self, surface: "Surface", sensing: "Sensing", journal: "Journal", settings: "Settings", has_display: bool
    ):
        self.surface = surface
        self.sensing: Any = sensing
        self.journal = journal
        self.settings = settings
        self.language = "en"
        self.texts: texts.Texts = None  # type: ignore[assignment]  # until the settings are applied
        self.has_display = has_display  # without one, lamps show choices that have no place on the board
        self.evidence = Evidence(surface.FIELDS, surface.SENSOR == "cell")
        self.situation = Situation()
        self.course: Course = None  # type: ignore[assignment]  # while idle only
        self.stage = "idle"
        self.guidance = Guidance(surface, self.evidence)
        self.notice = ""
        self.told: Told = {}
        self.last_fields: list[int] = []
        self.faults: list[Told] = []
        self.fault = ""
        self.is_advice_asked = False
        self.peek = 0
        self.own: list[str] = []
        self._advice_key = b""  # the position for which it was asked last
        self.has_host = False
        self.freed_key = b""
        self.sag_mv = 0
        self.tests: list[tuple[str, Told]] = []
        self.is_to_show = True
        self.to_tell = AT_ONCE
        self.num_looks = 0

    def shows_hints(self, player: int) -> bool:
        """Tell whether lamps show a player what is legal: by his own level, else by the setting, but no program."""
        return not self.is_left_to_program(player) and self.hint_level(player) != "off"

    def is_left_to_program(self, player: int) -> bool:
        """Tell whether a program chooses for a player: the board's own, or a host's that has not freed the turn."""
        if player < 0:  # the game is over
            return False
        if self.course.levels[player]:
            return True
        is_hosts = self.has_host and not self.course.is_person(player)
        return is_hosts and self.evidence.position.key != self.freed_key

    def hint_level(self, player: int) -> str:
        """Return a player's own level of hints, else that of the setting: "off", "legal" or "advice"."""
        level: str = self.course.hint_levels.get(player, self.settings.get("hints", "legal"))
        return level

    def wants_advice(self) -> bool:
        """Tell whether hints ask a host for advice at each turn, and none has been asked in this one."""
        if self.stage != "play" or self.evidence.position.key == self._advice_key:
            return False
        player = self.evidence.position.player
        return self.hint_level(player) == "advice" and self.course.is_person(player) and self.knows_hands()

    def knows_hands(self) -> bool:
        """Tell whether the board has dealt the hands, or none are hidden in this game: without that nobody advises."""
        return bool(getattr(self.course.state, "is_dealt", True))

    def is_only_asked(self) -> bool:
        """Tell whether the player to move has nothing to do on the board, but something to choose."""
        if self.stage != "play" or self.situation.back:
            return False
        position = self.evidence.position
        if self.is_left_to_program(position.player):
            return False
        return len(position.know().silent) == len(position.actions) > 0

    # What people have to be told.

    def tell(self, when: int = AT_ONCE) -> None:
        """Ask for a new display."""
        self.to_tell = max(self.to_tell, when)
        self.num_looks += 1

    def show(self) -> None:
        """Ask for new lamps."""
        self.is_to_show = True

    def show_and_tell(self) -> None:
        """Ask for new lamps and a new display."""
        self.is_to_show = True
        self.tell()

    def say(self, notice: str, told: "Told") -> None:
        """Let the display say something in place of all else: a code, in words; nothing, if they are empty."""
        self.notice = notice
        self.told = told
        self.show_and_tell()

    def drop_notice(self) -> None:
        """Drop the notice with whatever is said next."""
        self.notice = ""

    def ask_for_advice(self) -> None:
        """Ask a host what it would do, or not any more."""
        self.is_advice_asked = self.stage == "play" and not self.is_advice_asked
        if self.is_advice_asked:
            self._advice_key = self.evidence.position.key
        self.show_and_tell()

    def advise(self, word: str, kind: str, fields: bytes, lines: list[str], why: "Told | None" = None) -> None:
        """Record what a program advises, and show it, with some lines, until something else counts."""
        self.course.advise(word, kind, why)
        self.evidence.advise(fields, lines)
        self.is_advice_asked = False
        self.show_and_tell()

    def show_own(self, step: int, lines: list[str]) -> None:
        """Show a player what he holds, or call him; step 0: no more."""
        self.peek = step
        self.own = lines
        self.show_and_tell()

    def leave_stones(self) -> None:
        """Ask no longer to turn stones over."""
        self.evidence.ask_to_turn([])
        self.is_to_show = True

    def word_fault(self, fault: str) -> None:
        """Take the words for the last fault; empty if there is none."""
        self.fault = fault

    def note_supply(self, sag_mv: int) -> None:
        """Take what is left of a supply that sags, 0 while it is good."""
        self.sag_mv = sag_mv

    def take_tests(self, results: "list[tuple[str, Told]]") -> None:
        """Keep what a self-test has found: (state, told), see sensing/self_test.py."""
        self.tests = results
