import type { RecordRow, SegmentRow } from '../columns/index.ts';

/** The middle of a day, so that a few hours more or less stay in its partition. */
export const noon = Date.UTC(2026, 10, 18, 12);

/** A row of `records` with nothing in it but what is given. */
export function recordRow(given: Partial<RecordRow> = {}): RecordRow {
  return {
    ...{ project: 'p_one', kind: 'custom', at: noon, session: 'session-1', tab: 'tab-1', number: 0, received_at: noon },
    ...{ environment: '', release: '', visitor: '', role: '', intake: 'sightglass', sample: 0, browser: '', os: '' },
    ...{ device: '', country: '', view: '', route: '', name: '', type: '', text: '', path: '', host: '', method: '' },
    ...{ status: 0, failed: 0, duration_ms: 0, value: 0, record_id: '', version: 0, action: '', frustrations: [] },
    ...{ issue: '', code: '', attributes: {}, record: '{}', _batch: 1 },
    ...given,
  };
}

export function segmentRow(given: Partial<SegmentRow> = {}): SegmentRow {
  return {
    ...{ project: 'p_one', session: 'session-1', tab: 'tab-1', page: 'page-1', seq: 0, from: noon, until: noon },
    ...{ anchor: 1, events: 1, pack: 'live/2026-11-16/2026111812.pack', offset: 0, length: 1, dictionary: '' },
    ...{ content: '', sample: 0, received_at: noon, _batch: 1 },
    ...given,
  };
}

/** Rows as {@link Columns.insert} takes them. */
export function ndjson(rows: readonly object[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join('');
}
