import type { Segment, WireRecord } from '@sightglass/wire';
import type { Line } from './book.ts';
import { maxLineChars } from './gather.ts';
import { nativeLines } from './native.ts';
import { rrwebLines } from './rrweb.ts';

export { createLineBook, type Line } from './book.ts';

/** What a segment brings onto the screen, in order: its texts, and what it holds for people to use (see `held.ts`). */
export function linesOfSegment(segment: Segment): Line[] {
  const lines: Line[] = [];
  const put = (text: string, at: number, kind: 'screen' | 'held'): void => void lines.push({ kind, text, at });
  if (segment.format === 'sightglass/1') nativeLines(segment, put);
  else rrwebLines(segment, put);
  return lines;
}

/** What a record says that a reader may remember: a line of the console, a call with its answer, an error. */
export function lineOfRecord(record: WireRecord): Line | undefined {
  const { kind, at } = record;
  const line = (text: string): Line | undefined =>
    text.trim() === ''
      ? undefined
      : { kind: kind === 'resource' ? 'call' : (kind as Line['kind']), text: text.slice(0, maxLineChars), at }; // one of the three below
  switch (kind) {
    case 'console':
      return line(record.text);
    case 'error':
      return line(`${record.type}: ${record.message}`);
    case 'resource': {
      if (!['fetch', 'xhr', 'beacon'].includes(record.type)) return undefined;
      const { method, host, path, status, errorCode = '', errorMessage = '' } = record;
      return line([`${method} ${host}${path}`, status || '', errorCode, errorMessage].filter(Boolean).join(' '));
    }
    default:
      return undefined;
  }
}
