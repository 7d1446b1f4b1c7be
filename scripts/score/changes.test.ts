import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { diffSpecifications, mergeObservations, observe, type SessionSeen, specify } from '@sightglass/specify';
import type { ChangeItem, Observation, Specification } from '@sightglass/wire';
import { beforeAll, describe, expect, test } from 'vitest';
import { score } from '../../fixtures/spec-cases/score.mjs';
import { toCandidate } from './candidate.ts';
import { readSessions } from './visits.ts';

const truthFile = join(import.meta.dirname, '../../fixtures/parts-desk/ground-truth-1.1.0.json');

interface Visits {
  release: string;
  sessions: { session: SessionSeen; observations: Observation[] }[];
}
let [earlier, later]: [Visits?, Visits?] = [];

beforeAll(async () => {
  [earlier, later] = [await visitsOf('1.0.0'), await visitsOf('1.1.0')];
});

async function visitsOf(release: string): Promise<Visits> {
  const sessions = await readSessions(release);
  return { release, sessions: sessions.map((session) => ({ session, observations: observe(session) })) };
}

function specifyVisits({ release, sessions }: Visits): Specification {
  const visitors = new Set(sessions.map(({ session }) => session.visitor)).size;
  return specify(mergeObservations(sessions.flatMap(({ observations }) => observations)), {
    ...{ project: { id: 'p_000000000000', name: '' }, span: { from: 0, until: 1 }, environment: null, release },
    basis: { sessions: sessions.length, visitors, releases: [release] },
  });
}

const isChange = ({ change }: ChangeItem): boolean => change !== 'not exercised';

/** An item in the form in which cases are written. */
function toCase(item: ChangeItem): Record<string, unknown> {
  const { point, change, breaking } = item;
  const statements = [item.to ?? item.from].filter((one) => one !== null);
  const only = {
    points: [{ point, title: '', shown: true, reason: null, leftOut: 0, statements }],
  } as unknown as Specification; // only points are read
  return { point: String(point), change, breaking, subject: toCandidate(only).points[point]?.statements[0] };
}

describe('recorded visits of the example application', () => {
  test('of two releases show all that changed, and nothing else', () => {
    if (!earlier || !later) throw new Error('Nothing was recorded.');
    const visitors = (of: Visits) => new Set(of.sessions.map(({ session }) => session.visitor));
    const seenLater = visitors(later);
    const sharedVisitors = [...visitors(earlier)].filter((one) => seenLater.has(one)).length;
    const { items } = diffSpecifications(specifyVisits(earlier), specifyVisits(later), { sharedVisitors });
    const truth = JSON.parse(readFileSync(truthFile, 'utf8'));
    const candidate = { points: {}, changes: { items: items.filter(isChange).map(toCase) } };
    const { changes } = score(truth, candidate as never, 'sessions') as never as {
      changes: { missed: string[]; wrong: number; found: number; breakingRight: number };
    };
    expect(changes.missed).toEqual([]);
    expect(changes.wrong).toBe(0);
    expect(items.find(({ kind }) => kind === 'constant')?.details).toEqual([{ name: 'value', from: 30, to: 50 }]);
    expect(changes.breakingRight).toBe(changes.found);
    expect(items.filter(isChange).map(({ text }) => text)).toHaveLength(11);
  });

  test('of one release, parted by visitor into two, show no change', () => {
    const found = [earlier, later].flatMap((visits) => {
      if (!visits) return [];
      const all = [...new Set(visits.sessions.map(({ session }) => session.visitor))].toSorted();
      const everyOther = [2, 3, 5].map((step) => (index: number) => index % step < step / 2);
      // By the fraction of the sine, which has no period here: as good as drawn, and the same each time.
      const drawn = [11, 47, 83].map(
        (seed) => (index: number) => Math.abs(Math.sin(seed * (index + 1)) * 1e4) % 1 < 0.5,
      );
      return [...everyOther, ...drawn].flatMap((isIn) => {
        const half = new Set(all.filter((_, index) => isIn(index)));
        const part = (own: boolean) => ({
          ...visits,
          sessions: visits.sessions.filter(({ session }) => half.has(session.visitor) === own),
        });
        return diffSpecifications(specifyVisits(part(true)), specifyVisits(part(false))).items.filter(isChange);
      });
    });
    expect(found.map(({ text }) => text)).toEqual([]);
  });
});
