import type { ViewRecord, WireRecord } from '@sightglass/wire';
import { isVariable } from '../paths/segment.ts';
import { documentsIn } from './documents.ts';

/**
 * The same records, with the placeholders that the page came to know later: a screen is told at once under its address, its document a
 * moment after, when answers have proven what in the same address is a value. What is one after a word is one after it in all addresses
 * of the session.
 */
export function withDocumentPaths(records: readonly WireRecord[]): WireRecord[] {
  const proven = provenIn(records);
  if (proven.size === 0) return [...records];
  const hide = (path: string): string => {
    const segments = path.split('/');
    return segments.map((one, at) => proven.get(`${segments[at - 1] ?? ''}/${one}`) ?? one).join('/');
  };
  return records.map((record) => {
    const here = record.route === undefined ? record : { ...record, route: hide(record.route) };
    if (here.kind === 'view')
      return { ...here, path: hide(here.path), ...(here.from === undefined ? {} : { from: hide(here.from) }) };
    return here.kind === 'resource' && here.host === '' ? { ...here, path: hide(here.path) } : here;
  });
}

/** By the word before and the value: the placeholder. */
function provenIn(records: readonly WireRecord[]): Map<string, string> {
  const documents = documentsIn(records);
  const views = records.filter((record): record is ViewRecord => record.kind === 'view' && record.cause === 'load');
  return new Map(
    views.flatMap(({ view = '', path }) => {
      const told = documents.get(view)?.path.split('/') ?? [];
      const segments = path.split('/');
      const isSame =
        told.length === segments.length && told.every((one, at) => one === segments[at] || isVariable(one));
      if (!isSame) return [];
      return segments.flatMap((one, at) => {
        const known = told[at] ?? one;
        return known === one || isVariable(one) ? [] : [[`${segments[at - 1] ?? ''}/${one}`, known] as const];
      });
    }),
  );
}
