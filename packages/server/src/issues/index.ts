export { createChanges } from './changes.ts';
export type { IssueGrouping, TellIssue } from './face.ts';
export { findIssue, wayTo } from './find.ts';
export { startGrouping } from './grouping.ts';
export { listIssues, toSummary } from './list.ts';
export { readStack } from './read-stack.ts';
export { standingOf } from './standing.ts';
