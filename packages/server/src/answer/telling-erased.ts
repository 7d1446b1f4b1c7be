import { SightglassError } from '@sightglass/wire';
import type { Asked, EndpointName, Handlers } from './handlers.ts';

/** Whether a session was erased, or is being erased. */
export type IsErased = (project: string, session: string) => boolean;

/** What whoever asks for a session hears that was erased. */
export const wasErased = (): SightglassError =>
  new SightglassError('erased', 'Somebody had it erased: nothing of it is left here, and nothing more of it is taken');

/** The same doors, where those of one session say that it was erased, and not only that there is none. */
export function tellingErased(handlers: Handlers, isErased: IsErased): Handlers {
  const told = Object.entries(handlers).map(([name, handler]) => [
    name,
    async (asked: Asked<EndpointName>) => {
      try {
        // Each is asked what it was made for: the names stay.
        return await (handler as (asked: Asked<EndpointName>) => Promise<unknown>)(asked);
      } catch (error) {
        const { project, session } = asked.params as { project?: string; session?: string }; // of doors inside of one
        const isMissing = error instanceof SightglassError && error.code === 'not_found';
        if (isMissing && project !== undefined && session !== undefined && isErased(project, session))
          throw wasErased();
        throw error;
      }
    },
  ]);
  return Object.fromEntries(told) as Handlers; // the same doors
}
