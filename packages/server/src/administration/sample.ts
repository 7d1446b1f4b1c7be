import { type Catalog, type Columns, removeSample, type Segments } from '@sightglass/store';
import type { Handlers } from '../answer/handlers.ts';
import { stopFeeding } from '../start/sample-project.ts';

/** Takes the sample sessions out. What real visitors did carries `sample` 0 and is not touched. */
export function answerSample(catalog: Catalog, columns: Columns, segments: Segments): Pick<Handlers, 'removeSample'> {
  return {
    async removeSample({ params }) {
      await stopFeeding(catalog, params.project);
      return { sessions: await removeSample(columns, segments, params.project) };
    },
  };
}
