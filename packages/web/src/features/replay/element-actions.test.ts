import type { Inspected } from '@sightglass/replay';
import type { StoredRecord, WireRecord } from '@sightglass/wire';
import { expect, test } from 'vitest';
import { actionsOn, areSure } from './element-actions.ts';

const path = 'form#order > button.primary';
const on = (name: string): Inspected =>
  ({ control: { is: 'itself', role: 'button', name, path, isAlone: true } }) as Inspected; // all that is read of it

function told(...actions: [name: string, target?: string, role?: string][]): StoredRecord[] {
  return actions.map(([name, target, role = 'button'], at) => {
    const about = {
      kind: 'action',
      at,
      id: `a${at}`,
      version: 0,
      type: 'click',
      route: '/',
      frustrations: [],
    } as const;
    const record: WireRecord = { ...about, name, role, frustrations: [], ...(target === undefined ? {} : { target }) };
    return { tab: 'tab', number: at, record } as StoredRecord;
  });
}

test('actions on an element are those of its path and role that have its name, or one that was hidden', () => {
  const records = told(
    ['Place order', path],
    ['Cancel', path],
    ['{text}', path],
    ['Place order', 'form > button'],
    ['Place order', path, 'link'],
  );
  const at = (name: string) => actionsOn(on(name), records)?.map((one) => one.at);
  expect(at(' place  ORDER')).toEqual([0, 2]);
  expect(at('•••••')).toEqual([0, 1, 2]);
  expect(at('')).toEqual([0, 1, 2]);
  expect(actionsOn(on('Place order'), [])).toEqual([]);
  // A class that came with a click is no other element.
  const before = told(['Place order', 'form#order > button'], ['{text}', 'form#order > button']);
  expect(actionsOn(on('Place order'), before)?.map((one) => one.at)).toEqual([0]);
  expect(areSure(on('Place order'), actionsOn(on('Place order'), before) ?? [])).toBe(false);
  const sure = (name: string, of: number) => areSure(on(name), actionsOn(on(name), records.slice(0, of)) ?? []);
  expect([sure('Place order', 1), sure('Place order', 3), sure('•••••', 1)]).toEqual([true, false, false]);
});

test('where no action says what it was on, nothing is claimed of any', () => {
  expect(actionsOn(on('Place order'), told(['Place order'], ['Cancel']))).toBeNull();
});
