import { defaultRecording } from '@sightglass/wire';
import { expect, test } from 'vitest';
import { canvasRates, changesOf, sayCanvas } from './recording-model.ts';

test('nothing is said to change where nothing does', () => {
  expect(changesOf(defaultRecording, { ...defaultRecording })).toEqual([]);
});

test('a change says from what to what, and whether more of a visitor can be seen than before', () => {
  const wanted = { ...defaultRecording, sessions: 10, mask: 'none', canvas: 0.5 } as const;
  const changes = changesOf(defaultRecording, wanted);
  expect(changes.map(({ what, more }) => [what, more])).toEqual([
    ['Sessions recorded', false],
    ['Hidden in replays', true],
    ['Canvas and video', true],
  ]);
  expect(changes[1]).toMatchObject({ from: 'What people type', to: 'Secrets only' });
  expect(changesOf(wanted, defaultRecording).map(({ more }) => more)).toEqual([true, false, false]);
  expect(changesOf(defaultRecording, { ...defaultRecording, keep: 'broken' })).toMatchObject([{ more: false }]);
  expect(changesOf(defaultRecording, { ...defaultRecording, assets: 'fonts' })).toMatchObject([
    { what: 'Pictures and fonts', to: 'Fonts only', more: false },
  ]);
});

test('a rate that a script has set can be chosen as well', () => {
  expect(canvasRates(0)).toEqual([0, 0.2, 0.5, 1, 2]);
  expect(canvasRates(0.3)).toContain(0.3);
  expect([0, 0.3, 0.5, 1, 2].map(sayCanvas)).toEqual([
    'Never',
    'One picture every 3.3 seconds',
    'One picture every 2 seconds',
    'One picture a second',
    '2 pictures a second',
  ]);
});
