import { type Catalog, type Columns, countSample, removeSample, type Segments } from '@sightglass/store';
import type { Handlers } from '../answer/handlers.ts';
import { stopFeeding } from '../start/sample-project.ts';

type Names = 'countSample' | 'removeSample';

/** Takes the sample sessions out. What real visitors did carries `sample` 0 and is not touched. */
export function answerSample(catalog: Catalog, columns: Columns, segments: Segments): Pick<Handlers, Names> {
  return {
    async countSample({ params }) {
      return countSample(columns, params.project);
    },
    async removeSample({ params }) {
      await stopFeeding(catalog, params.project);
      return removeSample(columns, segments, params.project);
    },
  };
}
