"""The shader programs: capsules, capped segments, wires and labels.

Everything is computed in the camera's frame (x right, y up, z towards the
viewer, angstrom). A fragment finds its ray from its own pixel, so that a
picture does not depend on how it was cut into tiles. Depth is kept linearly
from near to far. `//VTK::...` lines are filled in by VTK.
"""

from __future__ import annotations

__all__ = ["CAPSULE", "CUT_CAPSULE", "LABEL", "SEGMENT", "WIRE", "Shader", "fragment_code"]

from dataclasses import dataclass


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


_VERTEX_HEAD = """//VTK::System::Dec
//VTK::CustomUniforms::Dec
in vec4 vertexMC;
in vec2 corner;

vec3 toCamera(vec3 point) {
  vec4 scene = vec4(point, 1.0);
  return vec3(dot(cameraX, scene), dot(cameraY, scene), dot(cameraZ, scene));
}

// Divisor that takes the camera's frame to the picture plane.
float divisor(float depth) {
  return mix(1.0, depth, perspective);
}

vec4 clipPosition(vec2 plane) {
  return vec4(plane * planeToClip.xy + planeToClip.zw, 0.0, 1.0);
}

const vec4 OUTSIDE = vec4(2.0, 2.0, 2.0, 1.0);
"""

# A capsule's or cylinder's shadow on the picture plane lies in a rectangle along its axis.
# Where the near plane cuts it, in the box round the shadow of what is left.
_ROUND_VERTEX = (
    _VERTEX_HEAD
    + """
in vec3 far_end;
in float radius;
in vec3 start_colour;
in vec3 end_colour;

flat out vec3 middle;
flat out vec4 axis;      // unit vector, half length
flat out float thickness;
flat out vec3 firstColour;
flat out vec3 secondColour;

vec2 reach(vec2 centre, float depth, vec2 direction) {
  float nearest = divisor(depth - radius);
  vec2 across = vec2(-direction.y, direction.x);
  vec2 slope = perspective * vec2(dot(centre, direction), dot(centre, across));
  return radius * sqrt(1.0 + slope * slope) / nearest + margin;
}

vec4 wholeQuad(vec3 a, vec3 b) {
  vec2 start = a.xy / divisor(-a.z);
  vec2 end = b.xy / divisor(-b.z);
  vec2 along = end - start;
  float separation = length(along);
  vec2 direction = separation > 1e-6 ? along / separation : vec2(1.0, 0.0);
  vec2 first = reach(start, -a.z, direction);
  vec2 second = reach(end, -b.z, direction);
  vec2 lengthwise = corner.x < 0.0 ? start - direction * first.x : end + direction * second.x;
  vec2 across = vec2(-direction.y, direction.x);
  return clipPosition(lengthwise + across * corner.y * max(first.y, second.y));
}

void boxOf(vec3 centre, inout vec2 low, inout vec2 high) {
  vec2 depths = vec2(divisor(max(-centre.z - radius, depthRange.x)), divisor(max(-centre.z + radius, depthRange.x)));
  vec2 left = centre.xy - radius;
  vec2 right = centre.xy + radius;
  low = min(low, min(left / depths.x, left / depths.y));
  high = max(high, max(right / depths.x, right / depths.y));
}

// Along the axis the shadow is widest at an end, or where the ball comes clear of the near plane.
vec4 cutQuad(vec3 a, vec3 b) {
  float first = depthRange.x - radius;
  float clear = depthRange.x + radius;
  vec3 step = (b - a) / (abs(b.z - a.z) > 1e-6 ? b.z - a.z : 1e-6);
  vec3 start = -a.z < first ? a + step * (-first - a.z) : a;
  vec3 end = -b.z < first ? a + step * (-first - a.z) : b;
  vec2 low = vec2(1e30);
  vec2 high = vec2(-1e30);
  boxOf(start, low, high);
  boxOf(end, low, high);
  if ((-a.z - clear) * (-b.z - clear) < 0.0) boxOf(a + step * (-clear - a.z), low, high);
  vec4 place = clipPosition(mix(low - margin, high + margin, corner * 0.5 + 0.5));
  return vec4(clamp(place.xy, -2.0, 2.0), place.zw);
}

void main() {
  vec3 a = toCamera(vertexMC.xyz);
  vec3 b = toCamera(far_end);
  vec3 half_axis = 0.5 * (b - a);
  float half_length = length(half_axis);
  middle = 0.5 * (a + b);
  axis = vec4(half_length > 1e-6 ? half_axis / half_length : vec3(1.0, 0.0, 0.0), half_length);
  thickness = radius;
  firstColour = start_colour;
  secondColour = end_colour;
  float nearest = -max(a.z, b.z) - radius;
  float farthest = -min(a.z, b.z) + radius;
  if (farthest <= depthRange.x || nearest >= depthRange.y) gl_Position = OUTSIDE;
  else if (nearest > depthRange.x) gl_Position = wholeQuad(a, b);
  else gl_Position = cutQuad(a, b);
}
"""
)

