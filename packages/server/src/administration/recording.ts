import type { Catalog } from '@sightglass/store';
import { SightglassError } from '@sightglass/wire';
import type { Handlers } from '../answer/handlers.ts';

const hasChanged = (error: unknown): boolean => error instanceof SightglassError && error.code === 'changed_meanwhile';

type Names = 'getRecording' | 'changeRecording';

/** What a project records. */
export function answerRecording({ recording }: Pick<Catalog, 'recording'>): Pick<Handlers, Names> {
  return {
    async getRecording({ params }) {
      return recording.of(params.project);
    },
    async changeRecording({ params: { project }, body: { after, ...settings }, caller }) {
      const name = caller?.name ?? '';
      try {
        return await recording.change(project, settings, name, after);
      } catch (error) {
        const inForce = recording.of(project);
        // Nobody is kept from the kill switch, and whoever uses it takes back nothing that others chose meanwhile.
        if (hasChanged(error) && settings.off && !inForce.off)
          return recording.change(project, { ...inForce, off: true }, name);
        throw error;
      }
    },
  };
}
