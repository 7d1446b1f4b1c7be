import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Document, readDocuments } from '../testing/documents.ts';
import { holdDecoder } from '../testing/hold.ts';

const seconds = Number(process.env.FUZZ_SECONDS ?? 0);
/** `npm test` tries the same bodies on every machine, `npm run fuzz` goes on for its time. */
const bounds =
  seconds > 0
    ? { numRuns: 1e9, interruptAfterTimeLimit: seconds * 1_000, skipAllAfterTimeLimit: (seconds + 30) * 1_000 }
    : { numRuns: 6_000 };
const seed = Number(process.env.FUZZ_SEED ?? 20_261_121);

/** What no decoder expects where it stands. */
const anything = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom(
    -1,
    0,
    2 ** 31,
    2 ** 53,
    1e300,
    '',
    '__proto__',
    'constructor',
    '\ud800',
    '{'.repeat(400),
    [[[]]],
    [{}],
  ),
  fc.constantFrom('a@'.repeat(5_000), '/1'.repeat(5_000), `"'`.repeat(5_000), '9'.repeat(5_000), '  at '.repeat(2_000)),
);
const edit = fc.record({
  /** Which way to go down at each level; where it ends, the change is made. */
  way: fc.array(fc.nat({ max: 1_000 }), { minLength: 1, maxLength: 9 }),
  how: fc.constantFrom('put', 'put', 'put', 'drop', 'rename', 'double'),
  value: anything,
  name: fc.constantFrom('__proto__', 'constructor', 'id', 'type', 'data', 'timestamp', 'node', 'length', ''),
});
type Edit = typeof edit extends fc.Arbitrary<infer T> ? T : never;

test(`what SDKs sent, with other values in it, ${seconds > 0 ? `for ${seconds} s` : `${bounds.numRuns} times`} from seed ${seed}, is taken, refused or set aside`, {
  timeout: (seconds + 300) * 1_000,
}, () => {
  const documents = readDocuments();
  const tried = new Set<string>();
  fc.assert(
    fc.property(
      fc.nat({ max: documents.length - 1 }),
      fc.array(edit, { minLength: 1, maxLength: 5 }),
      (which, edits) => {
        const document = documents[which];
        if (document === undefined) return;
        holdDecoder(document.format, changed(document, edits), document.head, document.at);
        tried.add(document.format.intake);
      },
    ),
    { seed, ...bounds },
  );
  expect([...tried].sort()).toEqual(['datadog', 'rrweb', 'sentry']);
});

function changed({ json, lines, wrap }: Document, edits: readonly Edit[]): Uint8Array {
  const text = Buffer.from(json).toString();
  const root: unknown[] = lines
    ? text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]))
    : [JSON.parse(text)];
  for (const one of edits) change(root, one);
  return wrap(Buffer.from(root.map((value) => JSON.stringify(value) ?? '').join('\n')));
}

function change(root: unknown[], { way, how, value, name }: Edit): void {
  let held: object = root;
  for (const [depth, step] of way.entries()) {
    const keys = Object.keys(held);
    const key = keys[step % Math.max(1, keys.length)];
    if (key === undefined) return;
    const inside = (held as Record<string, unknown>)[key];
    if (depth < way.length - 1 && typeof inside === 'object' && inside !== null) {
      held = inside;
      continue;
    }
    // A copy: another edit may go on inside of it, and must not find itself there.
    if (how === 'put') Object.assign(held, { [key]: structuredClone(value) });
    else if (how === 'double' && Array.isArray(held)) held.push(...held.slice(0, 50));
    else {
      delete (held as Record<string, unknown>)[key];
      // As a parser would: an assignment to `__proto__` would be none.
      const told = { value: inside, enumerable: true, configurable: true, writable: true };
      if (how === 'rename' && !Array.isArray(held)) Object.defineProperty(held, name, told);
    }
    return;
  }
}
