import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { specificationOfTruth, statementOfTruth, type Truth } from '../testing/truth.ts';
import { diffSpecifications } from './diff.ts';

const readTruth = (file: string): Truth =>
  JSON.parse(readFileSync(new URL(`../../../../fixtures/parts-desk/${file}`, import.meta.url), 'utf8')) as Truth; // our own fixture

test('between two releases of the example application it says the eleven things that changed, and nothing else', () => {
  const [from, to] = [readTruth('ground-truth.json'), readTruth('ground-truth-1.1.0.json')];
  const { items } = diffSpecifications(specificationOfTruth(from), specificationOfTruth(to));
  const line = (point: string | number, change: string, breaking: boolean, key = '') =>
    `${point} ${change} ${breaking ? 'breaking' : 'harmless'}: ${key}`;
  const told = items.map(({ point, change, breaking, key }) => line(point, change, breaking, key));
  const meant = (to.changes?.items ?? []).map(({ point, change, breaking, subject }) =>
    line(point, change, breaking, statementOfTruth(subject)?.key),
  );
  expect(told.toSorted()).toEqual(meant.toSorted());
  expect(meant).toHaveLength(11);
});

test('what follows from a change is told with it', () => {
  const [from, to] = [readTruth('ground-truth.json'), readTruth('ground-truth-1.1.0.json')];
  const { items } = diffSpecifications(specificationOfTruth(from), specificationOfTruth(to));
  const kindsWith = (key: string) => {
    const kinds = items.find((one) => one.key === key)?.consequences.map(({ kind }) => kind) ?? [];
    return [...new Set(kinds)].toSorted();
  };
  expect(kindsWith('call GET /api/categories/{}/parts')).toEqual(['permission', 'query', 'responseField', 'status']);
  expect(kindsWith('field part packSize')).toEqual(['responseField']);
  expect(kindsWith('field order neededBy')).toEqual(['responseField']);
  expect(kindsWith('error ORDER_LOCKED')).toEqual(['status']);
  expect(kindsWith('constant max-lines-per-order')).toEqual(['error']);
});
