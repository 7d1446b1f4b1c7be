import type { ActionRecord, CallName, ResourceRecord, ViewRecord, WireRecord } from '@sightglass/wire';
import { latestOf } from '../observe/latest.ts';
import type { JourneyStep } from './journey-script.ts';

/** One thing that happened on the way through a session, as a test can do or expect it. */
export type Happened =
  | { did: 'open'; at: number; route: string }
  | { did: 'come'; at: number; route: string }
  | { did: 'back'; at: number; route: string }
  /** `within`: what the control stood in is called. */
  | { did: 'act'; at: number; step: JourneyStep; within: string; answers: Answer[] };

/** A call that wrote, and what it was answered. */
export interface Answer {
  call: CallName;
  status: number;
}

/** A view that comes this soon after an action, or with the calls it made, came of it. */
const sameDeedMs = 10_000;

/**
 * What the person of a session did, in the order in which they did it. Of what was typed into one field at a time, the last stands.
 *
 * @param records - Of one tab, in order of time.
 */
export function happenedIn(records: readonly WireRecord[]): Happened[] {
  const latest = latestOf(records);
  const calls = Map.groupBy(latest.filter(isOwnWrite), ({ action }) => action ?? '');
  const happened: Happened[] = [];
  const visited: string[] = [];
  let actedAt = Number.NEGATIVE_INFINITY;
  for (const record of latest) {
    if (record.kind === 'view') {
      const come = comeTo(record, visited, record.at - actedAt <= sameDeedMs);
      visited.push(record.route ?? record.path);
      if (come) put(happened, come);
    }
    if (record.kind === 'action') {
      actedAt = record.at;
      const answers = (calls.get(record.id) ?? []).map(({ method, path, status }) => ({
        call: { method, path },
        status,
      }));
      const { at, within = '' } = record;
      put(happened, { did: 'act', at, step: stepOf(record, answers), within, answers });
    }
  }
  return happened;
}

function comeTo(
  { at, cause, route, path }: ViewRecord,
  visited: readonly string[],
  acted: boolean,
): Happened | undefined {
  const to = route ?? path;
  if (visited.length === 0) return { did: 'open', at, route: to };
  if (to === visited.at(-1) && cause !== 'load') return undefined;
  if (cause === 'pop' && to === visited.at(-2)) return { did: 'back', at, route: to };
  return { did: acted || cause === 'replace' ? 'come' : 'open', at, route: to };
}

/** Of several addresses on the way the last is what one came to; of several changes of a field the last is what stood in it. */
function put(happened: Happened[], next: Happened): void {
  const last = happened.at(-1);
  if (last?.did === 'come' && next.did === 'come') happened.pop();
  if (last?.did === 'act' && next.did === 'act' && isSameControl(last, next)) {
    // Pressing a field before typing into it is a part of typing.
    if (next.step.type === 'input') happened.pop();
  }
  happened.push(next);
}

type Act = Extract<Happened, { did: 'act' }>;

const isSameControl = ({ step: one, within }: Act, { step: other, within: place }: Act): boolean =>
  one.route === other.route && one.role === other.role && one.name === other.name && within === place;

function stepOf({ route = '', role, name, type }: ActionRecord, answers: readonly Answer[]): JourneyStep {
  return { route, role, name, type, calls: answers.map(({ call }) => call) };
}

const reads = new Set(['GET', 'HEAD', 'OPTIONS']);

const isOwnWrite = (record: WireRecord): record is ResourceRecord =>
  record.kind === 'resource' &&
  (record.type === 'fetch' || record.type === 'xhr') &&
  record.host === '' &&
  record.status > 0 &&
  !reads.has(record.method);
