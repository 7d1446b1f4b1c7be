import { type Columns, engineOf, partsByPartition } from '@sightglass/store';
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

/** What sessions that began in an hour told last. */
interface Hour {
  hour: number;
  version: number;
  newest: number;
  heads: number;
}

/** A partition of a project as it was when it was last looked at, and what it was made of then. */
interface Looked {
  parts: string;
  days: readonly Day[];
  hours: readonly Hour[];
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

const daysSql = `
  SELECT _partition_id AS partition, toUnixTimestamp64Milli(start) AS day, argMax(states.hours, states.version) AS hours,
    argMax(states.folded, states.version) AS folded, max(states.version) AS version
  FROM observation_states AS states
  WHERE project = {project:String} AND kind = '' AND _partition_id IN {partitions:Array(String)}
  GROUP BY partition, states.start HAVING hours > 0 ORDER BY day`;

const hoursSql = `
  SELECT _partition_id AS partition, toInt64(toUnixTimestamp(toStartOfHour(start))) * 1000 AS hour, max(version) AS version,
    toUnixTimestamp64Milli(max(start)) AS newest, count() AS heads FROM observations
  WHERE project = {project:String} AND kind = '' AND _partition_id IN {partitions:Array(String)}
  GROUP BY partition, hour ORDER BY hour`;

/** Projects of which this stays known; a year of one is some hundred kilobytes. */
const mostKnown = 50;
/** By the engine that was asked, by project and partition. */
const lookedBy = new WeakMap<Columns, Map<string, Map<string, Looked>>>();

/**
 * The days and hours of a project, in order. Whatever is stored or deleted makes other parts, so that a partition is looked at again only
 * where its parts are not those of the last time.
 */
async function lookAt(columns: Columns, project: string): Promise<{ days: Day[]; hours: Hour[] }> {
  const engine = engineOf(columns);
  const projects = lookedBy.get(engine) ?? new Map<string, Map<string, Looked>>();
  lookedBy.set(engine, projects);
  // Before they are looked at: what comes in meanwhile makes them others.
  const there = await partsByPartition(columns, ['observations', 'observation_states']);
  const before = projects.get(project) ?? new Map<string, Looked>();
  const changed = [...there].filter(([partition, parts]) => before.get(partition)?.parts !== parts);
  const partitions = changed.map(([partition]) => partition);
  const bound = { project, partitions };
  const [days, hours] =
    partitions.length === 0
      ? [[], []]
      : await Promise.all([
          columns.ask<Day & { partition: string }>(daysSql, bound),
          columns.ask<Hour & { partition: string }>(hoursSql, bound),
        ]);
  const looked = new Map<string, Looked>();
  for (const [partition, parts] of there) {
    const own = <Row extends { partition: string }>(rows: readonly Row[]) =>
      rows.filter((row) => row.partition === partition).map(({ partition: _, ...row }) => row);
    const kept = before.get(partition);
    looked.set(partition, kept?.parts === parts ? kept : { parts, days: own(days), hours: own(hours) });
  }
  projects.delete(project);
  projects.set(project, looked);
  const [oldest] = projects.keys();
  if (projects.size > mostKnown && oldest !== undefined) projects.delete(oldest);
  const all = [...looked.values()];
  return {
    days: all.flatMap((one) => one.days).sort((one, other) => one.day - other.day),
    hours: all.flatMap((one) => one.hours).sort((one, other) => one.hour - other.hour),
  };
}

/** What is added up counts as long as it lies in the span and none of its sessions has shown something else since. */
export async function findGround(columns: Columns, project: string, { from, until }: About): Promise<Ground> {
  const first = until - from < 2 * dayMs ? from : Math.floor(from / dayMs) * dayMs;
  const looked = await lookAt(columns, project);
  const told = looked.days.filter(({ day }) => day >= first && day < until);
  const hours = looked.hours.filter(({ hour }) => hour + hourMs > first && hour < until);
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
  const isCut = hours.some(({ newest }) => newest >= until);
  return {
    ...read,
    state: JSON.stringify([first, read.days, raw.map((span) => span.from), hours, ...(isCut ? [until] : [])]),
  };
}
