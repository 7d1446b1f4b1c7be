import { listRecords } from '@sightglass/measure';
import { mergeObservations, observe, type SessionSeen, specify } from '@sightglass/specify';
import type { Columns } from '@sightglass/store';
import {
  mostExportedRecords,
  type SessionSummary,
  SightglassError,
  type Specification,
  type StoredRecord,
} from '@sightglass/wire';

/**
 * All records of one session, in order of time.
 *
 * @throws {SightglassError} `too_large_to_export` past {@link mostExportedRecords}; `not_found`, `query_timeout`, `engine_unavailable`
 */
export async function recordsOf(columns: Columns, project: string, session: string): Promise<StoredRecord[]> {
  const records: StoredRecord[] = [];
  let cursor: string | undefined;
  do {
    const query = { limit: 5_000, kind: '' as const, cursor };
    const page = await listRecords(columns, project, session, query);
    records.push(...page.records);
    if (records.length > mostExportedRecords)
      throw new SightglassError('too_large_to_export', `More than ${mostExportedRecords} records`);
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  return records;
}

/** What one session alone shows, as if there were no other. */
export function specifySession(
  project: Specification['project'],
  summary: SessionSummary,
  records: readonly StoredRecord[],
): Specification {
  const { session, visitor, role, release, environment, start, end } = summary;
  const seen: SessionSeen = {
    ...{ session, visitor: visitor ?? '', role, release, environment },
    records: records.map(({ record }) => record),
  };
  return specify(mergeObservations(observe(seen)), {
    project,
    span: { from: start, until: end + 1 },
    environment: environment || null,
    release: release || null,
    basis: { sessions: 1, visitors: 1, releases: release === '' ? [] : [release] },
  });
}
