import type { Columns } from '@sightglass/store';
import type { About } from '@sightglass/wire';
import { type Reading, readOnce } from '../read-once.ts';
import { daysServe, relyOn } from '../while-days-stand.ts';

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

/** What sessions that began in an hour told last. */
interface Hour {
  hour: number;
  version: number;
  newest: number;
  heads: number;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

const foldedDays: Reading = {
  name: 'days of facts',
  table: 'observation_states',
  sql: `
    SELECT _partition_id AS partition, toUnixTimestamp64Milli(start) AS day, argMax(states.hours, states.version) AS hours,
      argMax(states.folded, states.version) AS folded, max(states.version) AS version
    FROM observation_states AS states
    WHERE project = {project:String} AND whole = 0 AND environment = '' AND release = '' AND kind = '' AND _partition_id IN {partitions:Array(String)}
    GROUP BY partition, states.start HAVING hours > 0 ORDER BY day`,
};

const toldHours: Reading = {
  name: 'hours of facts',
  table: 'observations',
  sql: `
    SELECT _partition_id AS partition, toInt64(toUnixTimestamp(toStartOfHour(start))) * 1000 AS hour, max(version) AS version,
      toUnixTimestamp64Milli(max(start)) AS newest, count() AS heads FROM observations
    WHERE project = {project:String} AND kind = '' AND _partition_id IN {partitions:Array(String)}
    GROUP BY partition, hour ORDER BY hour`,
};

/** What is added up counts as long as it lies in the span and none of its sessions has shown something else since. */
export async function findGround(columns: Columns, project: string, { from, until }: About): Promise<Ground> {
  const first = until - from < 2 * dayMs ? from : Math.floor(from / dayMs) * dayMs;
  const [folded, told] = await Promise.all([
    readOnce<Day>(columns, project, foldedDays, { from: first, until }),
    readOnce<Hour>(columns, project, toldHours, { from: first, until }),
  ]);
  const hours = told.filter(({ hour }) => hour + hourMs > first && hour < until);
  const serving = daysServe(columns) ? folded : [];
  const days = serving.filter(({ day, hours: many, folded }) => {
    const end = day + many * hourMs;
    const isInside = day >= first && day < until && end <= until;
    return isInside && hours.every(({ hour, version }) => hour < day || hour >= end || version <= folded);
  });
  if (days.length > 0)
    relyOn(columns, async () => {
      const now = await readOnce<Day>(columns, project, foldedDays, { from: first, until });
      const there = new Set(now.map(placeOf));
      return days.every((one) => there.has(placeOf(one)));
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
  const isCut = hours.some(({ newest }) => newest >= until);
  return {
    ...read,
    state: JSON.stringify([first, read.days, raw.map((span) => span.from), hours, ...(isCut ? [until] : [])]),
  };
}

const placeOf = ({ day, version }: Day): string => `${day} ${version}`;
