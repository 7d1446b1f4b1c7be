import type { Gatherer } from '../foreign/index.ts';
import { scrubLabel } from '../privacy/index.ts';
import type { Common } from './common.ts';
import { type Fields, fieldsAt, msAt } from './fields.ts';

const maxTimings = 50;

/** What the application measured from a view's beginning (`addTiming`): each update of the view tells all of them again. */
export function liftTimings(event: Fields, { sender, here }: Common, gather: Gatherer): void {
  const timings = fieldsAt(event, 'view', 'custom_timings');
  for (const name of Object.keys(timings).slice(0, maxTimings)) {
    const durationMs = msAt(timings, name);
    if (durationMs === undefined) continue;
    const attributes = { type: 'timing', durationMs };
    gather.record(
      sender,
      { id: `timing ${here.view} ${name} ${durationMs}` },
      { ...here, kind: 'custom', at: here.at + Math.round(durationMs), name: scrubLabel(name), attributes },
    );
  }
}
