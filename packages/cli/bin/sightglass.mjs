#!/usr/bin/env node
/** `sightglass …`: plain JavaScript that Node 20 runs; the command itself runs on Node 24 of node_modules, straight from its sources. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const node24 = `${root}node_modules/.bin/node`;
const node = Number(process.versions.node.split('.')[0]) >= 24 || !existsSync(node24) ? process.execPath : node24;
const ran = spawnSync(node, [fileURLToPath(new URL('../src/main.ts', import.meta.url)), ...process.argv.slice(2)], {
  stdio: 'inherit',
});
process.exit(ran.status ?? 1);
