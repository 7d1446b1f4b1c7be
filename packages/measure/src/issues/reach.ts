import { type Columns, issueDays } from '@sightglass/store';
import { type Reach, reachOver } from '../reach.ts';

export type { Reach } from '../reach.ts';

/** Which days of errors and failed calls answer for a span. */
export function findReach(columns: Columns, project: string, span: { from: number; until: number }): Promise<Reach> {
  return reachOver(columns, project, issueDays, span);
}
