"""What lamps, display and sounds see of the session: they change nothing."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from treppe.table.course import Course
    from treppe.table.pending import Pending
    from treppe.table.session import Session
    from treppe.table.texts import Texts


class View:
    """The session, to be read: `stage`, `course`, `evidence`, `pending`, `guidance` and `messages`, see Session.

    `surface`, `sensing` and `journal` are the board's; without a display (`has_display`) lamps show choices that have
    no place on the board.
    """

    def __init__(self, session: "Session", has_display: bool):
        self._session = session
        self.evidence = session.evidence
        self.guidance = session.guidance
        self.messages = session.messages
        self.surface = session.surface
        self.sensing = session.sensing
        self.journal = session.journal
        self.has_display = has_display
        self.is_only_asked = session.is_only_asked
        self.is_left_to_program = session.is_left_to_program

    @property
    def stage(self) -> str:
        """What goes on: "idle", "guide", "play" or "over"."""
        return self._session.stage

    @property
    def course(self) -> "Course":
        """The game and its record."""
        return self._session.course

    @property
    def pending(self) -> "Pending":
        """What is waited for."""
        return self._session.pending

    @property
    def texts(self) -> "Texts":
        """The words of the language that is set."""
        return self._session.texts

    @property
    def language(self) -> str:
        """The language that is set: "en" or "de"."""
        return self._session.language

    def hint_level(self, player: int) -> str:
        """Return a player's own level of hints, else that of the setting: "off", "legal" or "advice"."""
        session = self._session
        level: str = session.course.hint_levels.get(player, session.settings.get("hints", "legal"))
        return level

    def shows_hints(self, player: int) -> bool:
        """Tell whether lamps show a player what is legal: by his own level, else by the setting, but no program."""
        return not self.is_left_to_program(player) and self.hint_level(player) != "off"

    def wants_advice(self) -> bool:
        """Tell whether hints ask a host for advice at each turn, and none has been asked in this one."""
        session = self._session
        if session.stage != "play" or session.evidence.position.key == session.advice_key:
            return False
        player = session.evidence.position.player
        return self.hint_level(player) == "advice" and session.course.is_person(player) and self.knows_hands()

    def knows_hands(self) -> bool:
        """Tell whether the board has dealt the hands, or none are hidden in this game: without that nobody advises."""
        return bool(getattr(self._session.course.state, "is_dealt", True))
