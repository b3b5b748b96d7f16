"""The explanation of a pair of atoms, typeset: verdict, roles, and every test with its value and limit."""

from __future__ import annotations

from html import escape

from PySide6.QtGui import QPalette

from misi_viewer.chem.hydrogen_bonds import Claim, Direction, Explanation, Step
from misi_viewer.gui.theme import VERDICT_COLOURS, is_dark

__all__ = ["explanation_html"]

VERDICTS = {
    "strict": "a hydrogen bond",
    "relaxed": "a hydrogen bond, but only by relaxation",
    "none": "no hydrogen bond",
}
LENGTHS = frozenset({"distance", "donor distance", "hydrogen distance"})
GREEK = {"phi": "φ", "theta": "θ", "upsilon": "υ", "tau": "τ"}
PASSED, FAILED = "✓", "✗"


def explanation_html(explanation: Explanation, palette: QPalette) -> str:
    """Return an explanation as a page in the palette's colours."""
    return _Typesetter(palette).page(explanation)


class _Typesetter:
    """Writes in one palette's colours."""

    def __init__(self, palette: QPalette) -> None:
        dark = is_dark(palette)
        self._good, self._bad = VERDICT_COLOURS[True, dark], VERDICT_COLOURS[False, dark]
        self._quiet = palette.color(QPalette.ColorRole.PlaceholderText).name()

    def page(self, explanation: Explanation) -> str:
        """Return the whole page."""
        pair = f"{escape(explanation.pocket_atom)} &nbsp;···&nbsp; {escape(explanation.ligand_atom)}"
        relaxation = f"limits relaxed by {explanation.distance_slop:g} Å and {explanation.angle_slop:g}°"
        head = (
            f"<p style='margin:0'><b>{pair}</b><br>{explanation.distance:.3f} Å apart; "
            f"<span style='color:{self._quiet}'>{relaxation}</span></p>"
        )
        bonded_first = sorted(explanation.directions, key=lambda direction: direction.outcome == "none")
        return head + "".join(map(self._direction, bonded_first))

    def _direction(self, direction: Direction) -> str:
        is_bond = direction.outcome != "none"
        verdict = self._coloured(f"{_mark(is_bond)} {VERDICTS[direction.outcome]}", is_bond)
        title = (
            f"<p style='margin-top:9px;margin-bottom:2px'><b>{direction.donor.capitalize()} donates:</b> {verdict}</p>"
        )
        rows = [self._claim("Donor", direction.donating), self._claim("Acceptor", direction.accepting)]
        rows += map(self._step, direction.steps)
        strict = direction.first_strict_failure
        if direction.outcome == "relaxed" and strict is not None:
            rows.append(self._note("Without relaxation"))
            rows.append(self._step(strict))
        return f"{title}<table width='100%' cellpadding='2' cellspacing='0'>{''.join(rows)}</table>"

    def _claim(self, role: str, claim: Claim) -> str:
        takes_part = bool(claim.rule)
        rule = "" if not takes_part else f"row {claim.rule}: " if claim.rule.isdigit() else f"{claim.rule} row: "
        atom = f"{escape(claim.atom)} <span style='color:{self._quiet}'>({escape(claim.idatm_type)})</span>"
        text = f"{atom}<br>{rule}{escape(claim.text)}"
        return _row(self._coloured(_mark(takes_part), takes_part), role, text, wide=True)

    def _step(self, step: Step) -> str:
        mark = self._coloured(_mark(step.passed), step.passed)
        name = f"{GREEK.get(step.name, step.name)} <span style='color:{self._quiet}'>({step.part})</span>"
        if step.value is None:
            return _row(mark, name, escape(step.remark), wide=True)
        value = self._coloured(_number(step, step.value), step.passed)
        return _row(mark, name, value, _limits(step))

    def _note(self, text: str) -> str:
        return f"<tr><td></td><td colspan='3' style='color:{self._quiet}'>{text}</td></tr>"

    def _coloured(self, text: str, is_good: bool) -> str:
        return f"<span style='color:{self._good if is_good else self._bad}'>{text}</span>"


def _mark(passed: bool) -> str:
    return PASSED if passed else FAILED


def _row(mark: str, name: str, text: str, last: str = "", *, wide: bool = False) -> str:
    cells = (
        f"<td colspan='2'>{text}</td>"
        if wide
        else f"<td align='right'>{text}</td><td style='white-space:pre'>  {last}</td>"
    )
    return f"<tr valign='top'><td width='18'>{mark}</td><td width='38%'>{name}</td>{cells}</tr>"


def _number(step: Step, value: float) -> str:
    return f"{value:.3f} Å" if step.name in LENGTHS else f"{value:.1f}°"


def _limits(step: Step) -> str:
    if step.least is not None and step.most is not None:
        return f"{_number(step, step.least)} to {_number(step, step.most)}"
    if step.least is not None:
        return f"≥ {_number(step, step.least)}"
    return "" if step.most is None else f"≤ {_number(step, step.most)}"
