"""Playing the steps of a question: a timeline of stations, and where on it one is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from psygnal import Signal

from misi_viewer.scene.shot import Shot
from misi_viewer.session.explorer.asked import Load
from misi_viewer.session.explorer.legs import leg_seconds, shot_between
from misi_viewer.session.explorer.stations import Station, question_stations
from misi_viewer.tasks import Question
from misi_viewer.tasks.answers import Answer

__all__ = ["SPEEDS", "Playback"]

SPEEDS: Final = (0.25, 0.5, 1.0, 2.0, 4.0)
"""Factors of the usual speed that a window offers."""

HOLD_SECONDS: Final = 0.7
"""How long it rests at each station, at the usual speed."""

_MOVED: Final = ("view", "commands", "pose", "projection", "orthographic_width", "ligand_commands")
"""What of a shot a person changes by turning the scene or moving the ligand."""


class Playback:
    """The timeline of one question. It keeps no time itself: a window's timer calls `advance`.

    Signals
    -------
    stations_changed
        Another question, or another answer to it, is played.
    position_changed
        Another place of the timeline is shown: take over `shot`.
    playing_changed
        It plays now, or rests.
    away_changed
        The scene was turned freely, or is at the step again.

    Parameters
    ----------
    load
        Reads complexes by id; called for those that are shown, so they should be at hand.
    size
        Of the view, pixels; their ratio matters where the camera turns over to another view.
    """

    stations_changed = Signal()
    position_changed = Signal()
    playing_changed = Signal()
    away_changed = Signal()

    def __init__(self, load: Load, size: tuple[int, int] = (1024, 768)) -> None:
        self.load = load
        self.size = size
        self.loop = False
        self._stations: tuple[Station, ...] = ()
        self._station = 0
        self._fraction = 0.0
        self._rested = 0.0
        self._speed = 1.0
        self._playing = self._away = False

    # What is played

    @property
    def stations(self) -> tuple[Station, ...]:
        """The timeline; empty where nothing can be played."""
        return self._stations

    def show(self, question: Question | None, answer: Answer | None = None) -> None:
        """Put a question's stations on the timeline, and rest at the first one.

        Parameters
        ----------
        question
            None for none.
        answer
            Where it leads, in place of the truth.

        Raises
        ------
        UserError
            If it cannot be played; nothing has changed then.
        """
        self.set_stations(() if question is None else question_stations(question, self.load, answer))

    def set_stations(self, stations: Sequence[Station]) -> None:
        """Put stations that were made elsewhere on the timeline, and rest at the first one."""
        self.pause()
        self._stations = tuple(stations)
        self._station, self._fraction, self._rested = 0, 0.0, 0.0
        self.stations_changed.emit()
        self._arrived()

    # Where it is

    @property
    def station(self) -> int:
        """Place of the station that was reached last."""
        return self._station

    @property
    def fraction(self) -> float:
        """How much of the way to the next station is behind: from 0 to below 1."""
        return self._fraction

    @property
    def position(self) -> float:
        """Both together, from 0 to `last`."""
        return self._station + self._fraction

    @property
    def last(self) -> int:
        """Position of the last station."""
        return max(0, len(self._stations) - 1)

    @property
    def current(self) -> Station | None:
        """The station that was reached last; None where nothing is played."""
        return self._stations[self._station] if self._stations else None

    @property
    def at_station(self) -> bool:
        """Whether it is just at a station."""
        return self._fraction == 0.0

    @property
    def complex_id(self) -> str:
        """Id of the complex that is seen; "" where nothing is played."""
        return self._seen()[0]

    @property
    def shot(self) -> Shot:
        """What is seen here; at a station its own shot, bit for bit."""
        return self._seen()[1]

    def shot_at(self, position: float) -> tuple[str, Shot]:
        """Return which complex is seen at a place of the timeline, and how."""
        if not self._stations:
            return "", Shot()
        station, fraction = self._split(position)
        return shot_between(self._stations, station, fraction, self.load, self.size)

    def _seen(self) -> tuple[str, Shot]:
        return self.shot_at(self.position)

    def _split(self, position: float) -> tuple[int, float]:
        position = min(max(position, 0.0), float(self.last))
        return int(position), position - int(position)

    # Going about

    def scrub(self, position: float) -> None:
        """Go to any place of the timeline and rest there."""
        self.pause()
        self._station, self._fraction = self._split(position)
        self._rested = 0.0
        self._arrived()

    def go_to(self, station: int) -> None:
        """Go to a station and rest there."""
        self.scrub(float(station))

    def step(self, by: int = 1) -> bool:
        """Go on to the next station, or back to the one before with -1; return whether there is one."""
        here = self._station if self.at_station or by > 0 else self._station + 1
        there = here + by
        if not 0 <= there <= self.last or not self._stations:
            return False
        self.go_to(there)
        return True

    def find(self, picture: int) -> int | None:
        """Return the station that shows a picture of the question, by its number from 0; None if none does."""
        return next((place for place, one in enumerate(self._stations) if one.picture == picture), None)

    # Playing

    @property
    def playing(self) -> bool:
        """Whether it plays."""
        return self._playing

    @property
    def speed(self) -> float:
        """Factor of the usual speed."""
        return self._speed

    def set_speed(self, speed: float) -> None:
        """Play faster or slower.

        Raises
        ------
        ValueError
            If it is not above 0.
        """
        if not speed > 0.0:
            raise ValueError(speed)
        self._speed = speed

    def play(self) -> None:
        """Play on from here; from the end, from the beginning."""
        if self._playing or self.last == 0:
            return
        if self.position >= self.last:
            self._station, self._fraction = 0, 0.0
        self._rested = 0.0
        self._playing = True
        self._arrived()
        self.playing_changed.emit()

    def pause(self) -> None:
        """Rest here."""
        if self._playing:
            self._playing = False
            self.playing_changed.emit()

    def toggle(self) -> None:
        """Play, or rest."""
        if self._playing:
            self.pause()
        else:
            self.play()

    def advance(self, seconds: float) -> None:
        """Play on by some time; at the end it rests, or begins again in a loop."""
        if not self._playing:
            return
        left = max(0.0, seconds) * self._speed
        before = self.position
        while left > 0.0 and self._playing:
            left = self._rest(left) if self.at_station else self._travel(left)
        if self.position != before:
            self._arrived()

    def _rest(self, left: float) -> float:
        """Stay at a station for as long as one does; return the time that is left."""
        due = HOLD_SECONDS - self._rested
        if left < due:
            self._rested += left
            return 0.0
        self._rested = 0.0
        if self._station < self.last:
            return self._travel(left - due)
        if self.loop:
            self._station = 0
        else:
            self.pause()
        return left - due

    def _travel(self, left: float) -> float:
        """Go on towards the next station; return the time that is left there."""
        whole = leg_seconds(self._stations, self._station)
        way = (1.0 - self._fraction) * whole
        if left < way:
            self._fraction = min(self._fraction + left / whole, 1.0 - 1.0e-9)
            return 0.0
        self._station, self._fraction, self._rested = self._station + 1, 0.0, 0.0
        return left - way

    # Away from it

    @property
    def is_away(self) -> bool:
        """Whether the scene was turned freely since."""
        return self._away

    def note_shot(self, complex_id: str, shot: Shot) -> None:
        """Take note of what the window shows; where that is something else, it rests, and one is away."""
        if not self._stations:
            return
        own_id, own = self._seen()
        away = complex_id != own_id or any(getattr(shot, field) != getattr(own, field) for field in _MOVED)
        if away:
            self.pause()
        self._set_away(away)

    def back_to_step(self) -> None:
        """Show again what the timeline says."""
        self._arrived()

    def _arrived(self) -> None:
        self._set_away(False)
        self.position_changed.emit()

    def _set_away(self, away: bool) -> None:
        if away != self._away:
            self._away = away
            self.away_changed.emit()
