import * as administration from './administration.ts';
import * as audit from './audit.ts';
import type { Endpoint } from './endpoint.ts';
import * as issues from './issues.ts';
import { live } from './live.ts';
import * as measured from './measured.ts';
import * as notes from './notes.ts';
import * as recording from './recording.ts';
import * as releases from './releases.ts';
import * as retention from './retention.ts';
import * as sessionFiles from './session-files.ts';
import * as sessions from './sessions.ts';
import * as specify from './specify.ts';
import * as views from './views.ts';
import * as visitors from './visitors.ts';

export * from './administration.ts';
export * from './audit.ts';
export * from './endpoint.ts';
export * from './issues.ts';
export { type LiveMessage, live, liveMessage } from './live.ts';
export * from './measured.ts';
export * from './notes.ts';
export * from './recording.ts';
export * from './releases.ts';
export * from './retention.ts';
export * from './session-files.ts';
export * from './sessions.ts';
export * from './specify.ts';
export * from './views.ts';
export * from './visitors.ts';

/** Every door of the API. What is not in this list is not served. */
export const endpoints: Endpoint[] = [
  administration,
  recording,
  retention,
  audit,
  sessions,
  sessionFiles,
  notes,
  views,
  visitors,
  measured,
  issues,
  specify,
  releases,
  { live },
]
  .flatMap((room) => Object.values(room) as unknown[])
  .filter(
    (thing): thing is Endpoint => typeof thing === 'object' && thing !== null && 'access' in thing && 'path' in thing,
  );
