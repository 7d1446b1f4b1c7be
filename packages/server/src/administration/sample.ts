import { type Catalog, type Columns, countSample } from '@sightglass/store';
import type { Handlers } from '../answer/handlers.ts';
import type { Digest } from '../digest/index.ts';
import { stopFeeding } from '../start/sample-project.ts';

type Names = 'countSample' | 'removeSample';

/** Takes the sample sessions out. What real visitors did carries `sample` 0 and is not touched. */
export function answerSample(
  catalog: Catalog,
  columns: Columns,
  digest: Pick<Digest, 'removeSample'>,
): Pick<Handlers, Names> {
  return {
    async countSample({ params }) {
      return countSample(columns, params.project);
    },
    async removeSample({ params }) {
      await stopFeeding(catalog, params.project);
      return digest.removeSample(params.project);
    },
  };
}
