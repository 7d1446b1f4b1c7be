import type { ObservationRow, ObservedSession } from '@sightglass/store';
import type { Observation } from '@sightglass/wire';

/** What is the same in all rows of a session. */
export interface RowsAbout {
  project: string;
  version: number;
  revision: number;
}

/** A session's rows: its head, and one for each thing that it shows. */
export function observedRows(
  about: RowsAbout,
  session: ObservedSession,
  observations: readonly Observation[],
): ObservationRow[] {
  const { project, version, revision } = about;
  const whole = {
    ...{ project, version, session: session.session, start: session.start, sample: session.sample },
    ...{ replay: session.replay, visitor: session.visitor, seen: 0, revision: 0 },
  };
  const head: ObservationRow = {
    ...whole,
    ...{ kind: '', key: '', role: session.role, environment: session.environment, release: session.release },
    ...{ at: session.start, quality: 0, note: '', first: session.start, last: session.end, n: 0, against: 0 },
    ...{ labels: [], counts: [], seen: session.version, revision },
  };
  return [
    head,
    ...observations.map(({ counts, ...row }) => ({
      ...whole,
      ...row,
      labels: Object.keys(counts),
      counts: Object.values(counts),
    })),
  ];
}
