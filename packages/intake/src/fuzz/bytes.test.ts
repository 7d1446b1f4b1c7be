import { expect, test } from 'vitest';
import { bend, createChance } from '../testing/bend.ts';
import { readDocuments } from '../testing/documents.ts';
import { holdDecoder } from '../testing/hold.ts';

/** `npm test` tries the same bodies on every machine, `npm run fuzz` goes on as long as one likes: `npm run fuzz -- 3600 7` for an hour from seed 7. */
const seconds = Number(process.env.FUZZ_SECONDS ?? 0);
const most = seconds > 0 ? Number.POSITIVE_INFINITY : 10_000;
/** More than before: other files of tests were in this process. */
const maxResidentBytes = 1.3 * 1024 ** 3;
const seed = Number(process.env.FUZZ_SEED ?? 20_261_121);

test(`bytes bent at random from seed ${seed}, ${seconds > 0 ? `for ${seconds} s` : `${most} times`}, packed and inside of their packing, cost themselves alone`, {
  timeout: (seconds + 300) * 1_000,
}, () => {
  const before = process.memoryUsage.rss();
  const chance = createChance(seed);
  const documents = readDocuments();
  const until = seconds > 0 ? performance.now() + seconds * 1_000 : Number.POSITIVE_INFINITY;
  const tried = new Map<string, number>();
  for (let times = 0; times < most && performance.now() < until; times += 1) {
    const document = documents[Math.floor(chance() * documents.length)];
    if (document === undefined) continue;
    const { format, head, at, json, wrap } = document;
    const body = chance() < 0.5 ? bend(wrap(json), chance) : wrap(bend(json, chance));
    holdDecoder(format, body, head, at);
    tried.set(format.intake, (tried.get(format.intake) ?? 0) + 1);
  }
  for (const intake of ['datadog', 'sentry', 'rrweb']) expect(tried.get(intake)).toBeGreaterThan(0);
  expect(process.memoryUsage.rss() - before).toBeLessThan(maxResidentBytes);
});
