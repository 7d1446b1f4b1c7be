import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Command, Terminal } from '../command.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));

/** What needs no server to ask, but the machine itself: handed to the scripts that do it, with the terminal as it is. */
export const localCommands: readonly Command[] = [
  {
    name: 'start',
    about: 'starts Sightglass here, as `npm start` does',
    usage: `
sightglass start [--no-demo]

  PORT 4600, HOST 127.0.0.1, SIGHTGLASS_DATA ./.data: environment variables; the README names all.`,
    run: async (args, terminal) => hand([`${root}scripts/start.mjs`, ...args], terminal),
  },
  {
    name: 'backup',
    about: 'writes a whole data folder into one file; Sightglass must not be running on it',
    usage: `
sightglass backup FILE

  SIGHTGLASS_DATA  the data folder, default ./.data`,
    run: async (args, terminal) => hand([server, 'backup', ...args], terminal),
  },
  {
    name: 'restore',
    about: 'makes a new data folder from a backup',
    usage: `
sightglass restore FILE [--erased-since FOLDER]

  --erased-since FOLDER  the data folder whose place the new one takes, as it is now: who was erased there since the
                         backup, and what was removed, is erased and removed in the new one too, at its first start
  SIGHTGLASS_DATA        the data folder to make, default ./.data; there must be none yet, or an empty one`,
    run: async (args, terminal) => hand([server, 'restore', ...args], terminal),
  },
];

const server = `${root}packages/server/src/main.ts`;

function hand(command: readonly string[], { cwd, env }: Terminal): number {
  const ended = spawnSync(process.execPath, [...command], { cwd, env: { ...env }, stdio: 'inherit' });
  return ended.status ?? 1;
}
