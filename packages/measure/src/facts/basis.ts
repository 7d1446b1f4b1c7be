import type { Columns } from '@sightglass/store';
import type { About, Specification } from '@sightglass/wire';
import { bindSpan, finalByPartition, sessionsInSpan } from '../span.ts';

const sql = `
  SELECT count() AS sessions, uniqExact(if(visitor = '', session, visitor)) AS visitors,
    arraySort(groupUniqArrayIf(100)(toString(release), release != '')) AS releases
  FROM sessions FINAL WHERE ${sessionsInSpan} ${finalByPartition}`;

/** On how much a specification rests. */
export async function basisFacts(columns: Columns, project: string, about: About): Promise<Specification['basis']> {
  const [row] = await columns.ask<Specification['basis']>(sql, bindSpan(project, about));
  return row ?? { sessions: 0, visitors: 0, releases: [] };
}
