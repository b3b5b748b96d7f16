"""The shader programs: capsules, capped segments, wires, surfaces and labels."""

from __future__ import annotations

from dataclasses import dataclass

from misi_viewer.render.glsl_common import SHARPENED
from misi_viewer.render.glsl_flat import (
    LABEL_FRAGMENT,
    LABEL_VERTEX,
    QUICK_LABEL_FRAGMENT,
    WIRE_FRAGMENT,
    WIRE_VERTEX,
)
from misi_viewer.render.glsl_round import CAPSULE_FRAGMENT, CUT_CAPSULE_FRAGMENT, ROUND_VERTEX, SEGMENT_FRAGMENT
from misi_viewer.render.glsl_surface import SURFACE_FRAGMENT, SURFACE_VERTEX

__all__ = ["CAPSULE", "CUT_CAPSULE", "LABEL", "SEGMENT", "SURFACE", "WIRE", "Shader", "fragment_code"]

LARGEST_WHOLE_EXPONENT = 256


@dataclass(frozen=True, slots=True)
class Shader:
    """Sources of one program.

    Attributes
    ----------
    vertex, fragment
        GLSL 1.50.
    attributes
        Names of the vertex attributes beside the position.
    quick_fragment
        In place of `fragment` for pictures with four samples on a turned grid;
        "" if it is the same.
    """

    vertex: str
    fragment: str
    attributes: tuple[str, ...]
    quick_fragment: str = ""


ROUND_ATTRIBUTES = ("far_end", "radius", "start_colour", "end_colour", "corner")

CAPSULE = Shader(ROUND_VERTEX, CAPSULE_FRAGMENT, ROUND_ATTRIBUTES)
CUT_CAPSULE = Shader(ROUND_VERTEX, CUT_CAPSULE_FRAGMENT, ROUND_ATTRIBUTES)
SEGMENT = Shader(ROUND_VERTEX, SEGMENT_FRAGMENT, ROUND_ATTRIBUTES)
WIRE = Shader(WIRE_VERTEX, WIRE_FRAGMENT, ("far_end", "start_colour", "end_colour", "corner"))
SURFACE = Shader(SURFACE_VERTEX, SURFACE_FRAGMENT, ("outward", "colour"))
LABEL = Shader(
    LABEL_VERTEX,
    LABEL_FRAGMENT,
    ("offset", "across", "up", "texels_across", "texels_up", "colour", "corner"),
    QUICK_LABEL_FRAGMENT,
)


def fragment_code(shader: Shader, exponent: float, quick: bool) -> str:
    """Return a fragment shader with the highlight's exponent built in; whole ones are multiplied out, for speed."""
    code = shader.quick_fragment if quick and shader.quick_fragment else shader.fragment
    return code.replace(SHARPENED, _power_function(exponent))


def _power_function(exponent: float) -> str:
    if exponent != int(exponent) or not 1 <= exponent <= LARGEST_WHOLE_EXPONENT:
        return f"float sharpened(float x) {{ return pow(x, {exponent!r}); }}"
    bits = int(exponent).bit_length()
    squares = "".join(f" float x{bit} = x{bit - 1} * x{bit - 1};" for bit in range(1, bits))
    factors = " * ".join(f"x{bit}" for bit in range(bits) if int(exponent) >> bit & 1)
    return f"float sharpened(float x0) {{{squares} return {factors}; }}"
