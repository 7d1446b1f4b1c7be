import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The kernel's bound for the path of a unix socket (sockaddr_un, 108 with the closing zero). */
const maxPathBytes = 107;

/** Where the engine listens: in the data folder, or, where that path is too long, in a private folder among the temporary ones. */
export function chooseSocket(data: string): { path: string; remove(): void } {
  const near = join(data, 'engine.sock');
  if (Buffer.byteLength(near) <= maxPathBytes) return { path: near, remove: () => rmSync(near, { force: true }) };
  const folder = mkdtempSync(join(tmpdir(), 'sg-'));
  return { path: join(folder, 's'), remove: () => rmSync(folder, { recursive: true, force: true }) };
}
