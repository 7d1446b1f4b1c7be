/** The process `sightglass`: reads the environment, starts everything, says where to go, and stops in order. Or does one command. */
import { readFileSync } from 'node:fs';
import { type ErrorCode, SightglassError, toProblem } from '@sightglass/wire';
import { resetOwner } from './accounts/reset-owner.ts';
import { makeBackup, restoreBackup } from './backup/index.ts';
import { BadWish, type Command, readWishes, type Wishes } from './start/environment.ts';

/** For scripts: which sentence it was. Anything else that fails ends with 1. */
const exitCodes: Partial<Record<ErrorCode, number>> = {
  weak_password: 2,
  port_taken: 3,
  data_in_use: 4,
  data_unwritable: 5,
  data_newer: 6,
  disk_full: 7,
  catalog_damaged: 8,
  ledger_damaged: 8,
  clickhouse_refused: 9,
  clickhouse_taken: 9,
};
/** After this long a stop is no longer orderly; what was acknowledged is safe all the same. */
const stopWithinMs = 10_000;

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

// A folder that was there before may be open to everybody of the machine; what is kept in it is not.
process.umask(0o027);

try {
  const wishes = readWishes(process.env, process.argv.slice(2));
  const { command } = wishes;
  if (command.name !== 'start') {
    console.log(await obey(command, wishes));
    process.exit(0);
  }
  const begun = performance.now();
  const { boot } = await import('./boot.ts'); // half a second of modules, which no command needs
  const sightglass = await boot(wishes, version, (line) => console.log(line));
  const seconds = ((performance.now() - begun) / 1_000).toFixed(1);
  console.log(`Sightglass is ready after ${seconds} s\n`);
  console.log(`  Dashboard   ${sightglass.origin}`);
  if (sightglass.setupUrl !== null)
    console.log(`  Set up      ${sightglass.setupUrl}\n              (once, to become the owner)`);
  if (sightglass.demoOrigin !== undefined) console.log(`  Example     ${sightglass.demoOrigin}`);
  console.log(`  Log         ${wishes.logFile}\n`);
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), stopWithinMs).unref();
    sightglass.stop().then(
      () => process.exit(0),
      (error: unknown) => fail(error),
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  process.on('disconnect', stop); // whoever forked us is gone
  process.send?.({ type: 'ready', origin: sightglass.origin, setupUrl: sightglass.setupUrl });
} catch (error) {
  fail(error);
}

/** A command that ends: lines for the operator. */
function obey(command: Exclude<Command, { name: 'start' }>, wishes: Wishes): Promise<string> {
  if (!('file' in command)) return resetOwner(wishes);
  if (command.name === 'restore') return restoreBackup(wishes.data, command.file, command.erasedSince);
  return makeBackup(wishes.data, command.file, version, Date.now);
}

function fail(error: unknown): never {
  if (error instanceof BadWish) {
    console.error(error.message);
    process.exit(2);
  }
  if (error instanceof SightglassError) {
    console.error(toProblem(error).detail);
    process.exit(exitCodes[error.code] ?? 1);
  }
  console.error('Sightglass could not start, and this is our mistake:', error);
  process.exit(1);
}
