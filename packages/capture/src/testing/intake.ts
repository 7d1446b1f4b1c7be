import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import {
  defaultRecording,
  type Policy,
  type RecordBatch,
  type RecordKind,
  recordBatch,
  type Segment,
  segment,
  type WireRecord,
  wireRecord,
} from '@sightglass/wire';
import { reservePorts } from '../../../../e2e/lib/ports.ts';
import { type Arrived, arrivedAt } from './parcels.ts';

/** How the intake answers; a test changes it as it goes. */
export interface Manner {
  status: number;
  /** Of single doors, by their paths. */
  doors: Record<string, number>;
  headers: Record<string, string>;
  watched: boolean;
  skewMs?: number;
  /** Held back for this long. */
  delayMs: number;
  /** What pages are told that they may record. */
  policy: Policy;
  /** Pictures and fonts that the project has: hashes by the names of their addresses. */
  assets: Record<string, string>;
}

/** An intake that remembers what it received, by the contract of `wire`; it also serves the built SDK. */
export interface Intake {
  origin: string;
  manner: Manner;
  batches: RecordBatch[];
  segments: Segment[];
  /** Bodies as they came, unpacked; several that came together as if each had come by itself. */
  bodies: Arrived[];
  /** What came in each request that was taken. */
  requests: Arrived[][];
  /** How often a page asked what it may record. */
  asked: number;
  /** What the real one would refuse. */
  invalid: string[];
  /** Forgets all of that, and hears no more of the sessions that it was of: a page of the test before may tell its last words only now. */
  forget(): void;
  /** Records of the kind, each batch once. */
  records<Kind extends RecordKind>(kind: Kind): Extract<WireRecord, { kind: Kind }>[];
  /** Closes its door: connections are refused until `open`. */
  close(): Promise<void>;
  open(): Promise<void>;
  stop(): Promise<void>;
}

export const usualPolicy: Policy = { v: 1, ...defaultRecording, texts: [] };

export async function startIntake(sdkFolder: string): Promise<Intake> {
  const seen = new Set<string>();
  const sessions = { heard: new Set<string>(), past: new Set<string>() };
  const manner: Manner = {
    status: 202,
    doors: {},
    headers: {},
    // So that tests hear soon.
    watched: true,
    delayMs: 0,
    policy: usualPolicy,
    assets: {},
  };
  // Closed and open again it is where it was, and nobody else is there meanwhile.
  const { port, release } = await reservePorts();
  let server = createServer(answer);

  const intake: Intake = {
    origin: '',
    manner,
    batches: [],
    segments: [],
    bodies: [],
    requests: [],
    asked: 0,
    invalid: [],
    forget() {
      for (const list of [intake.batches, intake.segments, intake.bodies, intake.requests, intake.invalid])
        list.length = 0;
      for (const session of sessions.heard) sessions.past.add(session);
    },
    records(kind) {
      const records = intake.batches.flatMap((batch) => batch.records);
      return records.filter((record) => record.kind === kind) as ReturnType<typeof intake.records<typeof kind>>;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
    async open() {
      server = createServer(answer);
      await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
      intake.origin = `http://127.0.0.1:${port}`;
    },
    async stop() {
      if (server.listening) await intake.close();
      release();
    },
  };
  await intake.open();
  return intake;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', intake.origin);
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-expose-headers', 'retry-after');
    const file = /^\/(sdk[\w-]*\.js)$/.exec(pathname)?.[1];
    // Where a page is says as much as what it holds; the first script is the page's own to load.
    if (request.headers.referer && file !== 'sdk.js')
      intake.invalid.push(`${pathname} from ${request.headers.referer}`);
    if (file) {
      response.setHeader('content-type', 'text/javascript');
      return void response.end(await readFile(join(sdkFolder, file)));
    }
    if (pathname === '/v1/policy') {
      intake.asked++;
      response.writeHead(manner.status < 300 ? 200 : manner.status, { 'content-type': 'application/json' });
      return void response.end(JSON.stringify(manner.policy));
    }
    const chunks: Buffer[] = [];
    // A page that goes away in the middle of a body: what came so far is nothing.
    const whole = await request
      .forEach((chunk: Buffer) => void chunks.push(chunk))
      .then(
        () => true,
        () => false,
      );
    if (!whole) return;
    if (manner.delayMs > 0) await new Promise((done) => setTimeout(done, manner.delayMs));
    if (manner.policy.off) {
      response.writeHead(403, { 'content-type': 'application/problem+json' });
      return void response.end(JSON.stringify({ code: 'recording_off' }));
    }
    if (pathname === '/v1/assets') {
      const text = Buffer.concat(chunks).toString();
      intake.bodies.push({ path: pathname, text, packed: false });
      response.writeHead(200, { 'content-type': 'application/json' });
      return void response.end(JSON.stringify(manner.assets));
    }
    const status = manner.doors[pathname] ?? manner.status;
    if (status < 300) {
      const arrived = arrivedAt(pathname, Buffer.concat(chunks)).filter(isOfNow);
      intake.requests.push(arrived);
      arrived.forEach(remember);
    }
    response.writeHead(status, { 'content-type': 'application/json', ...manner.headers });
    response.end(JSON.stringify({ accepted: 1, refused: [], watched: manner.watched, skewMs: manner.skewMs }));
  }

  function remember(arrived: Arrived): void {
    const { path, text } = arrived;
    intake.bodies.push(arrived);
    const value: unknown = JSON.parse(text);
    if (path === '/v1/segments') {
      const found = segment.safeParse(value);
      if (!found.success) return void intake.invalid.push(`segment: ${found.error.message}`);
      const one = found.data as Segment;
      if (isNew(`${one.session} ${one.page} ${one.seq}`)) intake.segments.push(one);
      return;
    }
    const batch = recordBatch.safeParse(value);
    if (!batch.success) return void intake.invalid.push(`batch: ${batch.error.message}`);
    for (const record of batch.data.records) {
      const judged = wireRecord.safeParse(record);
      if (!judged.success) intake.invalid.push(`${JSON.stringify(record).slice(0, 300)}: ${judged.error.message}`);
    }
    const { session, tab, seq } = batch.data;
    if (isNew(`${session} ${tab} ${seq}`)) intake.batches.push(batch.data as RecordBatch);
  }

  function isOfNow({ text }: Arrived): boolean {
    const { session }: { session: string } = JSON.parse(text);
    sessions.heard.add(session);
    return !sessions.past.has(session);
  }

  function isNew(identity: string): boolean {
    if (seen.has(identity)) return false;
    seen.add(identity);
    return true;
  }
}
