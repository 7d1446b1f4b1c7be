import { groupingOf } from '@sightglass/intake';
import { troubleSamples } from '@sightglass/measure';
import type { Columns } from '@sightglass/store';
import type { WireRecord } from '@sightglass/wire';
import { readStack, type Symbolicate, toRead } from './read-stack.ts';

/** What one error or failed call of a fingerprint tells of all of them. */
export interface ReadFingerprint {
  fingerprint: string;
  key: string;
  kind: 'error' | 'call';
  type: string;
  message: string;
  source: string;
  place: string;
  release: string;
  mapped: boolean;
  /** Its maps are there and could not be read just now: asked again, they tell. */
  putOff: boolean;
}

const atOnce = 200;

/** Reads one record of each of these, with its stack in the words of the sources where maps are there. */
export async function readFingerprints(
  columns: Columns,
  symbolicate: Symbolicate,
  project: string,
  fingerprints: readonly string[],
): Promise<ReadFingerprint[]> {
  const read: ReadFingerprint[] = [];
  for (let first = 0; first < fingerprints.length; first += atOnce) {
    const samples = await troubleSamples(columns, project, fingerprints.slice(first, first + atOnce));
    for (const { fingerprint, record, release } of samples) {
      const parsed = JSON.parse(record) as WireRecord; // the digest stored what the wire's schema had parsed
      const one = await readOne(symbolicate, project, release, parsed, fingerprint);
      if (one !== undefined) read.push({ ...one, fingerprint, release });
    }
  }
  return read;
}

/** What a record itself says, which needs no map: the words of an issue. */
export type Wording = Pick<ReadFingerprint, 'kind' | 'type' | 'message' | 'source'>;

function wordingOf(record: WireRecord): Wording | undefined {
  if (record.kind === 'resource') {
    const { method, host, path, status, errorCode, failure } = record;
    const message = status === 0 ? (failure ?? 'no answer') : [status, errorCode].filter(Boolean).join(' ');
    return { kind: 'call', type: `${method} ${host}${path}`, message, source: 'call' };
  }
  if (record.kind !== 'error') return undefined;
  const { type, message, source } = record;
  return { kind: 'error', type, message, source };
}

async function readOne(
  symbolicate: Symbolicate,
  project: string,
  release: string,
  record: WireRecord,
  fingerprint: string,
): Promise<Omit<ReadFingerprint, 'fingerprint' | 'release'> | undefined> {
  const wording = wordingOf(record);
  if (wording === undefined) return undefined;
  if (record.kind !== 'error') return { ...wording, key: fingerprint, place: '', mapped: false, putOff: false };
  let putOff = false;
  const noticing: Symbolicate = async (...asked) => {
    const found = await symbolicate(...asked);
    putOff = found.some((frame) => !frame.found && frame.why === 'put-off');
    return found;
  };
  const frames = await readStack(noticing, project, release, record.stack);
  const { key, place } = groupingOf(record, toRead(frames));
  const mapped = frames.some(({ original }) => original !== null);
  return { ...wording, key, place, mapped, putOff };
}
