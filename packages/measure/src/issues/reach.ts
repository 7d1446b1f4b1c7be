import { type Columns, isTrouble } from '@sightglass/store';

/** What answers for a span: days that are added up and still hold, and the rest of it record by record. */
export interface Reach {
  /** Each with the version of its sums: `1761004800000 17`. */
  days: string[];
  /** Half-open, in order, apart from each other; milliseconds. */
  rest: { from: number; until: number }[];
}

interface Head {
  day: number;
  hours: number;
  newest: number;
  told: number;
  version: number;
}

const hourMs = 3_600_000;
/** Of the rest: more pieces make a condition that costs more than it saves. */
const mostPieces = 24;

const headsSql = `
  SELECT toUnixTimestamp64Milli(start) AS day, argMax(sums.hours, sums.version) AS hours, argMax(sums.newest, sums.version) AS newest,
    argMax(sums.told, sums.version) AS told, max(sums.version) AS version
  FROM issue_days AS sums
  WHERE project = {project:String} AND whole = 0 AND fingerprint = '' AND start >= fromUnixTimestamp64Milli({from:Int64})
    AND start < fromUnixTimestamp64Milli({until:Int64})
  GROUP BY start HAVING hours > 0 ORDER BY day`;

const hoursSql = `
  SELECT toUnixTimestamp(toStartOfHour(at)) * 1000 AS hour, count() AS told, max(_batch) AS newest FROM records
  WHERE project = {project:String} AND at >= fromUnixTimestamp64Milli({from:Int64}) AND at < fromUnixTimestamp64Milli({until:Int64})
    AND ${isTrouble}
  GROUP BY hour ORDER BY hour`;

/** A day's sums hold while nothing was stored or deleted that belongs to them: the number of rows and the newest batch tell. */
export async function findReach(
  columns: Columns,
  project: string,
  span: { from: number; until: number },
): Promise<Reach> {
  const bound = { project, ...span };
  const heads = await columns.ask<Head>(headsSql, bound);
  const inside = heads.filter(({ day, hours }) => day + hours * hourMs <= span.until);
  if (inside.length === 0) return { days: [], rest: [span] };
  const first = Math.min(...inside.map(({ day }) => day));
  const hours = await columns.ask<{ hour: number; told: number; newest: number }>(hoursSql, { ...bound, from: first });
  return reachOf(span, inside, hours);
}

export function reachOf(
  span: { from: number; until: number },
  heads: readonly Head[],
  hours: readonly { hour: number; told: number; newest: number }[],
): Reach {
  const holds = heads.filter((head) => {
    const own = hours.filter(({ hour }) => hour >= head.day && hour < head.day + head.hours * hourMs);
    return (
      own.reduce((sum, { told }) => sum + told, 0) === head.told &&
      own.reduce((most, { newest }) => Math.max(most, newest), 0) === head.newest
    );
  });
  const rest: Reach['rest'] = [];
  let from = span.from;
  for (const head of holds) {
    if (head.day > from) rest.push({ from, until: head.day });
    from = head.day + head.hours * hourMs;
  }
  if (from < span.until) rest.push({ from, until: span.until });
  if (rest.length > mostPieces) return { days: [], rest: [span] };
  return { days: holds.map(({ day, version }) => `${day} ${version}`), rest };
}
