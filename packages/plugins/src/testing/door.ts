import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';

/** Stands in for the doors of files: remembers what it was sent, and can be busy or refuse. */
export interface TestingDoor {
  origin: string;
  /** Text by path, of what was sent. */
  sent: Map<string, string>;
  finished: { path: string; sha256: string }[][];
  /** How often each method was asked. */
  asked: Record<string, number>;
  /** Statuses that the next requests are answered with, instead of being taken. */
  trouble: number[];
  /** Whether the maps are looked through, in the next answers; then they are. */
  checked: boolean[];
  stop(): Promise<void>;
}

export async function openTestingDoor(): Promise<TestingDoor> {
  const door = { sent: new Map<string, string>(), finished: [], asked: {}, trouble: [], checked: [] } as Omit<
    TestingDoor,
    'origin' | 'stop'
  >;
  const server = createServer(async (request, response) => {
    const { method = '', headers } = request;
    const url = new URL(request.url ?? '', 'http://door');
    const body = await buffer(request);
    door.asked[method] = (door.asked[method] ?? 0) + 1;
    const answer = (status: number, value: object) => {
      response.writeHead(status, { 'content-type': 'application/json', 'retry-after': '0.001' });
      response.end(JSON.stringify(value));
    };
    const trouble = door.trouble.shift();
    if (trouble !== undefined) return answer(trouble, { title: 'Too busy', code: 'backlog' });
    if (headers.authorization !== 'Bearer sgt_good')
      return answer(401, { title: 'Nobody is signed in', code: 'unauthenticated' });
    if (method === 'GET' && url.pathname.endsWith('/releases')) return answer(200, { releases: [summary()] });
    if (method === 'GET')
      return answer(200, { files: [...door.sent].map(([path, text]) => ({ path, sha256: hashOf(text) })) });
    if (method === 'PUT') {
      const path = url.searchParams.get('path') ?? '';
      if (path.includes('refused')) return answer(422, { title: 'Of no use', code: 'file_not_useful' });
      door.sent.set(path, gunzipSync(body).toString('utf8'));
      return answer(200, {});
    }
    const { files } = JSON.parse(body.toString('utf8')) as { files: { path: string; sha256: string }[] };
    door.finished.push(files);
    return answer(200, summary());
  });
  const summary = () => {
    const paths = door.finished.at(-1)?.map(({ path }) => path) ?? [];
    return {
      release: 'shop@1/2',
      scripts: paths.filter((path) => path.endsWith('.js')).length,
      mapped: paths.filter((path) => path.endsWith('.js.map')).length,
      unfitMaps: [],
      mapsChecked: door.checked.shift() ?? true,
    };
  };
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as { port: number }; // it listens on a port
  return {
    ...door,
    origin: `http://127.0.0.1:${port}`,
    stop: () => new Promise((stopped) => server.close(() => stopped())),
  };
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
