import type { Inspected } from '@sightglass/replay';
import type { StoredRecord } from '@sightglass/wire';
import { type Listed, listedOf } from './panel.ts';

/** Whether some of them may have been on another that is alike. */
export function areSure({ control }: Inspected, actions: readonly Listed<'action'>[]): boolean {
  const isExact = ({ record: { name, target } }: Listed<'action'>): boolean =>
    target === control.path && isHidden(name) === isHidden(control.name);
  return control.isAlone && actions.every(isExact);
}

/**
 * The session's actions on an element. Records say what an action was on by role, path and name, as the recorder made them; a name that was
 * hidden, there or on the page, is any. Classes come and go with what is done: where the name is the same, paths may differ in them.
 *
 * @returns `null`: none of them says what it was on.
 */
export function actionsOn({ control }: Inspected, records: readonly StoredRecord[]): Listed<'action'>[] | null {
  const actions = listedOf(records, ['action']);
  if (actions.length > 0 && actions.every(({ record }) => record.target === undefined)) return null;
  return actions.filter(({ record: { target = '', role, name } }) => {
    if (role !== control.role) return false;
    if (isHidden(name) || isHidden(control.name)) return target === control.path;
    return isSame(name, control.name) && withoutClasses(target) === withoutClasses(control.path);
  });
}

/** Of a path for people, which has no dots elsewhere. */
function withoutClasses(path: string): string {
  return path.replaceAll(/\.[\w-]+/g, '');
}

/** Of a text that only one visitor had a placeholder stands in records, and a mask on the page. */
function isHidden(name: string): boolean {
  return name === '' || /[{•]/.test(name);
}

function isSame(name: string, other: string): boolean {
  const plain = (text: string): string => text.toLowerCase().replaceAll(/\s+/g, ' ').trim();
  return plain(name) === plain(other);
}
