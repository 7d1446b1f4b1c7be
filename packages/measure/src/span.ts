import type { Parameters } from '@sightglass/store';
import type { About } from '@sightglass/wire';

/** Half-open, `[from, until)`, in whole partitions' order of time; an empty environment or release means all. */
export const recordsInSpan = `project = {project:String}
    AND at >= fromUnixTimestamp64Milli({from:Int64}) AND at < fromUnixTimestamp64Milli({until:Int64})
    AND ({environment:String} = '' OR environment = {environment:String})
    AND ({release:String} = '' OR release = {release:String})`;

/**
 * Sessions that were alive in the span. A session lasts four hours (foreign SDKs: a day at most), so that those which
 * began more than a day before need not be read.
 */
export const sessionsInSpan = `project = {project:String}
    AND start >= fromUnixTimestamp64Milli({from:Int64} - 86400000) AND start < fromUnixTimestamp64Milli({until:Int64})
    AND end >= fromUnixTimestamp64Milli({from:Int64})
    AND ({environment:String} = '' OR environment = {environment:String})
    AND ({release:String} = '' OR release = {release:String})`;

/** The same identity as where sessions are recomputed: ids may repeat in another tab, and a view's id stands in `view`. */
const identity = `cityHash64(tab, multiIf(
      record_id != '', record_id, kind = 'view' AND view != '', view, concat('#', toString(number))))`;

/** The same in one number, with the session: what is sorted by it is sorted quickly. */
const identityAlone = `cityHash64(kind, session, tab, multiIf(
      record_id != '', record_id, kind = 'view' AND view != '', view, concat('#', toString(number))))`;

/**
 * A record that is stored twice counts once, and of one that is told again (a view's end, an action's frustration) the highest
 * version stands. All versions tell the same `at`, so that the engine can go hour by hour in the order that the table has, in little
 * memory however many records there are.
 */
export const latestOfEach = `QUALIFY row_number() OVER (
      PARTITION BY kind, toStartOfHour(at), session, ${identity} ORDER BY version DESC, number DESC) = 1`;

/** The same where versions tell the time of the telling, such as a vital's reports; for fewer records, since they must be sorted. */
export const latestOfEachWhenever = `QUALIFY row_number() OVER (
      PARTITION BY ${identityAlone} ORDER BY version DESC, number DESC) = 1`;

/** A session's row stands in one partition, so that FINAL need not compare partitions with each other. */
export const finalByPartition = 'SETTINGS do_not_merge_across_partitions_select_final = 1';

export function bindSpan(project: string, about: About): Parameters {
  const { from, until, environment, release } = about;
  return { project, from, until, environment, release };
}
