import { expect, test } from 'vitest';
import { bend, createChance } from '../testing/bend.ts';
import { readDocuments } from '../testing/documents.ts';
import { holdDecoder } from '../testing/hold.ts';

/** `npm test` takes a minute of it, `npm run fuzz` as long as one likes: `npm run fuzz -- 3600 7` for an hour from seed 7. */
const seconds = Number(process.env.FUZZ_SECONDS ?? 60);
const maxResidentBytes = 1.5 * 1024 ** 3;
const seed = Number(process.env.FUZZ_SEED ?? 20_261_121);

test(`bytes bent at random for ${seconds} s from seed ${seed}, packed and inside of their packing, cost themselves alone`, {
  timeout: (seconds + 60) * 1_000,
}, () => {
  const chance = createChance(seed);
  const documents = readDocuments();
  const until = performance.now() + seconds * 1_000;
  const tried = new Map<string, number>();
  while (performance.now() < until) {
    const document = documents[Math.floor(chance() * documents.length)];
    if (document === undefined) continue;
    const { format, head, at, json, wrap } = document;
    const body = chance() < 0.5 ? bend(wrap(json), chance) : wrap(bend(json, chance));
    holdDecoder(format, body, head, at);
    tried.set(format.intake, (tried.get(format.intake) ?? 0) + 1);
  }
  for (const intake of ['datadog', 'sentry', 'rrweb']) expect(tried.get(intake)).toBeGreaterThan(0);
  expect(process.memoryUsage.rss()).toBeLessThan(maxResidentBytes);
});
