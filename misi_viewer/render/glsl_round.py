"""Shaders of capsules (sticks with round ends, balls) and of cylinders with flat ends."""

from __future__ import annotations

from misi_viewer.render.glsl_common import FRAGMENT_HEAD, LIGHT, VERTEX_HEAD

__all__ = ["CAPSULE_FRAGMENT", "CUT_CAPSULE_FRAGMENT", "ROUND_VERTEX", "SEGMENT_FRAGMENT"]

# A capsule's or cylinder's shadow on the picture plane lies in a rectangle along its axis.
# Where the near plane cuts it, in the box round the shadow of what is left.
ROUND_VERTEX = (
    VERTEX_HEAD
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

_ROUND_FRAGMENT_HEAD = (
    FRAGMENT_HEAD
    + """
flat in vec3 middle;
flat in vec4 axis;
flat in float thickness;
flat in vec3 firstColour;
flat in vec3 secondColour;
"""
    + LIGHT
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

CAPSULE_FRAGMENT = (
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
CUT_CAPSULE_FRAGMENT = (
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

SEGMENT_FRAGMENT = (
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
