import { type CodePlace, type EpochMs, limits, type Statement } from '@sightglass/wire';
import type { Spot } from '../evaluate/value.ts';

/** How sure a literal in code is. Code that may be a library's is never likely alone. */
const trust = { mapped: 0.9, minified: 0.75, unknown: 0.3 } as const;

/** What a statement from code rests on: places, and no session. */
export type Ground = (at: Spot | readonly Spot[]) => Pick<Statement, 'support' | 'confidence' | 'tier' | 'evidence'>;

export function groundOf({ release, at: known }: { release: string; at: EpochMs }): Ground {
  return (at) => {
    const spots = Array.isArray(at) ? (at as readonly Spot[]) : [at as Spot];
    const sure = spots.toSorted((one, other) => confidenceOf(other) - confidenceOf(one));
    const confidence = sure[0] ? confidenceOf(sure[0]) : trust.unknown;
    return {
      support: {
        sessions: 0,
        visitors: 0,
        observations: 0,
        against: 0,
        first: known,
        last: known,
        releases: [release],
      },
      confidence,
      tier: confidence >= 0.8 ? 'firm' : confidence >= 0.5 ? 'likely' : 'suspected',
      evidence: placesOf(sure, release),
    };
  };
}

/** Each once: a thing that is told twice, as a wrapper of calls is by each of them, has one place. */
function placesOf(spots: readonly Spot[], release: string): CodePlace[] {
  const found = new Map<string, CodePlace>();
  for (const spot of spots) {
    if (found.size === limits.maxEvidence) break;
    const place = placeOf(spot, release);
    found.set(`${place.file}:${place.line}:${place.column}`, place);
  }
  return [...found.values()];
}

function confidenceOf({ unit, node }: Spot): number {
  if (unit.read.ownerAt(node.start).kind !== 'product') return trust.unknown;
  return unit.read.placeOf(node.start).original ? trust.mapped : trust.minified;
}

/** In the source, where a map tells it; else in the script. */
function placeOf({ unit, node }: Spot, release: string): CodePlace {
  const place = unit.read.placeOf(node.start, node.end);
  const { file, line, column } = place.original ?? place;
  return { type: 'code', file, line, column, release };
}
