import { countedByVisitor } from '@sightglass/wire';

/** Visitors of one label that are counted one by one. */
export const mostCounted = 32;
/** Moments of one fact from which those to look at are chosen. */
const mostMoments = 12;

/** A session without a visitor is a visitor of its own. */
const person = "if(visitor = '', concat('session ', session), visitor)";

/** The states of all labels would be read and added up with each question, and take most of its time. */
const labelsCounted = `arrayFilter(label -> match(label, '${countedByVisitor}'), arrayMap(label -> toString(label), labels))`;

/** Columns that {@link stateColumns} makes, as `observation_states` keeps them. */
export const stateTypes = {
  sessions: 'UInt64 CODEC(ZSTD(1))',
  visitors: 'AggregateFunction(uniqCombined64(12), UInt64) CODEC(ZSTD(1))',
  n: 'UInt64 CODEC(ZSTD(1))',
  against: 'UInt64 CODEC(ZSTD(1))',
  first: "DateTime64(3, 'UTC') CODEC(ZSTD(1))",
  last: "DateTime64(3, 'UTC') CODEC(ZSTD(1))",
  releases: 'Array(String) CODEC(ZSTD(1))',
  roles: 'Map(String, UInt64) CODEC(ZSTD(1))',
  counts: 'Map(String, UInt64) CODEC(ZSTD(1))',
  visitors_of: `AggregateFunction(uniqUpToMap(${mostCounted}), Map(String, UInt64)) CODEC(ZSTD(1))`,
  sampled: 'Array(Tuple(UInt8, UInt64, String, Int64, String, String, String)) CODEC(ZSTD(1))',
} as const;

/**
 * SQL over rows of `observations`, grouped by kind and key: a fact so that it can be added up further, by {@link addedUp}. Sessions and
 * visitors are exact while few, within two percent when many.
 */
export const stateColumns = `
    count() AS sessions, uniqCombined64State(12)(cityHash64(${person})) AS visitors,
    sum(toUInt64(n)) AS n, sum(toUInt64(against)) AS against, min(first) AS first, max(last) AS last,
    groupUniqArray(100)(toString(release)) AS releases, sumMap(map(toString(role), toUInt64(1))) AS roles,
    sumMap(mapFromArrays(arrayMap(label -> toString(label), labels), arrayMap(times -> toUInt64(times), counts))) AS counts,
    uniqUpToMapState(${mostCounted})(mapFromArrays(${labelsCounted}, arrayMap(label -> cityHash64(${person}), ${labelsCounted}))) AS visitors_of,
    groupArraySorted(${mostMoments})((toUInt8(13 - quality - 10 * replay), cityHash64(session), session,
      toUnixTimestamp64Milli(at), toString(release), note, ${person})) AS sampled`;

/** SQL over {@link stateColumns}: the fact as the answer tells it. The names differ, since a name stands for its expression wherever it is read. */
export const addedUp = `
    sum(sessions) AS sessionsIn, uniqCombined64Merge(12)(visitors) AS visitorsIn, sum(n) AS times, sum(against) AS timesAgainst,
    toUnixTimestamp64Milli(min(first)) AS firstAt, toUnixTimestamp64Milli(max(last)) AS lastAt,
    arraySort(groupUniqArrayArray(100)(releases)) AS inReleases, sumMap(roles) AS byRole, sumMap(counts) AS byLabel,
    uniqUpToMapMerge(${mostCounted})(visitors_of) AS visitorsBy, arraySlice(arraySort(groupArrayArray(sampled)), 1, ${mostMoments}) AS moments`;
