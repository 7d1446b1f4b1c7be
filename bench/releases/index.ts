import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { zstdCompressSync } from 'node:zlib';
import type { FromReading, Job } from '../../packages/server/src/releases/reading/messages.ts';
import type { Measured } from '../measured.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const targetBytes = 2_000_000;
const mostMs = 20_000;
const mostMegabytes = 1_024;

/**
 * What reading the code of a real product costs, in the process that the server reads in: our own dashboard as it is served, minified and
 * without maps, which is the hardest way to read it; its scripts up to 2 MB.
 */
export async function benchReleases(): Promise<Measured[]> {
  const dist = join(root, 'packages/web/dist');
  if (!existsSync(dist)) throw new Error('The dashboard is not built: `npm run build` first.');
  const folder = mkdtempSync(join(tmpdir(), 'sightglass-bench-releases-'));
  try {
    const { files, bytes } = packScripts(dist, folder);
    const { ms, megabytes, told } = await read({
      job: 'code',
      files,
      about: { name: 'bench', release: 'bench', at: 0 },
    });
    const what = `${(bytes / 1e6).toFixed(1)} MB in ${files.length} minified scripts of the dashboard`;
    return [
      {
        name: `reading a release's code / ${mostMs / 1_000} s: ${what}`,
        ratio: ms / mostMs,
        within: ms <= mostMs,
        detail: `${(ms / 1_000).toFixed(1)} s; ${told}`,
      },
      {
        name: `its memory / ${mostMegabytes} MB`,
        ratio: megabytes / mostMegabytes,
        within: megabytes <= mostMegabytes,
        detail: `${Math.round(megabytes)} MB at most, native code's and the index of third-party code included`,
      },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function packScripts(dist: string, folder: string): { files: { path: string; file: string }[]; bytes: number } {
  const files: { path: string; file: string }[] = [];
  let bytes = 0;
  for (const path of globSync('assets/**/*.js', { cwd: dist }).sort()) {
    const script = readFileSync(join(dist, path));
    if (bytes + script.length > targetBytes * 1.1) continue;
    const file = join(folder, `${files.length}.zst`);
    writeFileSync(file, zstdCompressSync(script));
    files.push({ path, file });
    bytes += script.length;
  }
  return { files, bytes };
}

async function read(job: Extract<Job, { job: 'code' }>): Promise<{ ms: number; megabytes: number; told: string }> {
  const main = join(root, 'packages/server/src/releases/reading/main.ts');
  const child = fork(main, [], { execArgv: [`--max-old-space-size=${mostMegabytes}`], serialization: 'advanced' });
  try {
    await once(child, 'message');
    const begun = performance.now();
    child.send(job);
    const [answer] = (await once(child, 'message')) as [FromReading]; // what `main.ts` sends
    const ms = performance.now() - begun;
    if (
      answer.tell !== 'answer' ||
      !answer.answer ||
      typeof answer.answer !== 'object' ||
      !('thirdParty' in answer.answer)
    )
      throw new Error(`It was not read: ${JSON.stringify(answer).slice(0, 300)}`);
    const { thirdParty, specification } = answer.answer;
    const statements = specification.points.reduce((sum, point) => sum + point.statements.length, 0);
    const told = `${thirdParty.length} libraries, ${statements} statements`;
    return { ms, megabytes: peakMegabytes(child.pid), told };
  } finally {
    child.kill('SIGKILL');
  }
}

/** As Linux tells it; 0 elsewhere. */
function peakMegabytes(pid: number | undefined): number {
  const status = existsSync(`/proc/${pid}/status`) ? readFileSync(`/proc/${pid}/status`, 'latin1') : '';
  return Number(/VmHWM:\s*(\d+) kB/.exec(status)?.[1] ?? 0) / 1_024;
}
