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

/**
 * A record that is stored twice counts once, and of one that is told again (a view's end, an action's frustration, a vital's
 * last report) the highest version stands. The same identity as where sessions are recomputed.
 */
export const latestOfEach = `ORDER BY version DESC, number DESC
    LIMIT 1 BY cityHash64(session, tab, multiIf(
      record_id != '', record_id, kind = 'view' AND view != '', view, concat('#', toString(number))))`;

/** A session's row stands in one partition, so that FINAL need not compare partitions with each other. */
export const finalByPartition = 'SETTINGS do_not_merge_across_partitions_select_final = 1';

export function bindSpan(project: string, about: About): Parameters {
  const { from, until, environment, release } = about;
  return { project, from, until, environment, release };
}
