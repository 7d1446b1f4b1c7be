import type { SessionRecord, ViewRecord } from '@sightglass/wire';
import type { Observer } from './collect.ts';

/**
 * What the application calls itself, and on what it is used.
 *
 * - `app`, key `["title","Parts Desk"]`: a part of a document's title, as separators part it. Labels: `route:/orders` (where it stood).
 * - `app`, key `["titles"]`: all titles. Labels: `route:/orders`. The share of the first in these is how common a part is.
 * - `app`, keys `["document","Parts Desk"]` and `["documents"]`: the same of the title that a document is loaded with, before a script
 *   gives the screen its own.
 * - `app`, key `["device","phone"]`: `desktop`, `tablet` or `phone`.
 */
export const app: Observer = ({ records }, put, told) => {
  for (const record of records) {
    if (record.kind === 'session') putDevice(record, put);
    if (record.kind === 'view') putTitle('title', record, put);
  }
  for (const record of told) {
    if (record.kind === 'view' && record.version === 0 && record.cause === 'load') putTitle('document', record, put);
  }
};

function putTitle(sort: string, { at, title, route = '' }: ViewRecord, put: Parameters<Observer>[1]): void {
  if (route === '' || title.trim() === '') return;
  const labels = [`route:${route}`];
  put('app', JSON.stringify([`${sort}s`]), { at, note: title, labels });
  for (const part of partsOf(title)) put('app', JSON.stringify([sort, part]), { at, note: title, labels });
}

export function partsOf(title: string): string[] {
  // A template whose own part is not known yet leaves a separator: `| Safeswing`.
  const parts = title.split(/(?:^|\s+)[·|–—•»/:-](?:\s+|$)|:\s+/).map((part) => part.trim());
  return [...new Set(parts.filter(Boolean))];
}

function putDevice(record: SessionRecord, put: Parameters<Observer>[1]): void {
  put('app', JSON.stringify(['device', deviceOf(record)]), { at: record.at, note: 'the session begins' });
}

/** By what the browser says of itself first, since windows on desks may be narrow; the width where it says nothing. */
function deviceOf({ userAgent, viewport }: SessionRecord): 'desktop' | 'tablet' | 'phone' {
  if (/iPad|Tablet|Android(?!.*Mobile)/i.test(userAgent)) return 'tablet';
  if (/Mobi|iPhone|iPod/i.test(userAgent)) return 'phone';
  if (/Windows|Macintosh|X11|CrOS/i.test(userAgent)) return 'desktop';
  return viewport.width < 600 ? 'phone' : viewport.width < 1_000 ? 'tablet' : 'desktop';
}
