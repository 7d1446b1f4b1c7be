import type { ReplayMoment } from '@sightglass/wire';

export const noon = Date.UTC(2026, 10, 18, 12);

export function moment(session = 'session-1', at = noon): ReplayMoment {
  return { type: 'moment', session, at, release: '1.0.0', note: 'seen' };
}
