"""Shaders of wires and labels."""

from __future__ import annotations

from misi_viewer.render.glsl_common import FRAGMENT_HEAD, LIGHT, VERTEX_HEAD

__all__ = ["LABEL_FRAGMENT", "LABEL_VERTEX", "QUICK_LABEL_FRAGMENT", "WIRE_FRAGMENT", "WIRE_VERTEX"]

# Lines of constant width on the picture, cut at the near plane.
WIRE_VERTEX = (
    VERTEX_HEAD
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

WIRE_FRAGMENT = (
    FRAGMENT_HEAD
    + """
flat in vec3 firstColour;
flat in vec3 secondColour;
in float along;
in float depth;
"""
    + LIGHT
    + """
void main() {
  vec3 colour = along < 0.0 ? firstColour : secondColour;
  if (depth > depthRange.y) discard;
  gl_FragDepth = linearDepth(depth);
  gl_FragData[0] = vec4(mix(fogColour, colour, clearness(depth)), 1.0);
}
"""
)

LABEL_VERTEX = (
    VERTEX_HEAD
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
    FRAGMENT_HEAD
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

LABEL_FRAGMENT = (
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
QUICK_LABEL_FRAGMENT = (
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
