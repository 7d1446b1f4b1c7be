import type { Columns } from '@sightglass/store';
import type { About } from '@sightglass/wire';

/** Where the facts of a span are read: days that are added up already, and what lies between them, session by session. */
export interface Ground {
  days: { day: number; version: number }[];
  /** Half-open, in order, none touching another. */
  raw: { from: number; until: number }[];
  /** The same for as long as the same is read. */
  state: string;
}

interface Day {
  day: number;
  /** Of its first hours, what is added up. */
  hours: number;
  folded: number;
  version: number;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

const daysSql = `
  SELECT toUnixTimestamp64Milli(start) AS day, argMax(states.hours, states.version) AS hours,
    argMax(states.folded, states.version) AS folded, max(states.version) AS version
  FROM observation_states AS states
  WHERE project = {project:String} AND kind = '' AND states.start >= fromUnixTimestamp64Milli({from:Int64})
    AND states.start < fromUnixTimestamp64Milli({until:Int64})
  GROUP BY states.start HAVING hours > 0 ORDER BY day`;

const hoursSql = `
  SELECT toInt64(toUnixTimestamp(toStartOfHour(start))) * 1000 AS hour, max(version) AS version,
    toUnixTimestamp64Milli(max(start)) AS newest, count() AS heads FROM observations
  WHERE project = {project:String} AND kind = '' AND start >= fromUnixTimestamp64Milli({from:Int64})
    AND start < fromUnixTimestamp64Milli({until:Int64})
  GROUP BY hour ORDER BY hour`;

/** What is added up counts as long as it lies in the span and none of its sessions has shown something else since. */
export async function findGround(columns: Columns, project: string, { from, until }: About): Promise<Ground> {
  const first = until - from < 2 * dayMs ? from : Math.floor(from / dayMs) * dayMs;
  const bound = { project, from: first, until };
  const [told, hours] = await Promise.all([
    columns.ask<Day>(daysSql, bound),
    columns.ask<{ hour: number; version: number; newest: number; heads: number }>(hoursSql, bound),
  ]);
  const days = told.filter(({ day, hours: many, folded }) => {
    const end = day + many * hourMs;
    return end <= until && hours.every(({ hour, version }) => hour < day || hour >= end || version <= folded);
  });
  const raw: Ground['raw'] = [];
  let at = first;
  for (const { day, hours: many } of days) {
    if (day > at) raw.push({ from: at, until: day });
    at = day + many * hourMs;
  }
  if (at < until) raw.push({ from: at, until });
  const busy = raw.filter((span) => hours.some(({ hour }) => hour + hourMs > span.from && hour < span.until));
  const read = { days: days.map(({ day, version }) => ({ day, version })), raw: busy };
  // Where the span ends counts as far as a session began before; mostly that is now, and different at each question.
  return { ...read, state: JSON.stringify([first, read.days, raw.map((span) => span.from), hours]) };
}
