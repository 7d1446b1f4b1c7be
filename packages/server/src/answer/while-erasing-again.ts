import { SightglassError } from '@sightglass/wire';
import type { Asked, EndpointName, Handlers } from './handlers.ts';

/** Seconds. */
const retryAfter = 2;

/** The same doors, of which those of a project are closed until those are gone from this folder who were erased from the one before. */
export function closedWhile(handlers: Handlers, isErasingAgain: () => boolean): Handlers {
  const closed = Object.entries(handlers).map(([name, handler]) => [
    name,
    async (asked: Asked<EndpointName>) => {
      const { project } = asked.params as { project?: string }; // of doors inside of one
      if (project !== undefined && isErasingAgain())
        throw new SightglassError('erasing_again', undefined, { retryAfter });
      // Each is asked what it was made for: the names stay.
      return (handler as (asked: Asked<EndpointName>) => Promise<unknown>)(asked);
    },
  ]);
  return Object.fromEntries(closed) as Handlers; // the same doors
}
