/** `npm run size`: builds the SDK and holds it to its budget. Prints bytes by file; fails when what a page loads first is too large. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { buildSdk } from '../packages/capture/build.ts';

/** What a page loads first, by gzip -9: docs/adr and README promise it. */
const eagerBudget = 12 * 1024;
/** Names that only these libraries have, and that minifying keeps. */
const unwanted = { zod: /ZodError|safeParse|_zod\b/, rrweb: /rrweb|data-rr-|rr_dataURL/ };
const files = { 'sdk.js': 'first', 'sdk-later.js': 'after load', 'sdk-recorder.js': 'when replayed' };

const folder = mkdtempSync(join(tmpdir(), 'sightglass-size-'));
const faults: string[] = [];
try {
  await buildSdk(folder);
  console.log(['file', 'loaded', 'raw', 'gzip -9', 'brotli'].map((name, at) => cell(name, at)).join(''));
  for (const [file, loaded] of Object.entries(files)) {
    const bytes = readFileSync(join(folder, file));
    const gzip = gzipSync(bytes, { level: 9 }).length;
    const row = [file, loaded, bytes.length, gzip, brotliCompressSync(bytes).length];
    console.log(row.map((value, at) => cell(String(value), at)).join(''));
    if (file !== 'sdk.js') continue;
    if (gzip > eagerBudget)
      faults.push(`${file} has ${gzip} bytes packed, ${gzip - eagerBudget} above its budget of ${eagerBudget}.`);
    for (const [name, mark] of Object.entries(unwanted))
      if (mark.test(bytes.toString())) faults.push(`${file} holds ${name}, which no page may load first.`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(
  faults.length > 0 ? faults.join('\n') : `Within the budget of ${eagerBudget} bytes for what a page loads first.`,
);
process.exitCode = faults.length > 0 ? 1 : 0;

function cell(text: string, column: number): string {
  return column < 2 ? text.padEnd(18) : text.padStart(10);
}
