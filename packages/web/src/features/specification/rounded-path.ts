export interface Point {
  x: number;
  y: number;
}

/** A line through points whose corners are rounded by `radius` at most, as SVG writes it. Fewer than two points: none. */
export function roundedPath(points: readonly Point[], radius: number): string {
  const [first, ...rest] = points;
  const last = rest.at(-1);
  if (first === undefined || last === undefined) return '';
  const corners = rest.slice(0, -1).map((corner, index) => {
    const before = points[index] ?? first;
    const after = rest[index + 1] ?? last;
    const into = toward(corner, before, radius);
    const outOf = toward(corner, after, radius);
    return `L ${into.x} ${into.y} Q ${corner.x} ${corner.y} ${outOf.x} ${outOf.y}`;
  });
  return [`M ${first.x} ${first.y}`, ...corners, `L ${last.x} ${last.y}`].join(' ');
}

/** From one point towards another, half of the way at most. */
function toward(from: Point, to: Point, distance: number): Point {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const share = length === 0 ? 0 : Math.min(distance, length / 2) / length;
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
}
