import type { SearchTest } from '@sightglass/wire';
import { type Binder, likeOf, small } from './test.ts';

/** Lines that sessions of the span may have met: a session lasts a day at most (see `sessionsInSpan`). */
const linesInSpan = `project = {project:String} AND kind NOT IN ('cut', 'stated', 'held')
    AND at >= fromUnixTimestamp64Milli({from:Int64} - 86400000) AND at < fromUnixTimestamp64Milli({until:Int64})`;

/** Sessions of which a line fits, as a condition on rows of `sessions`. */
export const withLine = (condition: string): string =>
  `cityHash64(session) IN (SELECT of_session FROM lines WHERE ${linesInSpan} AND ${condition})`;

/** Lines that hold the text, whatever its case; written as the index by three characters reads it. */
export const lineHolds = (text: string, binder: Binder): string => lineFits({ type: 'is', text }, binder);

/** What stood on a screen and fits. */
export const onScreen = (test: SearchTest, binder: Binder): string => `kind = 'screen' AND ${lineFits(test, binder)}`;

/** The column is folded as {@link small} folds. */
function lineFits(test: SearchTest, binder: Binder): string {
  if (test.type !== 'is' && test.type !== 'like') return '1';
  const pattern = test.type === 'is' ? test.text.replace(/[\\%_]/g, '\\$&') : likeOf(test.pattern);
  return `folded LIKE ${binder.text(`%${small(pattern)}%`)}`;
}
