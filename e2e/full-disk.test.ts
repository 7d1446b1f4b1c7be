import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, symlinkSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as wire from '@sightglass/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { NewProject } from './lib/doors.ts';
import { type Running, startSightglass } from './lib/sightglass.ts';
import { sessionWhere } from './lib/stored.ts';

/** A disk on which there is not one page more: only who may mount one can try that. */

const root = mkdtempSync(join(tmpdir(), 'sg-full-'));
const disk = join(root, 'disk');
const data = join(root, 'data');
const mayMount = mount();
let server: Running;
let project: NewProject;

beforeAll(async () => {
  if (!mayMount) return;
  mkdirSync(data);
  // The ledger alone is there: all else has room, and whatever fails fails for want of what it is to write down.
  symlinkSync(join(disk, 'ledger.sqlite'), join(data, 'ledger.sqlite'));
  server = await startSightglass({ data });
  project = await server.makeProject('Parts Desk');
});
afterAll(async () => {
  await server?.stop();
  if (mayMount) execFileSync('umount', [disk]);
  rmSync(root, { recursive: true, force: true });
});

function mount(): boolean {
  mkdirSync(disk);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', disk], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const filler = join(disk, 'filler');
function fill(): void {
  const file = openSync(filler, 'w');
  try {
    while (writeSync(file, Buffer.alloc(4_096)) > 0);
  } catch (error) {
    expect(error).toMatchObject({ code: 'ENOSPC' });
  } finally {
    closeSync(file);
  }
}

async function visit(
  visitor: string,
  headers: Record<string, string> = {},
  { id, clientKey } = project,
): Promise<void> {
  const now = Date.now();
  const session = `${visitor}0000-0000-4000-8000-000000000000`;
  const about = { v: 1, session, tab: `tab-${visitor}-1111`, seq: 0, first: 0, startedAt: now, sentAt: now, visitor };
  const records = [{ kind: 'custom', at: now, name: 'seen' }];
  const answer = await fetch(`${server.origin}/v1/records?key=${clientKey}`, {
    method: 'POST',
    headers: { 'content-type': 'text/plain', ...headers },
    body: JSON.stringify({ ...about, environment: '', release: '1', sdk: { name: 'x', version: '1' }, records }),
  });
  expect(answer.status).toBe(202);
  await sessionWhere(server, { project: id, from: now - 1_000, until: now + 60_000 }, { session });
}

test.skipIf(!mayMount)(
  'D46: who wants somebody erased, or sample data removed, on a full disk hears that it is full, and all of it is there; with room it is done',
  async () => {
    for (const visitor of ['anna', 'bert', 'carl']) await visit(visitor);
    await visit('made', { 'x-sightglass-backfill': server.bootstrapToken });
    const of = (visitor: string) => ({ project: project.id, visitor });
    // What is written down of it is gone from the disk, with the room that it took.
    await server.ask(wire.eraseVisitor, of('carl'));
    fill();
    for (const door of [wire.eraseVisitor, wire.removeSample]) {
      const refused = await server.send(door, of('anna'));
      expect([refused.status, await refused.json()]).toMatchObject([503, { code: 'disk_full' }]);
    }
    expect(await server.ask(wire.getVisitor, of('anna'))).toMatchObject({ sessions: 1 });
    expect(await server.ask(wire.countSample, { project: project.id })).toMatchObject({ sessions: 1, records: 1 });

    rmSync(filler);
    const counts = { sessions: 1, records: 1, segments: 0 };
    expect(await server.ask(wire.eraseVisitor, of('anna'))).toEqual({ ...counts, quarantined: 0 });
    expect(await server.ask(wire.removeSample, { project: project.id })).toEqual(counts);
    expect((await server.send(wire.getVisitor, of('anna'))).status).toBe(404);
    expect(await server.ask(wire.getVisitor, of('bert'))).toMatchObject({ sessions: 1 });
  },
);

test.skipIf(!mayMount)(
  'who removes a project on a full disk hears that it is full, and what is left of it goes by itself once there is room',
  async () => {
    const leaving = await server.makeProject('Stock');
    await visit('dora', {}, leaving);
    await visit('emil');
    await server.ask(wire.eraseVisitor, { project: project.id, visitor: 'emil' });
    fill();
    const refused = await server.send(wire.removeProject, { project: leaving.id }, { name: 'Stock' });
    const problem = (await refused.json()) as wire.Problem;
    expect([refused.status, problem]).toMatchObject([503, { code: 'disk_full' }]);
    expect(problem.detail).toContain('what is left of it on the disk goes by itself');
    const { projects } = await server.ask(wire.listProjects);
    expect(projects.map(({ name }) => name)).toEqual(['Parts Desk']);

    rmSync(filler);
    const log = () => readFileSync(join(data, 'sightglass.log'), 'utf8');
    await expect.poll(log, { timeout: 180_000 }).toContain('nothing is left of a project that was removed');
    expect(await server.ask(wire.getVisitor, { project: project.id, visitor: 'bert' })).toMatchObject({ sessions: 1 });
  },
);
