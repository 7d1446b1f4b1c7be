import { addedUp, type Columns, mostCounted, type Parameters, stateColumns } from '@sightglass/store';
import { type About, type Fact, limits } from '@sightglass/wire';
import { type Sampled, spread } from '../evidence.ts';
import { bindSpan } from '../span.ts';
import { overDays } from '../while-days-stand.ts';
import { findGround, type Ground } from './ground.ts';

/** Of one kind, in an answer: what most sessions have. An application has some hundreds; what has more are addresses that somebody made up. */
const mostOfKind = 1_500;

interface Row {
  kind: Fact['kind'];
  key: string;
  sessionsIn: number;
  visitorsIn: number;
  times: number;
  timesAgainst: number;
  firstAt: number;
  lastAt: number;
  inReleases: string[];
  byRole: Record<string, number>;
  byLabel: Record<string, number>;
  visitorsBy: Record<string, number>;
  moments: Sampled[];
  /** Things of this kind, with those that the limit cuts. */
  ofKind: number;
}

const narrowed = `({environment:String} = '' OR environment = {environment:String})
    AND ({release:String} = '' OR release = {release:String})`;

export interface ObservedFacts {
  facts: Fact[];
  /** How many things of each kind were left out, where some were. */
  leftOut: Partial<Record<Fact['kind'], number>>;
}

/** Facts by what they were read from. */
export type KeptFacts = Map<string, ObservedFacts>;
/** A few megabytes each. */
const mostKept = 6;

/** Nobody waits for a specification with a finger on the mouse. */
const timeoutMs = 30_000;

/**
 * What the sessions that began in the span show, added up: of each kind the 1,500 things that most sessions have. A span of two days and
 * more begins with its first day, UTC.
 *
 * @param kept - What was answered last: as long as no session has shown something else, it is the answer.
 * @throws {SightglassError} `query_timeout`, `engine_unavailable`
 */
export const observedFacts = overDays(askOnce);

async function askOnce(
  columns: Columns,
  project: string,
  about: About,
  kept: KeptFacts = new Map(),
): Promise<ObservedFacts> {
  const ground = await findGround(columns, project, about);
  const { environment, release } = about;
  const key = JSON.stringify([project, environment, release, ground.state]);
  const known = kept.get(key);
  if (known !== undefined) return known;
  const facts = await addUp(columns, project, about, ground);
  kept.set(key, facts);
  const [oldest] = kept.keys();
  if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
  return facts;
}

async function addUp(columns: Columns, project: string, about: About, ground: Ground): Promise<ObservedFacts> {
  const sources = [...rawSql(ground), ...statesSql(ground, about)];
  if (sources.length === 0) return { facts: [], leftOut: {} };
  const rows = await columns.ask<Row>(
    `SELECT kind, key, ${addedUp}, count() OVER (PARTITION BY kind) AS ofKind
     FROM (${sources.join(' UNION ALL ')}) GROUP BY kind, key
     ORDER BY kind, sessionsIn DESC, key LIMIT ${mostOfKind} BY kind`,
    { ...bindSpan(project, about), ...bindGround(ground) },
    { timeoutMs },
  );
  const cut = rows.flatMap(({ kind, ofKind }) => (ofKind > mostOfKind ? [[kind, ofKind - mostOfKind] as const] : []));
  return { facts: rows.map(toFact), leftOut: Object.fromEntries(cut) };
}

/** Rows of a session count while they are its head's. */
function rawSql({ raw }: Ground): string[] {
  if (raw.length === 0) return [];
  const starts = raw
    .map(
      (_, index) =>
        `(start >= fromUnixTimestamp64Milli({from${index}:Int64}) AND start < fromUnixTimestamp64Milli({until${index}:Int64}))`,
    )
    .join(' OR ');
  const inSpan = `project = {project:String} AND (${starts})`;
  return [
    `SELECT kind, key, ${stateColumns} FROM observations
     WHERE ${inSpan} AND kind != '' AND ${narrowed} AND (session, version) IN (
       SELECT session, max(version) FROM observations WHERE ${inSpan} AND kind = ''
       GROUP BY session HAVING argMax(deleted, version) = 0
     )
     GROUP BY kind, key`,
  ];
}

function statesSql({ days }: Ground, { environment, release }: About): string[] {
  if (days.length === 0) return [];
  const whole = environment === '' && release === '';
  return [
    `SELECT kind, key, sessions, visitors, n, against, first, last, releases, roles, counts, visitors_of, sampled
     FROM observation_states
     WHERE project = {project:String} AND kind != '' AND whole = ${whole ? 1 : 0} AND ${narrowed}
       AND (toUnixTimestamp64Milli(start), version) IN (SELECT arrayJoin(arrayZip({days:Array(Int64)}, {versions:Array(UInt64)})))
       AND start >= fromUnixTimestamp64Milli({from:Int64} - 86400000) AND start < fromUnixTimestamp64Milli({until:Int64})`,
  ];
}

function bindGround({ raw, days }: Ground): Parameters {
  return {
    days: days.map(({ day }) => day),
    versions: days.map(({ version }) => version),
    ...Object.fromEntries(
      raw.flatMap(({ from, until }, index) => [
        [`from${index}`, from],
        [`until${index}`, until],
      ]),
    ),
  };
}

function toFact(row: Row): Fact {
  // Estimates of large numbers must not contradict what was counted.
  const visitors = Math.min(row.visitorsIn, row.sessionsIn);
  const { '': _, ...roles } = row.byRole;
  return {
    kind: row.kind,
    key: row.key,
    sessions: row.sessionsIn,
    visitors,
    n: row.times,
    against: row.timesAgainst,
    first: row.firstAt,
    last: row.lastAt,
    releases: row.inReleases.filter((name) => name !== ''),
    roles,
    counts: row.byLabel,
    visitorsOf: Object.fromEntries(
      Object.entries(row.visitorsBy).map(([label, told]) => [label, visitorsOf(label, told, visitors, row)]),
    ),
    people: [...new Set(row.moments.map(([, , , , , , visitor]) => visitor))],
    sample: spread(row.moments)
      .slice(0, limits.maxEvidence)
      .map(({ session, at, release, note }) => ({ session, at, release, note })),
  };
}

/** Beyond what is counted one by one, as many of all visitors as the label has of all sightings. */
function visitorsOf(label: string, told: number, visitors: number, { byLabel, times, timesAgainst }: Row): number {
  if (told <= mostCounted) return told;
  const share = Math.min(1, (byLabel[label] ?? 0) / Math.max(1, times + timesAgainst));
  return Math.max(told, Math.round(visitors * share));
}
