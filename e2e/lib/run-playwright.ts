import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';

const cli = join(import.meta.dirname, '../../node_modules/@playwright/test/cli.js');

/** Runs the tests of a folder by its own `playwright.config.ts`. @param started - Is handed the process, to end it where the test ends early. */
export function runPlaywright(
  folder: string,
  started: (child: ChildProcess) => void,
): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, [cli, 'test'], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  started(child);
  let said = '';
  const hear = (bytes: Buffer) => {
    said += bytes.toString();
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  return new Promise((done, failed) => {
    child.once('error', failed);
    child.once('close', (code) => done({ code, said }));
  });
}
