import { type Columns, removeSample, type Segments } from '@sightglass/store';
import type { Handlers } from '../answer/handlers.ts';

/** Takes the sample sessions out. What real visitors did carries `sample` 0 and is not touched. */
export function answerSample(columns: Columns, segments: Segments): Pick<Handlers, 'removeSample'> {
  return {
    async removeSample({ params }) {
      return { sessions: await removeSample(columns, segments, params.project) };
    },
  };
}
