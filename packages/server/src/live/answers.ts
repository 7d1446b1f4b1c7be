import type { Catalog } from '@sightglass/store';
import { live } from '@sightglass/wire';
import { identify, judge } from '../accounts/caller.ts';
import { type Handlers, Media } from '../answer/handlers.ts';
import type { Hub } from './hub.ts';

/** The live tail. Who watches is judged again and again: a login that ended, a role that was taken, a token that was revoked. */
export function answerLive(catalog: Catalog, hub: Hub): Pick<Handlers, 'live'> {
  return {
    async live({ params, headers, base }) {
      const allowed = () =>
        identify(catalog, 'GET', headers, base)
          .then((caller) => judge(live.access, caller, params.project))
          .then(
            () => true,
            () => false, // whatever stands in the way of an answer also stands in the way of watching
          );
      return new Media('text/event-stream', hub.watch(params.project, allowed));
    },
  };
}
