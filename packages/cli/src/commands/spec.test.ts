import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { run } from '../run.ts';
import { commands } from './index.ts';

const cwd = mkdtempSync(join(tmpdir(), 'sightglass-spec-'));
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

/** What the command says and asks, against a server that answers every question alike. */
async function spec(args: string, answer: () => Response) {
  const [asked, out, said] = [[] as string[], [] as string[], [] as string[]];
  const code = await run(commands, ['spec', ...args.split(' ').filter(Boolean)], {
    ...{ cwd, env: { SIGHTGLASS_TOKEN: 't', SIGHTGLASS_PROJECT: 'p_1' } },
    ...{ out: (text: string) => void out.push(text), say: (line: string) => void said.push(line) },
    async fetch(url) {
      asked.push(String(url).replace('http://127.0.0.1:4600', ''));
      return answer();
    },
  });
  return { code, asked, out: out.join(''), said: said.join('') };
}

test('the document comes to the terminal as it is, of the release that is asked for', async () => {
  const told = await spec('--release 1.1.0 --from 2026-11-01', () => new Response('# Desk\n'));
  const from = Date.parse('2026-11-01');
  expect(told).toMatchObject({ code: 0, out: '# Desk\n', said: '' });
  expect(told.asked).toEqual([`/api/v1/projects/p_1/spec?format=markdown&release=1.1.0&from=${from}`]);
});

test('for version control it comes without counts', async () => {
  const told = await spec('--release 1.1.0 --ground none', () => new Response('# Desk\n'));
  expect(told.asked).toEqual(['/api/v1/projects/p_1/spec?format=markdown&ground=none&release=1.1.0']);
  expect(await spec('--ground some', () => new Response(''))).toMatchObject({ code: 2, asked: [] });
});

test('a file is written over, so that version control tells what changed', async () => {
  for (const text of ['{"one": 1}\n', '{}\n']) {
    await spec('--format json-schema --out desk.schema.json', () => new Response(text));
    expect(readFileSync(join(cwd, 'desk.schema.json'), 'utf8')).toBe(text);
  }
});

test('what is not known and what is refused is told, and writes nothing', async () => {
  const unknown = await spec('--format word', () => new Response(''));
  expect(unknown).toMatchObject({ code: 2, out: '', said: expect.stringContaining('openapi') });
  const refused = await spec('', () => Response.json({ title: 'No access', detail: 'Ask an admin.' }, { status: 403 }));
  expect(refused).toMatchObject({ code: 2, out: '', said: expect.stringContaining('No access: Ask an admin.') });
});
