import { createServer, type Server } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fetchBounds, fetchRelease } from './fetch-release.ts';
import { type Guard, getGuarded, publicOnly } from './guarded-get.ts';
import { isPublicAddress } from './public-address.ts';

test.each([
  ...[
    '127.0.0.1',
    '10.1.2.3',
    '172.31.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '255.255.255.255',
  ],
  ...['::1', '::', 'fe80::1', 'fd00::1', '::ffff:127.0.0.1', '::ffff:8.8.8.8', '64:ff9b::7f00:1', '2002:7f00:1::'],
  ...['2001:0:1::', '2001:db8::1', 'ff02::1', 'localhost', '', '224.0.0.1'],
])('%s is not asked on behalf of somebody else', (address) => expect(isPublicAddress(address)).toBe(false));

test.each(['1.1.1.1', '151.101.1.69', '2606:4700:4700::1111'])('%s is on the public internet', (address) =>
  expect(isPublicAddress(address)).toBe(true),
);

let server: Server;
let port = 0;
const asked: string[] = [];
const pages: Record<string, string> = {
  '/': '<!doctype html><script src=/assets/app.js></script><script src="https://elsewhere.example/ad.js"></script>',
  '/assets/app.js': 'import("./pay.js");import("/gone.js")\n//# sourceMappingURL=app.js.map',
  '/assets/app.js.map': '{"version":3}',
  '/assets/pay.js': 'pay()',
  '/large': 'x'.repeat(10_000),
};
beforeAll(async () => {
  server = createServer(({ url = '' }, response) => {
    asked.push(url);
    const to = /^\/to\/(.*)/.exec(url)?.[1];
    if (to !== undefined) response.writeHead(302, { location: decodeURIComponent(to) }).end();
    else if (url === '/endless') response.write('x');
    else if (url === '/packed') response.setHeader('content-encoding', 'gzip').end(gzipSync(Buffer.alloc(1_000_000)));
    else if (pages[url] !== undefined) response.end(pages[url]);
    else response.writeHead(404).end('<!doctype html>');
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  port = (server.address() as { port: number }).port; // it listens on a port
});
afterAll(() => {
  server.closeAllConnections();
  return new Promise((stopped) => server.close(stopped));
});

/** Lets the test's own server in, as if it were the public internet; `shop.example` is its name. */
const resolve: Guard['resolve'] = async (host) => [
  { address: host === 'shop.example' ? '127.0.0.1' : '127.0.0.9', family: 4 },
];
const guard: Guard = { allows: (address) => address === '127.0.0.1', resolve };
const bounds = () => ({ maxBytes: 1_000, signal: AbortSignal.timeout(120_000) });
const at = (path: string, host = 'shop.example') => new URL(`http://${host}:${port}${path}`);

test('the scripts of a page, their chunks and maps are fetched from its own host', async () => {
  const files = await fetchRelease(at('/'), guard, fetchBounds);
  expect(Array.isArray(files) && files.map(({ path }) => path)).toEqual([
    'assets/app.js',
    'assets/app.js.map',
    'assets/pay.js',
  ]);
});

test('no inner address is asked: not by figures, not by name, not by a name with two faces, not after a redirect', async () => {
  asked.length = 0;
  const refused = { fault: 'refused' };
  expect(await getGuarded(new URL(`http://127.0.0.1:${port}/`), publicOnly, bounds())).toMatchObject(refused);
  expect(await getGuarded(new URL(`http://[::1]:${port}/`), publicOnly, bounds())).toMatchObject(refused);
  for (const host of ['2130706433', '0x7f000001', '0177.0.0.1', '127.1', '[::ffff:127.0.0.1]', 'localhost'])
    expect(await getGuarded(new URL(`http://${host}:${port}/`), publicOnly, bounds()), host).toMatchObject(refused);
  const faces = {
    ...guard,
    resolve: async () => ['127.0.0.1', '127.0.0.9'].map((address) => ({ address, family: 4 })),
  };
  expect(await getGuarded(at('/'), faces, bounds())).toMatchObject(refused);
  expect(await getGuarded(new URL('file:///etc/passwd'), guard, bounds())).toMatchObject(refused);
  expect(await getGuarded(new URL(`http://a:b@shop.example:${port}/`), guard, bounds())).toMatchObject(refused);
  expect(asked).toEqual([]);
  const inner = encodeURIComponent(`http://inner.example:${port}/`);
  expect(await getGuarded(at(`/to/${inner}`), guard, bounds())).toMatchObject(refused);
  expect(asked).toEqual([`/to/${inner}`]);
  for (const to of ['file:///etc/passwd', 'gopher://shop.example/', 'data:text/plain,x', `http://[::1]:${port}/`])
    expect(await getGuarded(at(`/to/${encodeURIComponent(to)}`), guard, bounds()), to).toMatchObject(refused);
});

test('what never ends is given up in time, and packed bytes are never unpacked', async () => {
  const short = { maxBytes: 1_000_000, signal: AbortSignal.timeout(300) };
  expect(await getGuarded(at('/endless'), guard, short)).toMatchObject({ detail: 'It does not answer in time' });
  const packed = { fault: 'failed', detail: expect.stringContaining('packed') };
  expect(await getGuarded(at('/packed'), guard, bounds())).toMatchObject(packed);
});

test('what is too large, what leads on and on and what is not there is a reason', async () => {
  const large = await getGuarded(at('/large'), guard, bounds());
  expect(large).toMatchObject({ fault: 'failed', detail: expect.stringContaining('more than') });
  let far = '/';
  for (let hop = 0; hop < 5; hop += 1) far = `/to/${encodeURIComponent(far)}`;
  const led = await getGuarded(at(far), guard, bounds());
  expect(led).toMatchObject({ fault: 'failed', detail: expect.stringContaining('leads on more than') });
  expect(await getGuarded(at('/nowhere'), guard, bounds())).toEqual({ fault: 'failed', detail: 'It answers 404' });
  const unnamed = { ...guard, resolve: async () => Promise.reject(Object.assign(new Error(), { code: 'ENOTFOUND' })) };
  const lost = await getGuarded(new URL('http://nobody.example/'), unnamed, bounds());
  expect(lost).toEqual({ fault: 'failed', detail: 'Nobody knows an address for its name' });
  expect(await fetchRelease(at('/assets/pay.js'), guard, fetchBounds)).toBe(
    'The page loads no script from its own host',
  );
});
