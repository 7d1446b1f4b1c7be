import { type PointNumber, points } from '@sightglass/wire';
import type { LeftOut, Seen } from './left-out.ts';

/** Why the code of a release does not show a point: what was seen and left out, and what would show it. */
export function reasonOf(point: PointNumber, seen: LeftOut, hasProduct: boolean): string {
  const why = hasProduct ? "The product's own code shows none." : "No code of the product's own is in these files.";
  const left: Partial<Record<PointNumber, string | undefined>> = {
    7: told(seen.calls, 'Telemetry and HTTP clients were seen and left out: libraries send by themselves in', 'places'),
    8: told(seen.errors, 'Error codes of libraries were seen and left out:', 'codes and classes'),
    9: told(seen.constants, 'Defaults of libraries were seen and left out:', 'numbers'),
  };
  const shownBy = points.find((one) => one.point === point)?.shownBy ?? '';
  const wouldShow = `Sessions would show it: ${shownBy.charAt(0).toLowerCase()}${shownBy.slice(1)}`;
  return [why, left[point], wouldShow].filter((part) => part !== undefined).join(' ');
}

function told({ count, libraries }: Seen, what: string, unit: string): string | undefined {
  return count === 0 ? undefined : `${what} ${count} ${unit} (${libraries.join(', ')}).`;
}
