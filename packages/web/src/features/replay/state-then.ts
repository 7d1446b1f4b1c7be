import { nameVariables, type StoredRecord } from '@sightglass/wire';
import { isCall, type Listed, listedOf } from './panel.ts';

type Facts = [name: string, value: string][];
/** What held at a moment, in groups as they are read. */
export type StateThen = Record<'Page' | 'Visitor' | 'Context', Facts>;

export interface StateChange {
  key: string;
  at: number;
  subject: string;
  /** Empty: it was not there before, or nobody told. */
  from: string;
  to: string;
  /** The call that it came of; empty where none was seen. */
  by: string;
}

/** @param told - Up to the moment, in order of time. */
export function stateAt(told: readonly Listed<'view' | 'state' | 'user' | 'context'>[]): StateThen {
  const [page, visitor, context] = [new Map<string, string>(), new Map<string, string>(), new Map<string, string>()];
  for (const { record } of told) {
    if (record.kind === 'view')
      page.set('Route', nameVariables(record.route ?? record.path)).set('Title', record.title);
    if (record.kind === 'state') page.set(record.subject, record.to);
    if (record.kind === 'user') {
      visitor.set('Visitor', record.visitor ?? 'anonymous').set('Role', record.role ?? '');
      for (const [name, value] of Object.entries(record.traits ?? {})) visitor.set(name, String(value));
    }
    if (record.kind === 'context')
      for (const [name, value] of Object.entries(record.attributes)) context.set(name, String(value));
  }
  const facts = (of: Map<string, string>): Facts => [...of].filter(([, value]) => value !== '');
  return { Page: facts(page), Visitor: facts(visitor), Context: facts(context) };
}

/** Whatever changed: what the application or the page told, and the fields of things that answers showed to have changed. */
export function changesOf(records: readonly StoredRecord[]): StateChange[] {
  return listedOf(records, ['state', 'resource'])
    .flatMap(({ key, at, record }): StateChange[] => {
      if (record.kind === 'state')
        return [{ key, at, subject: record.subject, from: record.from ?? '', to: record.to, by: '' }];
      if (!isCall(record)) return [];
      return (record.changes ?? []).map(({ at: place, field, from = '', to, by }, index) => ({
        ...{ key: `${key} ${index}`, at: at + (record.durationMs ?? 0), from, to },
        subject: `${record.path} ${[place.replace(/^\$\.?/, ''), field].filter(Boolean).join('.')}`,
        by: by === undefined ? `${record.method} ${record.path}` : `${by.method} ${by.path}`,
      }));
    })
    .sort((one, other) => one.at - other.at || (one.key < other.key ? -1 : 1));
}
