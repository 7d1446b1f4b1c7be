import type { Inspected } from '@sightglass/replay';
import type { StoredRecord } from '@sightglass/wire';
import { type Listed, listedOf } from './panel.ts';

/** Whether some of them may have been on another that is alike. */
export function areSure({ control }: Inspected, actions: readonly Listed<'action'>[]): boolean {
  return control.isAlone && actions.every(({ record: { name } }) => isHidden(name) === isHidden(control.name));
}

/**
 * The session's actions on an element. Records say what an action was on by role, path and name, as the recorder made them; a name that was
 * hidden, there or on the page, is any.
 *
 * @returns `null`: none of them says what it was on.
 */
export function actionsOn({ control }: Inspected, records: readonly StoredRecord[]): Listed<'action'>[] | null {
  const actions = listedOf(records, ['action']);
  if (actions.length > 0 && actions.every(({ record }) => record.target === undefined)) return null;
  return actions.filter(
    ({ record: { target, role, name } }) =>
      target === control.path &&
      role === control.role &&
      (isHidden(name) || isHidden(control.name) || isSame(name, control.name)),
  );
}

/** Of a text that only one visitor had a placeholder stands in records, and a mask on the page. */
function isHidden(name: string): boolean {
  return name === '' || /[{•]/.test(name);
}

function isSame(name: string, other: string): boolean {
  const plain = (text: string): string => text.toLowerCase().replaceAll(/\s+/g, ' ').trim();
  return plain(name) === plain(other);
}
