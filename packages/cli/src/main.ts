import { commands } from './commands/index.ts';
import { run } from './run.ts';

/** What a line of progress left behind. */
const eraseLine = '\r\x1b[K';

process.exitCode = await run(commands, process.argv.slice(2), {
  cwd: process.cwd(),
  env: process.env,
  out: (text) => process.stdout.write(text),
  say: (line) => process.stderr.write(`${process.stderr.isTTY ? eraseLine : ''}${line}\n`),
  ...(process.stderr.isTTY && { progress: (line: string) => void process.stderr.write(`${eraseLine}${line}`) }),
  fetch,
});
