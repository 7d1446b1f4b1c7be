import { type Columns, isTrouble } from '@sightglass/store';
import { type Reach, reachOver } from '../reach.ts';

export type { Reach } from '../reach.ts';

/** Which days of errors and failed calls answer for a span. */
export function findReach(columns: Columns, project: string, span: { from: number; until: number }): Promise<Reach> {
  return reachOver(
    columns,
    project,
    { table: 'issue_days', of: isTrouble, heads: "whole = 0 AND fingerprint = ''" },
    span,
  );
}