_FRAGMENT_HEAD = """//VTK::System::Dec
//VTK::Output::Dec
//VTK::CustomUniforms::Dec

// Where on the picture plane this fragment looks: its centre, or skewed within its pixel's four samples.
vec2 planePoint() {
  vec2 place = fract(gl_FragCoord.yx * 0.5) * 2.0 - 1.0;
  return (gl_FragCoord.xy + skew * vec2(-place.x, place.y) + firstSample) * sampleSize;
}
"""

SHARPENED = "//SHARPENED"
"""Stands for the function of the highlight's sharpness."""

LARGEST_WHOLE_EXPONENT = 256

_LIGHT = """
//SHARPENED

float linearDepth(float depth) {
  return (depth - depthRange.x) / (depthRange.y - depthRange.x);
}

float clearness(float depth) {
  return clamp((fogRange.y - depth) * fogRange.x, 0.0, 1.0);
}

// normal: unit, towards the viewer's side of the surface
vec4 lit(vec3 colour, vec3 normal, vec3 position) {
  float key = dot(normal, keyDirection);
  float diffuse = lightWeights.y * max(-key, 0.0) + lightWeights.z * max(-dot(normal, fillDirection), 0.0);
  // the mirrored key ray against the line of sight
  float mirrored = 2.0 * key * dot(normal, position) - dot(keyDirection, position);
  float shine = max(mirrored * inversesqrt(dot(position, position)), 0.0);
  vec3 light = colour * (lightWeights.x + diffuse) + lightWeights.w * sharpened(shine);
  return vec4(mix(fogColour, light, clearness(-position.z)), 1.0);
}
"""

_ROUND_FRAGMENT_HEAD = (
    _FRAGMENT_HEAD
    + """
flat in vec3 middle;
flat in vec4 axis;
flat in float thickness;
flat in vec3 firstColour;
flat in vec3 secondColour;
"""
    + _LIGHT
    + """
// The ray of this fragment is origin + travel * (bend, -1), relative to the middle; origin lies at the middle's depth.
vec2 origin;
vec2 bend;
float rise;      // origin and direction along the axis
float slope;
float off;       // origin . direction
float square;    // origin . origin - thickness squared
float stretch;   // direction . direction

void castRay() {
  vec2 plane = planePoint();
  bend = plane * perspective;
  origin = plane * mix(1.0, -middle.z, perspective) - middle.xy;
  rise = dot(origin, axis.xy);
  slope = dot(bend, axis.xy) - axis.z;
  off = dot(origin, bend);
  square = dot(origin, origin) - thickness * thickness;
  stretch = dot(bend, bend) + 1.0;
}

// Coefficients a, b, c of the endless cylinder: a t t + 2 b t + c = 0.
vec3 cylinder() {
  return vec3(max(stretch - slope * slope, 1e-6), off - rise * slope, square - rise * rise);
}

// The same of the ball round the point of the axis at `along`.
vec3 ball(float along) {
  return vec3(stretch, off - along * slope, square + along * (along - 2.0 * rise));
}

float discriminant(vec3 abc) {
  return abc.y * abc.y - abc.x * abc.z;
}

vec3 pointAt(float travel) {
  return vec3(origin + travel * bend, -travel);
}

void emit(vec3 point, vec3 normal, float along) {
  vec3 position = middle + point;
  if (-position.z > depthRange.y) discard;
  vec3 colour = along < 0.0 ? firstColour : secondColour;
  gl_FragDepth = linearDepth(-position.z);
  gl_FragData[0] = lit(colour, normal, position);
}
"""
)

_CAPSULE_FRAGMENT = (
    _ROUND_FRAGMENT_HEAD
    + """
void main() {
  castRay();
  vec3 surface = cylinder();
  float within = discriminant(surface);
  if (within < 0.0) discard;
  float travel = (-surface.y - sqrt(within)) / surface.x;
  float along = rise + travel * slope;
  float nearest = clamp(along, -axis.w, axis.w);
  if (along != nearest) {
    surface = ball(nearest);
    within = discriminant(surface);
    if (within < 0.0) discard;
    travel = (-surface.y - sqrt(within)) / surface.x;
  }
  vec3 point = pointAt(travel);
  emit(point, (point - nearest * axis.xyz) / thickness, along);
}
"""
)

