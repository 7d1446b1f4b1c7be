import { timeOfEnd } from '@sightglass/store';
import type { SearchNode } from '@sightglass/wire';
import { recordsInSpan } from '../span.ts';
import { callCondition, callOf } from './call-rows.ts';
import { asksDaysAlone, type Days, elementCondition } from './days.ts';
import { kindsOf, ofEvent, written } from './event.ts';
import { narrow } from './marks.ts';
import type { Binder } from './test.ts';
import { time } from './ways.ts';

export type Step = Extract<SearchNode, { type: 'then' }>['steps'][number];

/**
 * SQL of the rows that fit one step, or several that ask for the same: `of_session`, `at`, `step` and what is wanted of them.
 *
 * @param what - SQL: columns, by what makes rows one event.
 * @param once - They are told as the first of these steps alone.
 */
export type Scan = (what: (event: string) => string, once: boolean) => string;

/** For each different step. @param days - What answers for days that are kept. */
export function scansOf(steps: readonly Step[], binder: Binder, days?: Days): Scan[] {
  const kept = days && daysAreApart(steps) ? days : undefined;
  const same = Map.groupBy(
    steps.map(({ node }, at) => ({ node, at })),
    ({ node }) => written(node),
  );
  return [...same.values()].map((some) => {
    const node = some[0]?.node as SearchNode; // a group has one at least
    const fits = ofEvent(node, binder);
    const stepIn = (once: boolean): string =>
      `${some.length === 1 || once ? some[0]?.at : `arrayJoin([${some.map(({ at }) => at)}])`} AS step`;
    const ofRecords: (where: string) => Scan = (where) => (what, once) =>
      `
      SELECT cityHash64(session) AS of_session, ${stepIn(once)}, ${what(eventOf(steps))} FROM records WHERE ${where} AND ${fits}`;
    if (!kept || !asksDaysAlone(node)) return ofRecords(recordsInSpan);
    if (kept.of === 'calls') {
      const ofRows = callCondition(node, binder);
      return (what, once) => `
      SELECT of_session, ${stepIn(once)}, ${what(callOf)} FROM call_rows WHERE ${kept.kept} AND ${ofRows}
      UNION ALL ${ofRecords(kept.raw)(what, once)}`;
    }
    const { lists, sql } = elementCondition(node, binder);
    return (what, once) => `
      SELECT of_session, ${stepIn(once)}, ${what('of_event')} FROM (${eventsInDays(kept.kept, lists, sql)})
      UNION ALL ${ofRecords(kept.raw)(what, once)}`;
  });
}

/** SQL: `of_session`, and when calls of it fitted, each once, in order; which of them it is need not be looked at. */
export function timesOfCalls(node: SearchNode, binder: Binder, { raw, kept }: Days): string {
  const ofRecord = eventOf([{ node, not: false }]);
  return `SELECT of_session, arraySort(groupArray(time)) AS times FROM (
      SELECT of_session, ${time} AS time FROM call_rows WHERE ${kept} AND ${callCondition(node, binder)}
      UNION ALL SELECT of_session, time FROM (
        SELECT DISTINCT cityHash64(session) AS of_session, ${time} AS time, ${ofRecord} AS of_event FROM records WHERE ${raw} AND ${ofEvent(node, binder)}
      )
    ) GROUP BY of_session`;
}

/** All steps in one: of few sessions to look for each of them would cost more than what is found. Only of steps that days tell. */
export function scanOfAll(steps: readonly Step[], binder: Binder, { raw, kept }: Days): Scan {
  const inDays = steps.map(({ node }) => elementCondition(node, binder));
  const lists = [...new Set(inDays.flatMap((step) => step.lists))];
  const inRecords = steps.map(({ node }) => ofEvent(node, binder));
  const stepIn = (conditions: readonly string[]): string =>
    `arrayJoin(arrayFilter(step -> step < ${steps.length}, [${conditions.map((condition, at) => `if(${condition}, ${at}, ${steps.length})`).join(', ')}])) AS step`;
  const any = (conditions: readonly string[]): string => `(${conditions.join(' OR ')})`;
  return (what, once) => {
    const step = (conditions: readonly string[]): string => (once ? '0 AS step' : stepIn(conditions));
    const found = inDays.map(({ sql }) => sql);
    return `
      SELECT of_session, step, ${what('of_event')} FROM (${eventsInDays(kept, lists, any(found), `, ${step(found)}`)})
      UNION ALL
      SELECT of_session, step, ${what('of_event')} FROM (
        SELECT cityHash64(session) AS of_session, at, ${eventOf(steps)} AS of_event, ${step(inRecords)}
        FROM records WHERE ${raw} AND ${any(inRecords)}
      )`;
  };
}

/** SQL: elements of days that fit, with `of_session`, `at` and `of_event`. @param more - SQL: what else is told of each. */
const eventsInDays = (where: string, lists: readonly string[], fits: string, more = ''): string => `
        SELECT of_session, ${timeOfEnd('one_end')} AS at, cityHash64(start, environment, release, ${narrow.eventOf('one_end')}) AS of_event${more === '' ? '' : ', step'}
        FROM (
          SELECT start, of_session, environment, release, one_end${more}
          FROM (SELECT * FROM session_days WHERE ${where}) ARRAY JOIN ends AS one_end, ${lists.join(', ')} WHERE ${fits}
        )`;

/** SQL: what makes records one event. Views, which are known by another name, are asked for it only where there may be some. */
function eventOf(steps: readonly Step[]): string {
  const mayBeView = steps.some(({ node }) => kindsOf(node)?.includes('view') !== false);
  const view = mayBeView ? "kind = 'view' AND view != '', view, " : '';
  return `cityHash64(tab, kind, multiIf(record_id != '', record_id, ${view}toString(number)))`;
}

/** What days tell of is one event in all steps that it can be: all of them read it there. */
function daysAreApart(steps: readonly Step[]): boolean {
  const [told, others] = [
    steps.filter(({ node }) => asksDaysAlone(node)),
    steps.filter(({ node }) => !asksDaysAlone(node)),
  ];
  const kinds = told.flatMap(({ node }) => kindsOf(node) ?? []);
  return others.every(({ node }) => kindsOf(node)?.every((kind) => !kinds.includes(kind)) === true);
}
