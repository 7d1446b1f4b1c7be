import { expect, test } from 'vitest';
import { type Doors, startUpload } from './upload-run.ts';

const chosen = (...paths: string[]) => paths.map((path) => ({ path, file: new File(['twelve bytes'], path) }));
const refusal = new Error('of this file');

/** A server that remembers what it took; `bad` paths are refused, and `holds` are kept under way until they are broken off. */
function server({ bad = new Set<string>(), holds = new Set<string>(), away = false } = {}) {
  const known = new Set<string>();
  const finished: string[][] = [];
  const put: string[] = [];
  const its = { bad, holds, away, known, finished, put };
  const doors: Doors = {
    known: () => Promise.resolve(new Set(known)),
    hash: ({ name }) => Promise.resolve(`hash-${name}`),
    async put({ path }, _, tell, signal) {
      if (its.away) throw new Error('away');
      put.push(path);
      tell(0.5);
      if (its.holds.has(path))
        await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      if (its.bad.has(path)) throw refusal;
      known.add(`hash-${path} ${path}`);
      return `hash-${path}`;
    },
    finish: (files) => Promise.resolve(finished.push(files.map(({ path }) => path))),
    explain: (error) => ({ title: 'No', help: String(error), ofThisFile: error === refusal }),
  };
  return { its, start: (...paths: string[]) => startUpload('1.4.0', chosen(...paths), doors, (say) => say()) };
}
const statesOf = ({ state }: ReturnType<typeof startUpload>) => state().files.map((one) => one.state);

test('an upload is finished once all its files are read, and what is there is not sent again', async () => {
  const { its, start } = server();
  const first = start('a.js', 'b.js');
  await expect.poll(() => first.state().phase).toBe('used');
  const second = start('a.js', 'c.js');
  await expect.poll(() => second.state().phase).toBe('used');
  expect(its.put).toEqual(['a.js', 'b.js', 'c.js']);
  expect(second.state().files).toMatchObject([
    { path: 'a.js', there: true, sent: 12 },
    { path: 'c.js', there: false, sent: 12 },
  ]);
});

test('with one file refused nothing is used, until it is retried or the rest is asked for', async () => {
  const { its, start } = server({ bad: new Set(['a.js', 'b.js']) });
  const run = start('a.js', 'b.js', 'c.js');
  await expect.poll(() => run.state().phase).toBe('held');
  expect(statesOf(run)).toEqual(['refused', 'refused', 'read']);
  expect(run.state().files[0]?.reason).toBe('No. Error: of this file');
  expect(its.finished).toEqual([]);
  its.bad.delete('a.js');
  run.retry('a.js');
  await expect.poll(() => statesOf(run)).toEqual(['read', 'refused', 'read']);
  expect(its.put).toEqual(['a.js', 'b.js', 'c.js', 'a.js']);
  await expect.poll(() => run.state().phase).toBe('held');
  run.useRest();
  await expect.poll(() => its.finished).toEqual([['a.js', 'c.js']]);
});

test('what is cancelled is not used, and goes on where it was', async () => {
  const { its, start } = server({ holds: new Set(['b.js']) });
  const run = start('a.js', 'b.js');
  await expect.poll(() => statesOf(run)).toEqual(['read', 'sending']);
  expect(run.state().files[1]).toMatchObject({ sent: 6 });
  run.cancel();
  expect(run.state()).toMatchObject({ phase: 'stopped', failure: null });
  expect(statesOf(run)).toEqual(['read', 'waiting']);
  expect(its.finished).toEqual([]);
  its.holds.clear();
  // Meanwhile somebody deleted what had arrived.
  its.known.clear();
  run.resume();
  await expect.poll(() => its.finished).toEqual([['a.js', 'b.js']]);
});

test('a server that is away stops it all, and is no fault of a file', async () => {
  const { its, start } = server({ away: true });
  const run = start('a.js');
  await expect.poll(() => run.state().phase).toBe('stopped');
  expect(run.state()).toMatchObject({ failure: { help: 'Error: away' }, files: [{ state: 'waiting', sent: 0 }] });
  its.away = false;
  run.resume();
  await expect.poll(() => its.finished).toEqual([['a.js']]);
});
