/** `npm run torture [-- --kills 200 --seed 1 --port 4131]`: ends with 1 when anything acknowledged is lost, doubled or half there. */
import { parseArgs } from 'node:util';
import { torture } from './torture.ts';
import { isGood } from './verdict.ts';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '200' },
    seed: { type: 'string', default: String(Date.now() % 100_000) },
    port: { type: 'string', default: '4131' },
  },
});
console.log(`Torture: ${values.kills} kills, seed ${values.seed}`);
const { verdict, kills, answers, seconds } = await torture({
  kills: Number(values.kills),
  seed: Number(values.seed),
  port: Number(values.port),
  say: (line) => console.log(`  ${line}`),
});
console.log('  killed  ', kills);
console.log('  answers ', answers);
console.log('  verdict ', verdict);
console.log(`${isGood(verdict) ? 'Good' : 'BAD'} after ${seconds} s`);
process.exit(isGood(verdict) ? 0 : 1);
