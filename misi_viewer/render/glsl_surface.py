"""Shaders of surfaces: triangles lit on both sides, some of a pixel's samples left out where they are transparent."""

from __future__ import annotations

from misi_viewer.render.glsl_common import FRAGMENT_HEAD, LIGHT, VERTEX_HEAD

__all__ = ["SURFACE_FRAGMENT", "SURFACE_VERTEX"]

SURFACE_VERTEX = (
    VERTEX_HEAD
    + """
in vec3 outward;
in vec3 colour;

out vec3 position;
out vec3 normal;
out vec3 paint;

void main() {
  position = toCamera(vertexMC.xyz);
  normal = vec3(dot(cameraX.xyz, outward), dot(cameraY.xyz, outward), dot(cameraZ.xyz, outward));
  paint = colour;
  float weight = divisor(-position.z);
  gl_Position = vec4(position.xy * planeToClip.xy + planeToClip.zw * weight, 0.0, weight);
}
"""
)

# Which samples are left out depends on their place in the pixel alone, so all layers of a surface have the same holes:
# the nearest one is seen, and through it what is not a surface.
SURFACE_FRAGMENT = (
    FRAGMENT_HEAD
    + LIGHT
    + """
in vec3 position;
in vec3 normal;
in vec3 paint;

void main() {
  float depth = -position.z;
  if (depth < depthRange.x || depth > depthRange.y) discard;
  vec2 place = mod(floor(gl_FragCoord.xy) + tileStart, samplesAcross);
  float rank = place.x + samplesAcross * place.y;
  if (rank > 0.5 && rank + 0.5 > opacity * samplesAcross * samplesAcross) discard;  // one sample at the least
  vec3 facing = normalize(normal);
  if (dot(facing, position) > 0.0) facing = -facing;
  gl_FragDepth = linearDepth(depth);
  gl_FragData[0] = lit(paint, facing, position);
}
"""
)
