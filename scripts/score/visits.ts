import { decodeRecords } from '@sightglass/intake';
import type { SessionSeen } from '@sightglass/specify';
import type { Segment, WireRecord } from '@sightglass/wire';
import { readRecordedVisits, readRecordingIndex, recordingsFolder } from '../../demo/recordings/read.ts';
import { type Line, linesOfSegment } from '../../packages/server/src/digest/lines/index.ts';

interface Numbered {
  tab: string;
  number: number;
  record: WireRecord;
}

/** The recorded sessions of one release, with their records as the intake hands them on. */
export async function readSessions(release: string, folder: string = recordingsFolder): Promise<SessionSeen[]> {
  const index = readRecordingIndex(folder);
  const sessions = createSessions();
  for (const file of ['sample', 'rest'] as const) {
    for await (const { visit, texts } of readRecordedVisits(index, file, folder)) {
      if (visit.release !== release) continue;
      for (const [at, text] of texts.entries()) {
        const body = visit.bodies[at];
        if (body) sessions.take(body.door, JSON.parse(text), index.from + body.at);
      }
    }
  }
  return sessions.all();
}

export interface Sessions {
  /** A body as the SDK sent it. A session's records come before its first segment. */
  take(door: 'records' | 'segments', body: unknown, receivedAt: number): void;
  all(): SessionSeen[];
}

/** Puts recorded bodies together to sessions, on the way that live ones take. */
export function createSessions(): Sessions {
  const sessions = new Map<
    string,
    Omit<SessionSeen, 'records' | 'lines' | 'held'> & { told: Map<string, Numbered>; lines: Map<string, Line> }
  >();

  /** The recorder masked what is to be masked. */
  function takeLines(body: Segment): void {
    const lines = sessions.get(body.session)?.lines;
    for (const line of linesOfSegment(body)) {
      const id = `${line.kind} ${line.text}`;
      if (lines && !lines.has(id)) lines.set(id, line);
    }
  }

  function takeRecords(body: unknown, receivedAt: number): void {
    const decoded = decodeRecords(body, { receivedAt, sample: true });
    if ('code' in decoded) throw new Error(`The intake refuses a recorded body: ${decoded.code}`);
    const { envelope, records } = decoded;
    const known = sessions.get(envelope.session);
    const user = records.flatMap(({ record }) => (record.kind === 'user' ? [record] : [])).at(-1);
    const session = {
      lines: known?.lines ?? new Map<string, Line>(),
      session: envelope.session,
      visitor: user?.visitor ?? envelope.visitor ?? known?.visitor ?? '',
      role: user?.role ?? (envelope.role || known?.role || ''),
      release: envelope.release,
      environment: envelope.environment,
      told: known?.told ?? new Map<string, Numbered>(),
    };
    for (const { number, record } of records) {
      session.told.set(`${envelope.tab} ${number}`, { tab: envelope.tab, number, record });
    }
    sessions.set(envelope.session, session);
  }

  return {
    take(door, body, receivedAt) {
      if (door === 'records') takeRecords(body, receivedAt);
      else takeLines(body as Segment); // as our own recorder wrote it
    },
    all: () =>
      [...sessions.values()].map(({ told, lines, ...session }) => ({
        ...session,
        ...showingOf([...lines.values()]),
        records: [...told.values()].sort(byTime).map(({ record }) => record),
      })),
  };
}

function showingOf(lines: readonly Line[]): Pick<SessionSeen, 'lines' | 'held'> {
  const of = (kind: Line['kind']) => lines.filter((line) => line.kind === kind).map(({ text, at }) => ({ text, at }));
  return { lines: of('screen'), ...(lines.length > 0 && { held: of('held') }) };
}

function byTime(one: Numbered, other: Numbered): number {
  return one.record.at - other.record.at || one.tab.localeCompare(other.tab) || one.number - other.number;
}
