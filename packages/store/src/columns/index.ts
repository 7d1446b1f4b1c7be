export { addedUp, mostCounted, stateColumns } from './adding-up.ts';
export { dropOld } from './age.ts';
export { createColumns, type EngineAddress } from './clickhouse.ts';
export type { AskOptions, Atom, Columns, Parameters } from './columns.ts';
export { compactPacks } from './compact.ts';
export { createTable, type Layout } from './ddl.ts';
export { countSample, removeSample, type SampleCounts } from './erase.ts';
export {
  countSessions,
  eraseReplay,
  eraseSessions,
  leaveFolders,
  type PersonCounts,
  sessionsOf,
} from './erase-sessions.ts';
export {
  foldIssueDay,
  type IssueDay,
  issueFigures,
  issuePeople,
  issueStates,
  issueSums,
  isTrouble,
  listIssueDays,
  stateNames,
  troubleRows,
} from './issue-states.ts';
export { defaultRetentionDays, migrate, type Partitions, readPartitions, tableNames } from './migrate.ts';
export { foldDay, listDays, listOngoing, type ObservedDay } from './observation-states.ts';
export {
  findUnobserved,
  type Head,
  mostUnobserved,
  type ObservedSession,
  putObservations,
  readObserved,
  readShowing,
} from './observations.ts';
export { recomputeSessions, type Touched } from './sessions.ts';
export type { LineRow, ObservationRow, RecordRow, Rows, SegmentRow, SessionRow, TableName } from './tables.ts';
export {
  callDays,
  callKeys,
  callRows,
  callStateNames,
  callStates,
  foldTrafficDay,
  headOf,
  isCall,
  listTrafficDays,
  routeDays,
  routeRows,
  routeStateNames,
  routeStates,
  type TrafficDay,
  type TrafficDays,
} from './traffic-states.ts';
