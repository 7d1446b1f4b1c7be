export { addedUp, mostCounted, stateColumns } from './adding-up.ts';
export { dropOld, dropPast } from './age.ts';
export { claimDatabase } from './claim.ts';
export { createColumns, type EngineAddress } from './clickhouse.ts';
export type { AskOptions, Atom, Columns, Parameters } from './columns.ts';
export { compactPacks } from './compact.ts';
export { type DaySums, foldSummedDay, isHead, listSummedDays, partsByPartition, type SummedDay } from './day-sums.ts';
export { createTable, type Layout } from './ddl.ts';
export { countSample, removeSample, type SampleCounts } from './erase.ts';
export {
  countSessions,
  eraseProject,
  eraseReplay,
  eraseSessions,
  everySession,
  keptOf,
  leaveReplay,
  type PersonCounts,
  type ReplayTraces,
  sessionsOf,
  visitorsOfOnly,
} from './erase-sessions.ts';
export {
  eachTrouble,
  issueDays,
  issueFigures,
  issueMoments,
  issuePeople,
  issueStates,
  issueSums,
  isTrouble,
  stateNames,
  troubleRowNames,
  troubleRows,
} from './issue-states.ts';
export { fillLater, listUnfilled, type Unfilled } from './later.ts';
export { defaultRetentionDays, migrate, type Partitions, readPartitions, tableNames } from './migrate.ts';
export { foldDay, listDays, listOngoing, type ObservedDay } from './observation-states.ts';
export {
  findSessionDays,
  findUnobserved,
  type Head,
  mostUnobserved,
  type ObservedSession,
  putObservations,
  readObserved,
  readShowing,
  readStated,
} from './observations.ts';
export { isDone, sessionDays, timeOfEnd } from './session-days.ts';
export { recomputeSessions, type Touched } from './sessions.ts';
export type { LineRow, ObservationRow, RecordRow, Rows, SegmentRow, SessionRow, TableName } from './tables.ts';
export {
  callDays,
  callKeys,
  callRowNames,
  callSlices,
  callStateNames,
  callStates,
  eachCall,
  isCall,
  routeDays,
  routeRows,
  routeStateNames,
  routeStates,
} from './traffic-states.ts';
export { eachVital, isVital, lastTelling, vitalDays, vitalRowNames } from './vital-rows.ts';
export { asAsker, engineOf, whileAsked } from './while-asked.ts';
