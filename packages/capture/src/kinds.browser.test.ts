import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type Watched, watchedSite } from './testing/watched.ts';

let watched: Watched;
beforeAll(async () => {
  watched = await watchedSite();
});
afterAll(() => watched.stop());
beforeEach(async () => {
  for (const page of watched.browsing.context.pages()) await page.close();
  const { intake } = watched;
  intake.batches.length = intake.segments.length = intake.invalid.length = 0;
  intake.manner.watched = true;
});

const soon = { timeout: 15_000, interval: 50 };
const until = <T>(check: () => T): Promise<T> => vi.waitFor(check, soon);

test('a session begins with what the browser says of itself, and its first view has a title and a load time', async () => {
  watched.site.pages['/orders/10023'] = watched.html('<h1>Order</h1>', {
    attributes: 'data-release="1.2.0" data-environment="test"',
  });
  await watched.open('/orders/10023?token=abc#secret');
  await until(() =>
    expect(watched.intake.records('view').at(-1)).toMatchObject({ version: 1, loadMs: expect.any(Number) }),
  );
  const [session] = watched.intake.records('session');
  expect(session).toMatchObject({ entryPath: '/orders/{integer}', replay: true, viewport: { width: 1280 } });
  expect(watched.intake.records('view')[0]).toMatchObject({
    version: 0,
    path: '/orders/{integer}',
    route: '/orders/{integer}',
    title: 'Parts',
    cause: 'load',
    loadMs: null,
  });
  expect(watched.intake.batches[0]).toMatchObject({
    seq: 0,
    first: 0,
    release: '1.2.0',
    environment: 'test',
    visitor: null,
  });
  expect(watched.intake.invalid).toEqual([]);
});
