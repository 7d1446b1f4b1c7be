import type { Consequence, SpecificationDiff } from '@sightglass/wire';
import { expect, test } from 'vitest';
import { run } from '../run.ts';
import { commands } from './index.ts';

const side = { release: '1', span: { from: 0, until: 1 }, sessions: 9, visitors: 4 };
const occasion = { sessions: 9, visitors: 4 };
const change: Consequence = {
  ...{ key: 'call GET /api/orders', kind: 'call', point: 7, change: 'removed', severity: 'breaking', breaking: true },
  ...{ text: 'GET /api/orders is gone.', details: [], from: null, to: null },
  exposure: { from: { ...occasion, seen: 9, seenBy: 4 }, to: { ...occasion, seen: 0, seenBy: 0 } },
};
const diff: SpecificationDiff = {
  ...{ v: 1, project: { id: 'p_1', name: 'Desk' }, from: side, to: { ...side, release: '2' } },
  items: [{ ...change, consequences: [{ ...change, text: 'Its field id is gone.' }] }],
};

/** What the command says and how it ends, against a server of this file. */
async function diffWith(
  args: string,
  answers: Record<string, unknown>,
  env: Record<string, string> = { SIGHTGLASS_TOKEN: 't' },
) {
  const asked: string[] = [];
  const out: string[] = [];
  const said: string[] = [];
  const code = await run(commands, ['spec', 'diff', ...args.split(' ').filter(Boolean)], {
    ...{ cwd: '/', env, out: (text) => void out.push(text), say: (line) => void said.push(line) },
    fetch: async (url) => {
      const { pathname, search } = new URL(String(url));
      asked.push(pathname + search);
      const answer = answers[pathname];
      return answer === undefined
        ? Response.json({ title: 'Not there', status: 404, code: 'not_found' }, { status: 404 })
        : Response.json(answer);
    },
  });
  return { code, out: out.join(''), said: said.join(''), asked };
}
const answers = {
  '/api/v1/projects': { projects: [{ id: 'p_1', name: 'Desk' }] },
  '/api/v1/projects/p_1/spec/diff': diff,
};

test('what changed is told, and what one asked to fail on fails', async () => {
  const told = await diffWith('--from 1 --to 2', answers);
  expect(told).toMatchObject({
    code: 0,
    asked: ['/api/v1/projects', '/api/v1/projects/p_1/spec/diff?from=1&to=2&environment='],
  });
  expect(told.out).toBe(
    'Desk: 1 (9 sessions) → 2 (9 sessions)\n\nbreaking   GET /api/orders is gone.\n             Its field id is gone.\n',
  );
  expect(await diffWith('--from 1 --to 2 --fail-on breaking,tightened', answers)).toMatchObject({ code: 1 });
  expect(await diffWith('--from 1 --to 2 --fail-on loosened', answers)).toMatchObject({ code: 0 });
});

test('a release without sessions is no success where one asked to fail', async () => {
  const nobody = { ...diff, to: { ...side, release: '9', sessions: 0 }, items: [] };
  const empty = { ...answers, '/api/v1/projects/p_1/spec/diff': nobody };
  expect(await diffWith('--from 1 --to 9', empty)).toMatchObject({ code: 0, said: expect.stringContaining('of 9') });
  expect(await diffWith('--from 1 --to 9 --fail-on breaking', empty)).toMatchObject({ code: 2 });
});

test('what cannot be asked, and what is not answered, is told and no success', async () => {
  expect(await diffWith('--from 1', answers)).toMatchObject({ code: 2, said: expect.stringContaining('--to') });
  expect(await diffWith('--from 1 --to 2', answers, {})).toMatchObject({
    code: 2,
    said: expect.stringContaining('token'),
  });
  expect(await diffWith('--from 1 --to 2 --fail-on all', answers)).toMatchObject({ code: 2 });
  expect(await diffWith('--from 1 --to 2 --project p_2', answers)).toMatchObject({
    code: 2,
    said: expect.stringContaining('Not there'),
  });
  const several = {
    '/api/v1/projects': {
      projects: [
        { id: 'a', name: 'A' },
        { id: 'b', name: 'B' },
      ],
    },
  };
  expect((await diffWith('--from 1 --to 2', several)).said).toContain('--project b (B)');
});
