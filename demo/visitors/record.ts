import type { RecordedVisit } from '../recordings/format.ts';
import type { Recorded } from '../recordings/write.ts';
import type { Body } from './intake.ts';
import { makeVisit, type Scene } from './make-visit.ts';
import { firstDay, planVisits, type Visit } from './plan.ts';

export interface Outcome {
  recorded: Recorded[];
  failed: { visit: Visit; cause: unknown }[];
}

const dayMs = 86_400_000;
/** A third of each journey's visits, spread evenly, make the sample; and the last of all, so that it ends when the recording does. */
const sampleEvery = 3;
const last = planVisits().reduce((latest, visit) => (visit.startsAt > latest.startsAt ? visit : latest)).n;

/** Makes all visits, `atOnce` at a time. A visit that fails is tried once more: a busy machine is no fault of the desk's. */
export async function recordVisits(
  scene: Scene,
  visits: Visit[],
  atOnce: number,
  told: (line: string) => void,
): Promise<Outcome> {
  const outcome: Outcome = { recorded: [], failed: [] };
  const left = [...visits];
  let done = 0;
  async function worker(): Promise<void> {
    for (let visit = left.shift(); visit; visit = left.shift()) {
      try {
        outcome.recorded.push(await recordOne(scene, visit, told));
      } catch (cause) {
        outcome.failed.push({ visit, cause });
        told(
          `failed: ${visit.journey} #${visit.turn} (${visit.n}): ${String(cause).split('\n').slice(0, 3).join(' ')}`,
        );
      }
      done += 1;
      if (done % 25 === 0) told(`${done} of ${visits.length} visits`);
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker));
  outcome.recorded.sort((a, b) => a.visit.n - b.visit.n);
  return outcome;
}

async function recordOne(scene: Scene, visit: Visit, told: (line: string) => void): Promise<Recorded> {
  const made = await makeVisit(scene, visit).catch((cause: unknown) => {
    told(`again: ${visit.journey} #${visit.turn} (${visit.n}): ${String(cause).split('\n')[0]}`);
    return makeVisit(scene, visit);
  });
  if (!made.bodies.some((body) => body.door === 'records')) throw new Error('The SDK sent no records');
  return { visit: describe(visit, made), texts: made.bodies.map((body) => body.text) };
}

function describe(visit: Visit, { bodies, visitor }: { bodies: Body[]; visitor: string }): RecordedVisit {
  const sessions = new Set(bodies.map((body): string => JSON.parse(body.text).session));
  return {
    n: visit.n,
    journey: visit.journey,
    planned: visit.planned,
    role: visit.role,
    visitor,
    release: visit.release,
    day: Math.round(((visit.startsAt - firstDay) / dayMs) * 1_000) / 1_000,
    sessions: [...sessions],
    file: visit.turn % sampleEvery === 1 || visit.n === last ? 'sample' : 'rest',
    bodies: bodies.map(({ door, receivedAt, encoding, text }) => ({
      door,
      at: receivedAt - firstDay,
      encoding,
      bytes: Buffer.byteLength(text),
    })),
  };
}
