import { deedKinds, epochMs } from '@sightglass/wire';
import type { SearchTexts } from '../../../client/index.ts';

/** What of the audit is shown; all of it stands in the address. */
export interface AuditSearch {
  /** Of the project, or of the server. */
  of: 'project' | 'server';
  /** The id of a member or token; empty: everybody. */
  who: string;
  /** A kind of deed, or `changes`: all but looks. Empty: all. */
  what: (typeof whats)[number];
  /** The id of what it was done with. */
  about: string;
  /** Days, as `2026-11-23` and by the clock of whoever looks; both are in it. */
  first: string;
  last: string;
}

export const whats = ['', 'changes', ...deedKinds] as const;
export const wholeAudit: AuditSearch = { of: 'project', who: '', what: '', about: '', first: '', last: '' };

/** Whether it is a day that the server can be asked for: one whose year is being written, `0202-11-23`, is none yet. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && [beginOf(text), endOf(text)].every((at) => epochMs.safeParse(at).success);

const dayOf = (text = ''): string => (isDay(text) ? text : '');

export function readSearch({ of, who = '', what, about = '', first, last }: SearchTexts): AuditSearch {
  return {
    of: of === 'server' ? 'server' : 'project',
    what: whats.find((one) => one === what) ?? '',
    ...{ who, about, first: dayOf(first), last: dayOf(last) },
  };
}

/** And back: what is the default leaves no trace. */
export function writeSearch({ of, ...texts }: AuditSearch): SearchTexts {
  const told = Object.entries(texts).map(([name, text]) => [name, text === '' ? undefined : text]);
  return { of: of === 'server' ? of : undefined, ...Object.fromEntries(told) };
}

/** As the server is asked: from the beginning of the first day to the end of the last. */
export function toQuery({ who, what, about, first, last }: AuditSearch) {
  return {
    ...{ by: who, did: what, about },
    ...(first === '' ? {} : { from: beginOf(first) }),
    ...(last === '' ? {} : { until: endOf(last) }),
  };
}

const beginOf = (day: string): number => Date.parse(`${day}T00:00`);

function endOf(day: string): number {
  const end = new Date(beginOf(day));
  return end.setDate(end.getDate() + 1);
}
