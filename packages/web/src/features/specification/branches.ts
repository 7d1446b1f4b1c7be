import type { Statement } from '@sightglass/wire';
import { callText } from './group.ts';
import { anchorOf } from './model.ts';

/** A part of a chapter that the tree leads to. */
export interface Branch {
  anchor: string;
  label: string;
  /** Set as code is. */
  code: boolean;
}

/** What a chapter is made of, as the tree lists it: its screens, its entities, its calls. Details of them are found there. */
export function branchesOf(statements: readonly Statement[]): Branch[] {
  const forms = new Set<string>();
  return statements.flatMap((one): Branch[] => {
    const branch = (label: string, code = true): Branch[] => [{ anchor: anchorOf(one.key), label, code }];
    switch (one.kind) {
      case 'journey':
        return branch(one.name, false);
      case 'screen':
        return branch(one.route);
      case 'entity':
      case 'role':
      case 'constant':
      case 'flag':
      case 'storage':
        return branch(one.name);
      case 'state':
        return branch(`${one.entity}: ${one.name}`);
      case 'rule': {
        const form = one.form ?? (one.call === null ? '' : callText(one.call));
        if (form === '' || forms.has(form)) return [];
        forms.add(form);
        return branch(form, one.form === null);
      }
      case 'call':
        return branch(`${one.method} ${one.host}${one.path}`);
      case 'error':
        return branch(one.code);
      default:
        return [];
    }
  });
}
