import type { Observation } from '@sightglass/wire';
import { collect } from './collect.ts';
import { withDates } from './dates.ts';
import { withDocumentPaths } from './document-paths.ts';
import { latestOf } from './latest.ts';
import { withoutLeftForms } from './left-forms.ts';
import { withoutNamesOfThings } from './names.ts';
import { observers } from './observers.ts';
import { withoutPraise } from './praise.ts';
import { withSentForms } from './sent-forms.ts';
import type { SessionSeen } from './session.ts';
import { withSlugs } from './slugs.ts';
import { withToldErrors } from './told-errors.ts';

/**
 * What one session shows: a row for each thing, with counts and the best moment to look at. Pure, and knows no other session: the same
 * records make the same rows, and rows of a longer version of a session take the place of those of a shorter one.
 *
 * @returns At most 2,000 rows, no two with the same kind and key, without any value of a person.
 */
export function observe(seen: SessionSeen): Observation[] {
  const { put, rows } = collect(seen);
  const told = withDates(withSlugs(withDocumentPaths(seen.records)));
  const latest = {
    ...seen,
    records: withoutPraise(withoutNamesOfThings(withToldErrors(withSentForms(withoutLeftForms(latestOf(told)))))),
  };
  for (const look of observers) look(latest, put, told);
  return rows();
}
