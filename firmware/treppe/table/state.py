"""What goes on at the table: lamps, display and sounds read it, the session and the table above it write it."""

from treppe.runtime import const
from treppe.table import texts
from treppe.table.guide.guidance import Guidance
from treppe.table.hands.evidence import Evidence
from treppe.table.situation import Situation

TYPE_CHECKING = const(False)  # see games/state.py
if TYPE_CHECKING:
    from typing import Any

    from treppe.table.course import Course
    from treppe.table.types import Journal, Sensing, Surface, Told


class TableState:
    """The game at the table, what is known of the board, and what people have to be told.

    `stage`: "idle"; "guide": the board has to become as the position says, see `guidance`; "play"; "over". `course` is
    the game and its record, None while idle; `evidence` what sensors and record tell; `situation` what counts at this
    moment; `guidance` knows which piece goes where next while the board is led, or is wrong. `last_fields` were
    touched by the last action. `notice` is said in place of all else, `told` is its code; `fault` what the display says
    of the last of `faults`. `is_advice_asked`: somebody wants to know what a program would do. `sag_mv` is what is left
    of a supply that sags, 0 while it is good. `tests` is what a self-test has found.

    Settings: `wait_ms` (250), quiet time after which an action on towers counts; `hints` ("legal" or "off");
    `language` ("en" or "de").
    """

    def __init__(self, surface: "Surface", sensing: "Sensing", journal: "Journal", settings: dict, has_display: bool):
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
        self.sag_mv = 0
        self.tests: list[tuple[str, Told]] = []

    def shows_hints(self, player: int) -> bool:
        """Tell whether lamps show a player what is legal: by his own level, else by the setting, but no program."""
        if self.course.levels[player]:
            return False
        return self.course.hint_levels.get(player, self.settings.get("hints", "legal")) != "off"

    def is_only_asked(self) -> bool:
        """Tell whether the player to move has nothing to do on the board, but something to choose."""
        if self.stage != "play" or self.situation.back:
            return False
        position = self.evidence.position
        return len(position.know().silent) == len(position.actions) > 0
