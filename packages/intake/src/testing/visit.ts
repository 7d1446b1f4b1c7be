import { readFileSync } from 'node:fs';
import type { RecordKind, WireRecord } from '@sightglass/wire';
import { readCaptured, tools } from '../../../../fixtures/corpus/captured.ts';
import type { ForeignFormat, Lifted } from '../foreign/index.ts';

/** A request as an SDK sent it. */
export interface Posted {
  at: number;
  path: string;
  query: string;
  origin: string;
  userAgent: string;
  contentType: string;
  body: Uint8Array;
}

/** What was there to be found in a visit: see fixtures/corpus/ORIGIN.md. */
export interface Truth {
  summary: {
    routes_visited: string[];
    clicks: number;
    errors_thrown: { name: string; message: string }[];
    fetch_calls: number;
    fetch_failures: string[];
  };
  decoded: Record<string, unknown>;
}

const corpus = new URL('../../../../fixtures/corpus/', import.meta.url);

export function readTruth(folder: string): Record<string, Truth> {
  return JSON.parse(readFileSync(new URL(`${folder}/truth.json`, corpus), 'utf8')) as Record<string, Truth>; // written so
}

/** The bodies that a visit posted, without the preflights before them. */
export function readPosted(folder: string, name: string): Posted[] {
  return readCaptured(folder, name)
    .filter(({ method }) => method === 'POST')
    .map(({ receivedAt, url, headers, body }) => {
      // Datadog's SDK appends its own question mark to an address that has a query.
      const [path = '', query = ''] = url.split(/\?(.*)/s);
      const { origin = '', 'user-agent': userAgent = '', 'content-type': contentType = '' } = headers;
      return { at: receivedAt, path, query, origin, userAgent, contentType, body };
    });
}

/** All that came out of a visit, with what was told twice counted once, as the store counts. */
export interface Visit {
  records: WireRecord[];
  of<Kind extends RecordKind>(kind: Kind): Extract<WireRecord, { kind: Kind }>[];
  segments: Lifted['segments'];
  sessions: string[];
  releases: string[];
  environments: string[];
  aside: Record<string, number>;
  apart: Record<string, number>;
  refused: Record<string, number>;
}

/** With what bodies leave for later ones, as the digest has it. */
export function decodeVisit(format: ForeignFormat, requests: readonly Posted[]): Visit {
  const kept = new Map<string, string>();
  const remembering = { ...tools, recall: (name: string) => kept.get(name) };
  const known = new Map<string, { version: number; record: WireRecord }>();
  const segments = new Map<string, Lifted['segments'][number]>();
  const [sessions, releases, environments] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const counts = { aside: {}, apart: {}, refused: {} };
  for (const { at, body, ...head } of requests) {
    const lifted = format.decode(body, head, { receivedAt: at, sample: false }, remembering);
    if ('reason' in lifted) throw new Error(lifted.reason);
    for (const [name, value] of lifted.kept) if (!kept.has(name)) kept.set(name, value);
    for (const segment of lifted.segments) segments.set(`${segment.page} ${segment.seq}`, segment);
    for (const what of ['aside', 'apart', 'refused'] as const) addUp(counts[what], lifted[what]);
    for (const { sender, records } of lifted.batches) {
      sessions.add(sender.session);
      releases.add(sender.release);
      environments.add(sender.environment);
      for (const { record, told } of records) {
        const key = `${sender.session} ${sender.tab} ${record.kind} ${told.id || record.view}`;
        const version = told.version ?? 0;
        if (version >= (known.get(key)?.version ?? 0)) known.set(key, { version, record });
      }
    }
  }
  const records = [...known.values()].map(({ record }) => record).sort((one, other) => one.at - other.at);
  return {
    records,
    of: <Kind extends RecordKind>(kind: Kind) =>
      records.filter((record): record is Extract<WireRecord, { kind: Kind }> => record.kind === kind),
    segments: [...segments.values()],
    sessions: [...sessions],
    releases: [...releases],
    environments: [...environments],
    ...counts,
  };
}

function addUp(sums: Record<string, number>, counts: Record<string, number>): void {
  for (const [name, count] of Object.entries(counts)) sums[name] = (sums[name] ?? 0) + count;
}

/** How many of each, with keys in order. */
export function tally(things: Iterable<string | number>): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const thing of things) addUp(sums, { [thing]: 1 });
  return sums;
}
