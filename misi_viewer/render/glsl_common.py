"""What the shader programs share.

Everything is computed in the camera's frame (x right, y up, z towards the
viewer, angstrom). A fragment finds its ray from its own pixel, so that a
picture does not depend on how it was cut into tiles. Depth is kept linearly
from near to far. `//VTK::...` lines are filled in by VTK.
"""

from __future__ import annotations

__all__ = ["FRAGMENT_HEAD", "LIGHT", "SHARPENED", "VERTEX_HEAD"]

VERTEX_HEAD = """//VTK::System::Dec
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

FRAGMENT_HEAD = """//VTK::System::Dec
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

LIGHT = """
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
