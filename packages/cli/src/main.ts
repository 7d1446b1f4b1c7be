import { commands } from './commands/index.ts';
import { run } from './run.ts';

process.exitCode = await run(commands, process.argv.slice(2), {
  cwd: process.cwd(),
  env: process.env,
  out: (text) => process.stdout.write(text),
  say: (line) => process.stderr.write(`${line}\n`),
  fetch,
});