# As ChimeraX's surfaces are: a ball at each end and an open tube between them, all seen from inside too.
_CUT_CAPSULE_FRAGMENT = (
    _ROUND_FRAGMENT_HEAD
    + """
const float NOWHERE = 1e30;
float best = NOWHERE;
float centre;

void take(float travel, float nearest) {
  if (travel >= depthRange.x + middle.z && travel < best) {
    best = travel;
    centre = nearest;
  }
}

void takeBall(float nearest) {
  vec3 surface = ball(nearest);
  float within = discriminant(surface);
  if (within < 0.0) return;
  take((-surface.y - sqrt(within)) / surface.x, nearest);
  take((-surface.y + sqrt(within)) / surface.x, nearest);
}

void takeTube() {
  vec3 surface = cylinder();
  float within = discriminant(surface);
  if (within < 0.0) return;
  vec2 travels = (vec2(-1.0, 1.0) * sqrt(within) - surface.y) / surface.x;
  vec2 along = rise + travels * slope;
  if (abs(along.x) <= axis.w) take(travels.x, along.x);
  if (abs(along.y) <= axis.w) take(travels.y, along.y);
}

void main() {
  castRay();
  takeTube();
  takeBall(axis.w);
  takeBall(-axis.w);
  if (best == NOWHERE) discard;
  vec3 point = pointAt(best);
  vec3 normal = (point - centre * axis.xyz) / thickness;
  emit(point, dot(normal, vec3(bend, -1.0)) > 0.0 ? -normal : normal, rise + best * slope);
}
"""
)

_SEGMENT_FRAGMENT = (
    _ROUND_FRAGMENT_HEAD
    + """
void main() {
  castRay();
  vec3 surface = cylinder();
  float within = discriminant(surface);
  if (within < 0.0) discard;
  vec2 walls = (vec2(-1.0, 1.0) * sqrt(within) - surface.y) / surface.x;
  float steepness = abs(slope) < 1e-6 ? 1e-6 : slope;
  vec2 ends = (vec2(-1.0, 1.0) * axis.w - rise) / steepness;
  vec2 caps = vec2(min(ends.x, ends.y), max(ends.x, ends.y));
  float enter = max(walls.x, caps.x);
  float leave = min(walls.y, caps.y);
  float first = depthRange.x + middle.z;
  if (enter > leave || leave < first) discard;
  bool cut = enter < first;
  bool cap = cut ? caps.y < walls.y : caps.x > walls.x;
  float travel = cut ? leave : enter;
  vec3 point = pointAt(travel);
  float along = rise + travel * slope;
  vec3 normal = cap ? axis.xyz : (point - along * axis.xyz) / thickness;
  emit(point, dot(normal, vec3(bend, -1.0)) > 0.0 ? -normal : normal, along);
}
"""
)

# Lines of constant width on the picture, cut at the near plane.
_WIRE_VERTEX = (
    _VERTEX_HEAD
    + """
in vec3 far_end;
in vec3 start_colour;
in vec3 end_colour;

flat out vec3 firstColour;
flat out vec3 secondColour;
out float along;
out float depth;

void main() {
  vec3 a = toCamera(vertexMC.xyz);
  vec3 b = toCamera(far_end);
  float near = -depthRange.x;
  firstColour = start_colour;
  secondColour = end_colour;
  if (a.z > near && b.z > near) {
    gl_Position = OUTSIDE;
    return;
  }
  vec2 ends = vec2(-1.0, 1.0);
  float crossing = (near - a.z) / (b.z - a.z);
  vec3 first = a.z > near ? mix(a, b, crossing) : a;
  vec3 second = b.z > near ? mix(a, b, crossing) : b;
  if (a.z > near) ends.x = 2.0 * crossing - 1.0;
  if (b.z > near) ends.y = 2.0 * crossing - 1.0;
  vec2 start = first.xy / divisor(-first.z);
  vec2 end = second.xy / divisor(-second.z);
  vec2 direction = end - start;
  float separation = length(direction);
  direction = separation > 1e-9 ? direction / separation : vec2(1.0, 0.0);
  vec2 side = vec2(-direction.y, direction.x) * corner.y * lineHalfWidth;
  bool atStart = corner.x < 0.0;
  vec2 plane = (atStart ? start : end) + side;
  depth = atStart ? -first.z : -second.z;
  along = atStart ? ends.x : ends.y;
  float weight = divisor(depth);
  gl_Position = vec4((plane * planeToClip.xy + planeToClip.zw) * weight, 0.0, weight);
}
"""
)

_WIRE_FRAGMENT = (
    _FRAGMENT_HEAD
    + """
flat in vec3 firstColour;
flat in vec3 secondColour;
in float along;
in float depth;
"""
    + _LIGHT
    + """
void main() {
  vec3 colour = along < 0.0 ? firstColour : secondColour;
  if (depth > depthRange.y) discard;
  gl_FragDepth = linearDepth(depth);
  gl_FragData[0] = vec4(mix(fogColour, colour, clearness(depth)), 1.0);
}
"""
)

