"""What lamps, display and sounds see of the session: they change nothing."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from treppe.play.game_record import GameRecord
    from treppe.play.pending import Pending
    from treppe.play.session import Session
    from treppe.texts import Texts


class View:
    """The session, to be read: `stage`, `game_record`, `observed`, `pending`, `guidance` and `messages`, see Session.

    `surface`, `sensing` and `journal` are the board's; without a display (`has_display`) lamps show choices that have
    no place on the board.
    """

    def __init__(self, session: "Session", has_display: bool):
        self._session = session
        self.observed = session.observed
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
    def game_record(self) -> "GameRecord":
        return self._session.game_record

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
        """Return a player's own level of hints, else that of the setting: "off", "legal", "advice" or "warning"."""
        session = self._session
        level: str = session.game_record.hint_levels.get(player, session.settings.get("hints", "legal"))
        return level

    def shows_hints(self, player: int) -> bool:
        """Tell whether lamps show a player what is legal: by his own level, else by the setting, but no program."""
        return not self.is_left_to_program(player) and self.hint_level(player) != "off"

    def wants_advice(self) -> bool:
        """Tell whether hints ask a host for advice at each turn, and none has been asked in this one."""
        session = self._session
        return session.stage == "play" and session.observed.position.key != session.advice_key and self._has("advice")

    def needs_warning(self) -> bool:
        """Tell whether hints ask a host to warn the player to move."""
        return self._session.has_host and self._session.stage == "play" and self._has("warning")

    def _has(self, level: str) -> bool:
        """Tell whether the player to move is a person with this level of hints, and no hand is hidden."""
        player = self._session.observed.position.player
        return self.hint_level(player) == level and self._session.game_record.is_person(player) and self.knows_hands()

    def knows_hands(self) -> bool:
        """Tell whether the board has dealt the hands, or none are hidden in this game: without that nobody advises."""
        return bool(getattr(self._session.game_record.state, "is_dealt", True))
