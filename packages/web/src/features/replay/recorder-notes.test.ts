import { expect, test } from 'vitest';
import { recorderItems, sparingsOf } from './recorder-notes.ts';

const page = (...notes: [at: number, name: string, about?: Record<string, unknown>][]) => ({
  ...{ tab: 'tab', page: 'page', until: 900 },
  notes: notes.map(([at, name, about = {}]) => ({ at, name, about })),
});
const shed = (at: number, level: number): [number, string, Record<string, unknown>] => [at, 'shed', { level }];

test('where a recorder did less a replay says what that left out, until the page was told whole again', () => {
  const told = sparingsOf([page(shed(100, 1), shed(200, 2), shed(300, 3), shed(400, 2), shed(500, 0), shed(600, 4))]);
  expect(told.map(({ from, until }) => [from, until])).toEqual([
    [100, 200],
    [200, 300],
    [300, 400],
    [400, 500],
    [600, 900],
  ]);
  expect(told.map(({ words }) => [/pointer/.test(words), /attributes/.test(words), /seldom/.test(words)])).toEqual([
    [false, false, false],
    [true, false, false],
    [true, true, false],
    [true, true, false],
    [true, true, true],
  ]);
  expect(sparingsOf([page([1, 'zoom', { scale: 2 }])])).toEqual([]);
});

test('what a recorder notes is listed with what happened; of what it notes in a later version nothing is made up', () => {
  const items = recorderItems([
    page([1, 'zoom', { scale: 1.5 }], [2, 'print', { state: 'before' }], [3, 'restored'], [4, 'lost'], shed(5, 2)),
    page([6, 'visibility', { state: 'hidden' }], [7, 'assets', { state: 'none' }], [8, 'constructor']),
  ]);
  expect(items.map(({ at, kind, title, detail }) => `${at} ${kind}: ${title}${detail && `, ${detail}`}`)).toEqual([
    '1 zoom: 150 %',
    '2 print: begins',
    '3 page: came back as it had been left',
    '4 recorder: let go of a part before this',
    '5 recorder: does less, looks less often, without the pointer',
  ]);
});
