import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { gunzipSync, inflateSync } from 'node:zlib';
import { openParcels, type Parcel } from '@sightglass/intake';
import { defaultRecording, type IntakeAnswer, type Policy, recordBatch, segment, wireRecord } from '@sightglass/wire';

/** One body as the SDK sent it, unpacked. */
export interface Body {
  door: 'records' | 'segments';
  /** When it came, by the visit's own clock. */
  receivedAt: number;
  encoding: 'gzip' | 'deflate' | '';
  text: string;
}

export interface RecordingIntake {
  origin: string;
  /** The client key under which one visit sends, so that its bodies can be told from the others'. */
  keyOf(visit: number): string;
  /** Begins to keep a visit's bodies. `now` is its clock. */
  open(visit: number, now: () => number): void;
  /** Waits until the visit has been quiet for a moment, and hands over what it sent. */
  close(visit: number): Promise<Body[]>;
  /** Whatever the real intake would have refused. */
  refused: string[];
  stop(): Promise<void>;
}

const quietMs = 350;
const maxWaitMs = 8_000;

/** Answers the SDK as the real intake does, and keeps what it sent. Also serves the SDK itself from `sdkDir`. */
export async function startRecordingIntake(port: number, sdkDir: string): Promise<RecordingIntake> {
  const open = new Map<number, { now: () => number; bodies: Body[]; busy: number; lastAt: number }>();
  const refused: string[] = [];

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://intake');
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-headers', '*');
    response.setHeader('timing-allow-origin', '*');
    if (request.method === 'OPTIONS') return void response.writeHead(204).end();
    if (url.pathname === '/v1/policy') {
      // Without it the SDK would hide every text.
      const told: Policy = { v: 1, ...defaultRecording, texts: [] };
      response.setHeader('content-type', 'application/json');
      return void response.end(JSON.stringify(told));
    }
    if (request.method === 'GET') return serveSdk(url.pathname, response);
    if (url.pathname === '/v1/assets') {
      // No file is known, so that each visit brings its own pictures, whichever others are fed with it.
      request.resume();
      response.setHeader('content-type', 'application/json');
      return void response.end('{}');
    }
    const visit = open.get(visitOf(url.searchParams.get('key') ?? ''));
    if (!visit) return void response.writeHead(403).end();
    visit.busy += 1;
    const receivedAt = visit.now();
    try {
      let accepted = 0;
      for (const { door, body } of parcelsOf(url.pathname, await bytesOf(request))) {
        const { text, encoding } = unpack(Buffer.from(body));
        visit.bodies.push({ door, receivedAt: Math.round(receivedAt), encoding, text });
        accepted += judge(door, text);
      }
      const answer: IntakeAnswer = { accepted, refused: [], watched: false };
      response.setHeader('content-type', 'application/json');
      response.writeHead(202).end(JSON.stringify(answer));
    } finally {
      visit.busy -= 1;
      visit.lastAt = Date.now();
    }
  }

  function judge(door: Body['door'], text: string): number {
    const told: unknown = JSON.parse(text);
    if (door === 'segments') {
      const parsed = segment.safeParse(told);
      if (!parsed.success) refused.push(`segment: ${parsed.error.message.slice(0, 400)}`);
      return parsed.data?.events.length ?? 0;
    }
    const parsed = recordBatch.safeParse(told);
    if (!parsed.success) refused.push(`batch: ${parsed.error.message.slice(0, 400)}`);
    const records = parsed.data?.records ?? [];
    for (const record of records) {
      const one = wireRecord.safeParse(record);
      if (!one.success)
        refused.push(`record: ${one.error.message.slice(0, 400)} ${JSON.stringify(record).slice(0, 300)}`);
    }
    return records.length;
  }

  async function serveSdk(path: string, response: ServerResponse): Promise<void> {
    const name = /^\/(sdk[\w.-]*\.js)$/.exec(path)?.[1];
    const file = name && (await readFile(join(sdkDir, name)).catch(() => undefined)); // Not there: 404, whatever the reason.
    if (!file) return void response.writeHead(404).end();
    response.setHeader('content-type', 'text/javascript; charset=utf-8');
    response.setHeader('cache-control', 'public, max-age=300');
    response.writeHead(200).end(file);
  }

  const server = createServer((request, response) => {
    respond(request, response).catch((cause: unknown) => {
      refused.push(`request: ${String(cause)}`);
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });
  await new Promise<void>((done, failed) => {
    server.once('error', failed);
    server.listen(port, '127.0.0.1', done);
  });
  const address = server.address();

  return {
    origin: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : port}`,
    keyOf: (visit) => `sgk_${visit.toString(16).padStart(32, '0')}`,
    open: (visit, now) => void open.set(visit, { now, bodies: [], busy: 0, lastAt: Date.now() }),
    async close(n) {
      const visit = open.get(n);
      if (!visit) return [];
      const until = Date.now() + maxWaitMs;
      visit.lastAt = Math.max(visit.lastAt, Date.now());
      while (Date.now() < until && (visit.busy > 0 || Date.now() - visit.lastAt < quietMs))
        await new Promise((done) => setTimeout(done, 40));
      open.delete(n);
      return visit.bodies;
    },
    refused,
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

const visitOf = (key: string): number => Number.parseInt(key.replace('sgk_', ''), 16);

/** @throws where a joined body cannot be taken apart */
function parcelsOf(path: string, bytes: Buffer): Parcel[] {
  if (path !== '/v1/parcels') return [{ door: path === '/v1/segments' ? 'segments' : 'records', body: bytes }];
  const parcels = openParcels(bytes);
  if ('code' in parcels) throw new Error(JSON.stringify(parcels.issues));
  return parcels;
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** A beacon cannot say how it is packed, so the first bytes do. */
function unpack(bytes: Buffer): Pick<Body, 'text' | 'encoding'> {
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return { text: gunzipSync(bytes).toString('utf8'), encoding: 'gzip' };
  if (bytes[0] === 0x78) return { text: inflateSync(bytes).toString('utf8'), encoding: 'deflate' };
  return { text: bytes.toString('utf8'), encoding: '' };
}
