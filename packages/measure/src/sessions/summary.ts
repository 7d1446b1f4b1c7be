import type { ListedSession, SessionSummary } from '@sightglass/wire';

/** The columns of a session that a list shows, as SQL. */
export const summaryColumns = `session, toUnixTimestamp64Milli(start) AS startMs, toUnixTimestamp64Milli(end) AS endMs, visitor, role,
    environment, release, browser, os, device, country, entry_route AS entryRoute, last_route AS lastRoute, tabs, views, actions,
    calls, failed_calls AS failedCalls, errors, frustrations, replay, sample, intake`;

export type SummaryRow = Omit<SessionSummary, 'start' | 'end' | 'visitor' | 'device' | 'replay' | 'sample'> & {
  startMs: number;
  endMs: number;
  visitor: string;
  device: string;
  replay: number;
  sample: number;
};

const devices = new Set<string>(['desktop', 'mobile', 'tablet', 'bot', 'other'] satisfies SessionSummary['device'][]);

export function toSummary({ startMs, endMs, ...row }: SummaryRow): SessionSummary {
  return {
    ...row,
    start: startMs,
    end: endMs,
    visitor: row.visitor === '' ? null : row.visitor,
    device: devices.has(row.device) ? (row.device as SessionSummary['device']) : 'other', // held against the set
    replay: row.replay === 1,
    sample: row.sample === 1,
  };
}

/** What a line of a list tells besides. */
export const listedColumns = `${summaryColumns}, activity, lcp, inp, cls`;

export type ListedRow = SummaryRow & Pick<ListedSession, 'activity'> & Record<'lcp' | 'inp' | 'cls', number>;

export function toListed({ activity, lcp, inp, cls, ...row }: ListedRow): Omit<ListedSession, 'found'> {
  const measured = (value: number): number | null => (value === 0 ? null : value);
  return {
    ...toSummary(row),
    activity,
    // A layout that never shifted was measured as 0, and there is nothing to tell of it.
    vitals: { lcp: measured(lcp), inp: measured(inp), cls: measured(cls) },
  };
}
