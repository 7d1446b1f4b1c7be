import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { RecordedVisit } from '../recordings/format.ts';
import { writeRecording } from '../recordings/write.ts';
import { feedSample } from './feed.ts';

const from = Date.UTC(2026, 8, 1);
const batch = (at: number) =>
  JSON.stringify({
    v: 1,
    session: 's',
    seq: 0,
    sentAt: at,
    startedAt: at,
    records: [{ kind: 'view', at, from: '/parts' }],
  });
const piece = (at: number) =>
  JSON.stringify({
    v: 1,
    session: 's',
    from: at,
    until: at,
    sentAt: at,
    events: [{ type: 4, timestamp: at, data: { at: 1 } }],
  });

const visit = (n: number, file: RecordedVisit['file'], at: number): RecordedVisit => ({
  n,
  journey: 'browse',
  planned: true,
  role: 'member',
  visitor: 'V',
  release: '1.0.0',
  day: 0,
  sessions: ['s'],
  file,
  bodies: [
    { door: 'records', at, encoding: 'gzip', bytes: 1 },
    { door: 'segments', at, encoding: '', bytes: 1 },
  ],
});

test('the sample goes through the doors with the token, moved so that the recording ends now', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'feed-'));
  const about = { format: 'sightglass-recording/1', application: 'parts-desk', seed: 1, from, sdkBytes: 1 } as const;
  await writeRecording(folder, { ...about, until: from + 1_000 }, [
    { visit: visit(0, 'sample', 500), texts: [batch(from + 500), piece(from + 500)] },
    { visit: visit(1, 'rest', 1_000), texts: [batch(from + 1_000), piece(from + 1_000)] },
  ]);
  const got: { url: string; token: unknown; body: Record<string, unknown> }[] = [];
  let busy = true;
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    if (busy) {
      busy = false;
      response.writeHead(503).end();
      return;
    }
    got.push({ url: request.url ?? '', token: request.headers['x-sightglass-backfill'], body: JSON.parse(text) });
    response.writeHead(202).end('{}');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  const now = from + 90 * 86_400_000;
  const fed = await feedSample({ origin, key: 'k', backfillToken: 't', now, folder });
  const all = await feedSample({ origin, key: 'k', backfillToken: 't', now, folder, share: 1 });
  server.close();
  await rm(folder, { recursive: true });

  expect(fed).toEqual({ visits: 1, bodies: 2, refused: {} });
  expect(all.visits).toBe(2);
  const at = now - 500;
  expect(got.slice(0, 2)).toEqual([
    {
      url: '/v1/records?key=k',
      token: 't',
      body: { v: 1, session: 's', seq: 0, sentAt: at, startedAt: at, records: [{ kind: 'view', at, from: '/parts' }] },
    },
    {
      url: '/v1/segments?key=k',
      token: 't',
      body: {
        v: 1,
        session: 's',
        from: at,
        until: at,
        sentAt: at,
        events: [{ type: 4, timestamp: at, data: { at: 1 } }],
      },
    },
  ]);
});
