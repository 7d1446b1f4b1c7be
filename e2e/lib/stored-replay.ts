import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFileSegments } from '@sightglass/store';
import type { Segment } from '@sightglass/wire';
import pino from 'pino';
import { answerReplay } from '../../packages/server/src/answer/replay.ts';
import { bundleStagePage } from './stage-page.ts';

type Rows = Parameters<typeof answerReplay>[1];

/** A store of segments with the replay's own door before it, and a page to show them on (see `stage-page.ts`). */
export interface StoredReplay {
  origin: string;
  /** What the segments take as JSON. */
  bytes: number;
  /** All that are stored, as the index has them. */
  readonly rows: Rows;
  /** From now on the door knows these and no others. */
  serve(rows: Rows): void;
  stop(): Promise<void>;
}

const home =
  '<!doctype html><div id="root" style="position:relative;width:1280px;height:800px"></div><script src="/replay.js"></script>';

/** @param named - The session's id: its tab is told by it where an SDK names none. */
export async function startStoredReplay(session: Iterable<Segment>, named = 'session-stored'): Promise<StoredReplay> {
  const folder = mkdtempSync(join(tmpdir(), 'sg-stored-replay-'));
  const segments = createFileSegments(folder);
  const rows: Rows[number][] = [];
  let served: Rows = rows;
  let bytes = 0;
  for (const segment of session) {
    const { row } = await segments.append('stored', segment, { receivedAt: segment.sentAt, sample: false });
    rows.push({ ...row, anchor: row.anchor === 1 });
    bytes += JSON.stringify(segment.events).length;
  }
  const files = await bundleStagePage();
  const log = pino({ level: 'silent' });
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://here');
    const asked = Object.fromEntries(url.searchParams);
    if (url.pathname === '/replay') {
      const numbers = { since: Number(asked.since ?? 0), first: Number(asked.first ?? 0) };
      const last = Number(asked.last ?? Number.MAX_SAFE_INTEGER);
      const as = asked.as === 'index' || asked.as === 'rrweb' ? asked.as : 'segments';
      const wanted = { as, page: asked.page ?? '', last, ...numbers } as const;
      response.setHeader('content-type', 'application/x-ndjson');
      answerReplay(segments, served, wanted, named, log).pipe(response);
      return;
    }
    const file = files[url.pathname];
    response.setHeader('content-type', file ? 'text/javascript' : 'text/html');
    response.end(file ?? home);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bytes,
    rows,
    serve(some) {
      served = some;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      await segments.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
