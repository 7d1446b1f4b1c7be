import type { Catalog } from '@sightglass/store';
import type { Handlers } from '../answer/handlers.ts';

type Names = 'getRecording' | 'changeRecording';

/** What a project records. */
export function answerRecording({ recording }: Pick<Catalog, 'recording'>): Pick<Handlers, Names> {
  return {
    async getRecording({ params }) {
      return recording.of(params.project);
    },
    async changeRecording({ params, body, caller }) {
      return recording.change(params.project, body, caller?.name ?? '');
    },
  };
}
