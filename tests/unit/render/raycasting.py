"""A plain ray caster in float64: what the shaders ought to draw (spec style.md sections 2, 6, 7; camera.md 2, 8)."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from misi_viewer.scene.aim import View
from misi_viewer.scene.arrays import Scene
from misi_viewer.scene.style import Style


@dataclass
class Hits:
    """The first surface behind the near plane on each ray."""

    travel: np.ndarray
    normal: np.ndarray
    colour: np.ndarray
    edge: np.ndarray = field(init=False)

    def __post_init__(self) -> None:
        self.edge = np.zeros(self.travel.shape, dtype=bool)

    def take(self, valid: np.ndarray, travel: np.ndarray, normal: np.ndarray, colour: np.ndarray) -> None:
        nearer = valid & (travel < self.travel)
        self.travel[nearer] = travel[nearer]
        self.normal[nearer] = normal[nearer]
        self.colour[nearer] = np.broadcast_to(colour, normal.shape)[nearer]


@dataclass
class Rays:
    """Origins and unit directions in the camera's frame, (n, 3), and the travel to the near plane."""

    origin: np.ndarray
    direction: np.ndarray
    first: np.ndarray


def cast_rays(view: View, size: tuple[int, int]) -> Rays:
    width, height = size
    across, down = np.meshgrid(np.arange(width) + 0.5, np.arange(height) + 0.5)
    orthographic = view.projection.kind == "orthographic"
    half = view.projection.width / 2.0 if orthographic else view.projection.half_tangent
    plane = np.column_stack(((across - width / 2).ravel(), (height / 2 - down).ravel())) * 2.0 * half / width
    level = np.full((len(plane), 1), -1.0)
    if orthographic:
        direction = np.column_stack((np.zeros_like(plane), level))
        origin = np.column_stack((plane, np.zeros(len(plane))))
    else:
        direction = np.column_stack((plane, level))
        origin = np.zeros_like(direction)
    direction /= np.linalg.norm(direction, axis=1)[:, None]
    return Rays(origin, direction, -view.near / direction[:, 2])


def add_ball(hits: Hits, rays: Rays, centre: np.ndarray, radius: float, colour_at) -> None:
    offset = rays.origin - centre
    b = (offset * rays.direction).sum(axis=1)
    inside = b * b - (offset * offset).sum(axis=1) + radius * radius
    root = np.sqrt(np.maximum(inside, 0.0))
    for travel in (-b - root, -b + root):
        point = rays.origin + travel[:, None] * rays.direction
        valid = (inside > 0.0) & (travel >= rays.first)
        hits.take(valid, travel, (point - centre) / radius, colour_at(point))


def add_tube(hits: Hits, rays: Rays, start, end, radius: float, colour_at, capped: bool) -> None:
    length = np.linalg.norm(end - start)
    axis = (end - start) / length
    offset = rays.origin - start
    slope, rise = rays.direction @ axis, offset @ axis
    side = rays.direction - slope[:, None] * axis
    away = offset - rise[:, None] * axis
    a, b = (side * side).sum(axis=1), (away * side).sum(axis=1)
    inside = b * b - a * ((away * away).sum(axis=1) - radius * radius)
    root = np.sqrt(np.maximum(inside, 0.0))
    for travel in ((-b - root) / a, (-b + root) / a):
        along = rise + travel * slope
        point = rays.origin + travel[:, None] * rays.direction
        normal = (point - start - along[:, None] * axis) / radius
        valid = (inside > 0.0) & (travel >= rays.first) & (along >= 0.0) & (along <= length)
        hits.take(valid, travel, normal, colour_at(point))
    for place in (0.0, length) if capped else ():
        travel = (place - rise) / slope
        point = rays.origin + travel[:, None] * rays.direction
        spread = np.linalg.norm(point - start - place * axis, axis=1)
        valid = (spread <= radius) & (travel >= rays.first)
        hits.take(valid, travel, np.broadcast_to(axis, point.shape), colour_at(point))


def half_and_half(start: np.ndarray, end: np.ndarray, one: np.ndarray, other: np.ndarray):
    middle, axis = (start + end) / 2.0, end - start
    return lambda point: np.where((((point - middle) @ axis) < 0.0)[:, None], one, other)


def raycast(scene: Scene, style: Style, view: View, size: tuple[int, int]) -> np.ndarray:
    """Return the (h, w, 3) float picture, 0 to 255, one ray per pixel; labels and lines left out."""
    rays = cast_rays(view, size)
    count = len(rays.first)
    hits = Hits(np.full(count, np.inf), np.zeros((count, 3)), np.zeros((count, 3)))
    to_camera = view.pose.to_camera
    balls = scene.spheres
    for centre, radius, colour in zip(to_camera(balls.centres), balls.radii, balls.colours / 255.0, strict=True):
        add_ball(hits, rays, centre, radius, lambda _point, colour=colour: colour)
    s = scene.sticks
    for row, (start, end) in enumerate(zip(to_camera(s.starts), to_camera(s.ends), strict=True)):
        colour_at = half_and_half(start, end, s.start_colours[row] / 255.0, s.end_colours[row] / 255.0)
        add_tube(hits, rays, start, end, s.radii[row], colour_at, capped=False)
        for centre in (start, end):
            add_ball(hits, rays, centre, s.radii[row], colour_at)
    d = scene.segments
    for row, (start, end) in enumerate(zip(to_camera(d.starts), to_camera(d.ends), strict=True)):
        colour = d.colours[row] / 255.0
        add_tube(hits, rays, start, end, d.radii[row], lambda _point, colour=colour: colour, capped=True)
    return shade(hits, rays, style, view).reshape(size[1], size[0], 3)


def shade(hits: Hits, rays: Rays, style: Style, view: View) -> np.ndarray:
    light = style.light
    lit = np.isfinite(hits.travel)
    position = rays.origin[lit] + hits.travel[lit, None] * rays.direction[lit]
    normal, colour = hits.normal[lit], hits.colour[lit]
    normal = np.where(((normal * rays.direction[lit]).sum(axis=1) > 0.0)[:, None], -normal, normal)
    key, fill = (np.array(way) / np.linalg.norm(way) for way in (light.key_direction, light.fill_direction))
    k, f = np.maximum(-normal @ key, 0.0), np.maximum(-normal @ fill, 0.0)
    mirrored = key - 2.0 * (normal @ key)[:, None] * normal
    sight = position / np.linalg.norm(position, axis=1)[:, None]
    shine = np.maximum(-(mirrored * sight).sum(axis=1), 0.0) ** light.exponent
    diffuse = light.diffuse_reflectivity * (light.key * k + light.fill * f)
    result = colour * (light.ambient * light.ambient_reflectivity + diffuse)[:, None]
    result = result + (light.specular * light.key * shine)[:, None]
    depth = -position[:, 2]
    if style.depth_cue.on:
        span = view.far - view.near
        start, end = (view.near + part * span for part in (style.depth_cue.start, style.depth_cue.end))
        clear = np.clip((end - depth) / (end - start), 0.0, 1.0)[:, None]
        result = clear * result + (1.0 - clear) * np.array(style.depth_cue_rgb) / 255.0
    picture = np.tile(np.array(style.background_rgb, dtype=np.float64), (len(lit), 1))
    visible = depth <= view.far
    picture[np.flatnonzero(lit)[visible]] = np.clip(result[visible], 0.0, 1.0) * 255.0
    return picture
