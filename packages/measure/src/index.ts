export { readCursor, writeCursor } from './cursor.ts';
export { basisFacts } from './facts/basis.ts';
export { type KeptFacts, type ObservedFacts, observedFacts } from './facts/observed.ts';
export { sharedVisitors } from './facts/shared-visitors.ts';
export { recordsBefore } from './issues/breadcrumbs.ts';
export { issueEventOf, issueEventsOf } from './issues/events.ts';
export { type IssueFacets, issueFacets, type MetVariant } from './issues/facets.ts';
export { type FiguresBy, issueFiguresOf } from './issues/figures.ts';
export type { IssueFigures, ToldIssue } from './issues/issue.ts';
export { findReach, type Reach } from './issues/reach.ts';
export type { AboutIssues } from './issues/source.ts';
export { toldIssues } from './issues/told.ts';
export {
  type LeftTrouble,
  releasesLeft,
  releasesOfSessions,
  releasesSince,
  type SeenTrouble,
  troubledProjects,
  troubleLeft,
  troubleSamples,
  troubleSince,
} from './issues/watch.ts';
export { searchValues } from './search/values.ts';
export { getSession } from './sessions/get-session.ts';
export { listRecords } from './sessions/list-records.ts';
export { type IndexedSegment, listSegments } from './sessions/list-segments.ts';
export { listSessions } from './sessions/list-sessions.ts';
export { sessionTrend } from './sessions/session-trend.ts';
export { calls } from './traffic/calls.ts';
export { facets } from './traffic/facets.ts';
export { routes } from './traffic/routes.ts';
export { vitals } from './traffic/vitals.ts';
export { getVisitor } from './visitors/get-visitor.ts';
export { whileDaysStand } from './while-days-stand.ts';
