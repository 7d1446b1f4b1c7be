import { dropPast, foldSummedDay, routeDays, whileAsked } from '@sightglass/store';
import { expect, test } from 'vitest';
import { routes } from './index.ts';
import { engineForTests, noon, project, visit } from './testing/engine.ts';

const { columns, store } = engineForTests();
const dayMs = 24 * 3_600_000;
const today = Math.floor(noon / dayMs) * dayMs;
const yesterday = today - dayMs;
const span = { from: yesterday, until: today + dayMs, environment: '', release: '' };
let version = 0;

async function addUp(day: number): Promise<void> {
  version += 2;
  await foldSummedDay(columns(), routeDays, project, { day, hours: 24, version });
}

/** Views of screens, and the days of which records were read to know whether what is added up holds. */
async function asked(): Promise<{ views: Record<string, number>; read: string[] }> {
  const read: string[] = [];
  // What is kept for an engine is kept for whoever asks it.
  const asker = whileAsked(columns(), new AbortController().signal);
  asker.ask = (sql, parameters = {}) => {
    if (sql.includes('FROM records') && Array.isArray(parameters.partitions))
      read.push(...parameters.partitions.map(String));
    return columns().ask(sql, parameters);
  };
  const found = await routes(asker, project, span);
  return { views: Object.fromEntries(found.routes.map(({ route, views }) => [route, views])), read };
}

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10).replaceAll('-', '');
const view = (session: string, at: number) => visit({ session, at, view: `of ${session}`, route: '/orders' });

test('a day is read again once something came to it, was merged or went, and no other day with it', async () => {
  await store([view('one', yesterday + 1_000), view('two', today + 1_000)]);
  for (const day of [yesterday, today]) await addUp(day);
  expect(await asked()).toEqual({ views: { '/orders': 2 }, read: [dayOf(yesterday), dayOf(today)] });
  expect(await asked()).toEqual({ views: { '/orders': 2 }, read: [] });

  await store([view('three', today + 2_000)]);
  expect(await asked()).toEqual({ views: { '/orders': 3 }, read: [dayOf(today)] });
  await columns().command('OPTIMIZE TABLE records FINAL');
  expect((await asked()).views).toEqual({ '/orders': 3 });
  expect((await asked()).read).toEqual([]);

  await dropPast(columns(), today);
  expect(await asked()).toEqual({ views: { '/orders': 2 }, read: [] });
});

test('who asks at the same time is answered alike, and neither keeps what the other has not read', async () => {
  await store([view('four', today + 3_000)]);
  const all = await Promise.all([asked(), asked(), asked()]);
  expect(all.map(({ views }) => views)).toEqual(all.map(() => ({ '/orders': 3 })));
  await store([view('five', today + 4_000)]);
  expect((await asked()).views).toEqual({ '/orders': 4 });
});
