/**
 * Writes what is derived from `wire`: JSON Schemas under docs/schemas and the error table in docs/errors.md.
 * With `--check` it compares instead, and fails where a file is stale.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  catalogue,
  liveMessage,
  parcelsHead,
  policy,
  problem,
  recordBatch,
  segment,
  specification,
  specificationDiff,
  wireRecord,
} from '@sightglass/wire';
import { z } from 'zod';

const root = fileURLToPath(new URL('..', import.meta.url));
const schemas = {
  'record-batch': recordBatch,
  record: wireRecord,
  segment,
  'parcels-head': parcelsHead,
  policy,
  problem,
  specification,
  'specification-diff': specificationDiff,
  'live-message': liveMessage,
};

const files = new Map<string, string>();
for (const [name, schema] of Object.entries(schemas)) {
  const json = {
    $comment: 'Generated from packages/wire by npm run generate. Do not edit.',
    ...z.toJSONSchema(schema, { io: 'input' }),
  };
  files.set(`docs/schemas/${name}.json`, `${JSON.stringify(json, null, 2)}\n`);
}
files.set('docs/errors.md', errorsPage());

const check = process.argv.includes('--check');
const stale = [...files].filter(
  ([file, content]) => !existsSync(root + file) || readFileSync(root + file, 'utf8') !== content,
);
if (check) {
  for (const [file] of stale) console.error(`${file} is stale: run npm run generate`);
  process.exitCode = stale.length === 0 ? 0 : 1;
} else {
  for (const [file, content] of stale) {
    mkdirSync(dirname(root + file), { recursive: true });
    writeFileSync(root + file, content);
    console.log(`wrote ${file}`);
  }
}

function errorsPage(): string {
  const rows = Object.entries(catalogue).map(
    ([code, { status, title, help }]) => `| <a id="${code}"></a>\`${code}\` | ${status} | ${title} | ${help} |`,
  );
  return [
    '<!-- Generated from packages/wire/src/problem.ts by npm run generate. Do not edit. -->',
    '# Errors',
    '',
    'Every door answers an error as `application/problem+json` ([RFC 9457](https://www.rfc-editor.org/rfc/rfc9457)) with a `code` that does not change.',
    'The detail says what and where; it never repeats a value from the body that was sent. Foreign SDKs leave bodies unread, so their doors answer',
    'with the status and headers that the SDK understands. Codes of single items (422 in a list of `refused`) cost that item, not its batch.',
    '',
    '| code | status | what went wrong | what to do |',
    '| --- | --- | --- | --- |',
    ...rows,
    '',
  ].join('\n');
}
