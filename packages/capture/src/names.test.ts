import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ownNames, shortNames } from '../build-names.ts';

const schemas = join(import.meta.dirname, '../../../docs/schemas');

function namesIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const properties = 'properties' in schema && schema.properties ? Object.keys(schema.properties) : [];
  return [...properties, ...Object.values(schema).flatMap(namesIn)];
}

test('no name of the wire is shortened', () => {
  const files = readdirSync(schemas).filter((file) =>
    /^(policy|problem|record|record-batch|segment)\.json$/.test(file),
  );
  const onTheWire = new Set(files.flatMap((file) => namesIn(JSON.parse(readFileSync(join(schemas, file), 'utf8')))));
  expect(onTheWire).toContain('sentAt');
  expect(ownNames.filter((name) => onTheWire.has(name))).toEqual([]);
});

test('each name has a short one of its own, which it keeps', () => {
  expect(new Set(Object.values(shortNames)).size).toBe(ownNames.length);
  expect(shortNames).toMatchObject({ listen: 'a', run: 'b', guard: 'c', toJson: 'l', leave: 'n' });
});