_LABEL_VERTEX = (
    _VERTEX_HEAD
    + """
in vec3 offset;
in vec2 across;
in vec2 up;
in vec2 texels_across;
in vec2 texels_up;
in vec3 colour;

flat out vec3 ink;
flat out float clear;
flat out vec4 texelRange;     // lower left and upper right of the text in the atlas
flat out vec2 lowerLeft;      // the same corner on the picture plane
flat out vec2 texelsPerPlane;

void main() {
  vec3 anchor = toCamera(vertexMC.xyz) + offset;
  float depth = -anchor.z;
  if (depth < depthRange.x || depth > depthRange.y) {
    gl_Position = OUTSIDE;
    return;
  }
  clear = clamp((fogRange.y - depth) * fogRange.x, 0.0, 1.0);
  ink = colour;
  texelRange = vec4(texels_across.x, texels_up.x, texels_across.y, texels_up.y) / atlasSize.xyxy;
  lowerLeft = (anchor.xy + vec2(across.x, up.x)) / divisor(depth);
  vec2 upperRight = (anchor.xy + vec2(across.y, up.y)) / divisor(depth);
  texelsPerPlane = (texelRange.zw - texelRange.xy) / (upperRight - lowerLeft);
  vec2 place = mix(lowerLeft, upperRight, corner * 0.5 + 0.5);
  gl_Position = vec4(place * planeToClip.xy + planeToClip.zw, -1.0, 1.0);
}
"""
)

_LABEL_FRAGMENT_HEAD = (
    _FRAGMENT_HEAD
    + """
uniform sampler2D actortexture;
flat in vec3 ink;
flat in float clear;
flat in vec4 texelRange;
flat in vec2 lowerLeft;
flat in vec2 texelsPerPlane;

vec2 texelPoint() {
  return texelRange.xy + (planePoint() - lowerLeft) * texelsPerPlane;
}

float coverageAt(vec2 place) {
  return texture(actortexture, clamp(place, texelRange.xy, texelRange.zw)).r;
}

// edge: the glyph's own lightness (spec labels.md section 3)
void emit(float edge, float coverage) {
  vec3 colour = ink * mix(edge, 1.0, fullEdges);
  gl_FragData[0] = vec4(mix(fogColour, colour, clear), coverage);
}
"""
)

_LABEL_FRAGMENT = (
    _LABEL_FRAGMENT_HEAD
    + """
void main() {
  float coverage = coverageAt(texelPoint());
  emit(coverage, coverage);
}
"""
)

# One of a pixel's four samples stands for its quarter of the nine that the exact mean takes:
# the corner's, half of two edges' and a quarter of the middle's.
_QUICK_LABEL_FRAGMENT = (
    _LABEL_FRAGMENT_HEAD
    + """
void main() {
  vec2 quarter = sign(fract(gl_FragCoord.xy * 0.5) - 0.5);
  vec2 texelsPerSample = sampleSize * texelsPerPlane;
  vec2 onGrid = (gl_FragCoord.xy + firstSample) * sampleSize;
  vec2 middle = texelRange.xy + (onGrid - lowerLeft) * texelsPerPlane - 0.5 * quarter * texelsPerSample;
  vec2 third = quarter * texelsPerSample * (2.0 / 3.0);
  vec4 coverages = vec4(
    coverageAt(middle + third),
    coverageAt(middle + vec2(third.x, 0.0)),
    coverageAt(middle + vec2(0.0, third.y)),
    coverageAt(middle)
  );
  vec4 weights = vec4(4.0, 2.0, 2.0, 1.0) / 9.0;
  float coverage = dot(coverages, weights);
  emit(dot(coverages * coverages, weights) / max(coverage, 1e-6), coverage);
}
"""
)

_ROUND_ATTRIBUTES = ("far_end", "radius", "start_colour", "end_colour", "corner")

CAPSULE = Shader(_ROUND_VERTEX, _CAPSULE_FRAGMENT, _ROUND_ATTRIBUTES)
CUT_CAPSULE = Shader(_ROUND_VERTEX, _CUT_CAPSULE_FRAGMENT, _ROUND_ATTRIBUTES)
SEGMENT = Shader(_ROUND_VERTEX, _SEGMENT_FRAGMENT, _ROUND_ATTRIBUTES)
WIRE = Shader(_WIRE_VERTEX, _WIRE_FRAGMENT, ("far_end", "start_colour", "end_colour", "corner"))
LABEL = Shader(
    _LABEL_VERTEX,
    _LABEL_FRAGMENT,
    ("offset", "across", "up", "texels_across", "texels_up", "colour", "corner"),
    _QUICK_LABEL_FRAGMENT,
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
