import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { RecordBatch, Segment } from '@sightglass/wire';
import type { Seeded } from './seeded.ts';

/** One body that was sent, with what must then be there: all of it, or nothing. */
export interface Sent {
  door: 'records' | 'segments';
  /** Names of the records; of a segment one name made of its identity. */
  names: string[];
  acknowledged: boolean;
}

export interface Load {
  sent: Sent[];
  /** Requests by what became of them. */
  answers: Map<string, number>;
  sessions: Set<string>;
  /** No new bodies; resolves when the last ones are answered or given up. */
  stop(): Promise<void>;
}

interface Making extends Sent {
  body: Buffer;
}

const pauseMs = 15;
const timeoutMs = 5_000;

/** Writers that send as fast as they may, send again what was not answered, and now and then what was. */
export function startLoad(origin: string, key: string, writers: number, seeded: Seeded): Load {
  const sent: Sent[] = [];
  const answers = new Map<string, number>();
  const sessions = new Set<string>();
  let stopping = false;

  async function write(): Promise<void> {
    let writer = createWriter(seeded);
    let before: Making | undefined;
    while (!stopping) {
      if (seeded.share() < 0.05) writer = createWriter(seeded);
      const made = writer.next();
      sessions.add(writer.session);
      sent.push(made);
      await deliver(made);
      // A retry whose first answer was lost, or a beacon beside a fetch: the same bytes again (FAULTS T34, O36).
      if (before !== undefined && seeded.share() < 0.1) await post(before);
      before = made;
      await pause(pauseMs);
    }
  }

  /** Up to a hundred tries; some are given up at once, as a page does that is closed. */
  async function deliver(made: Making): Promise<void> {
    const patience = seeded.share() < 0.2 ? 1 : 100;
    for (let tries = 0; tries < patience && !made.acknowledged; tries += 1) {
      await post(made);
      if (!made.acknowledged) await pause(100);
    }
  }

  async function post(made: Making): Promise<void> {
    const answer = await ask(`${origin}/v1/${made.door}?key=${key}`, made.body);
    answers.set(answer, (answers.get(answer) ?? 0) + 1);
    if (answer === '202') made.acknowledged = true;
  }

  const writing = Array.from({ length: writers }, write);
  return {
    sent,
    answers,
    sessions,
    async stop() {
      stopping = true;
      await Promise.all(writing);
    },
  };
}

async function ask(url: string, body: Buffer): Promise<string> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      body: new Uint8Array(body),
      signal: AbortSignal.timeout(timeoutMs),
    });
    await answer.arrayBuffer();
    return String(answer.status);
  } catch {
    return 'no answer';
  }
}

/** One tab of one session: numbers its batches, records and segments as the SDK does. */
function createWriter(seeded: Seeded): { session: string; next(): Making } {
  const session = randomUUID();
  const tab = randomUUID();
  const page = randomUUID();
  const startedAt = Date.now();
  let seq = 0;
  let first = 0;
  let segments = 0;

  function nextBatch(): Making {
    const now = Date.now();
    const names = Array.from({ length: seeded.whole(1, 40) }, () => randomUUID());
    // Now and then two days in one batch: two parts of the engine, of which a crash may leave one.
    const at = (index: number) => (index % 7 === 6 && seeded.share() < 0.5 ? now - 36 * 3_600_000 : now - index);
    const batch: RecordBatch = {
      ...{ v: 1, session, tab, seq, first, sentAt: now, startedAt },
      sdk: { name: 'torture', version: '1' },
      records: names.map((name, index) => ({ kind: 'custom', at: at(index), name })),
    };
    seq += 1;
    first += names.length;
    return { door: 'records', names, acknowledged: false, body: packed(batch) };
  }

  function nextSegment(): Making {
    const now = Date.now();
    const segment: Segment = {
      ...{
        v: 1,
        format: 'rrweb/2',
        session,
        tab,
        page,
        seq: segments,
        from: now,
        until: now,
        anchor: true,
        sentAt: now,
      },
      events: Array.from({ length: seeded.whole(1, 30) }, (_, index) => ({
        type: 3,
        timestamp: now,
        data: { source: 1, index, text: randomUUID() },
      })),
    };
    segments += 1;
    const names = [`${session} ${tab} ${page} ${segment.seq}`];
    return { door: 'segments', names, acknowledged: false, body: packed(segment) };
  }

  function packed(value: object): Buffer {
    const text = JSON.stringify(value);
    return seeded.share() < 0.5 ? gzipSync(text) : Buffer.from(text);
  }

  return { session, next: () => (seeded.share() < 0.2 ? nextSegment() : nextBatch()) };
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
