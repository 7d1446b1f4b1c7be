import type { Catalog } from '@sightglass/store';
import type { Handlers } from '../answer/handlers.ts';
import type { Digest } from '../digest/index.ts';

type Names = 'getRetention' | 'changeRetention';

/** How long a project keeps what it recorded. */
export function answerRetention(
  { retention }: Pick<Catalog, 'retention'>,
  digest: Pick<Digest, 'retain'>,
): Pick<Handlers, Names> {
  return {
    async getRetention({ params }) {
      return retention.of(params.project);
    },
    async changeRetention({ params: { project }, body: { days, after }, caller }) {
      const changed = await retention.change(project, days, caller?.name ?? '', after);
      digest.retain(project, days);
      return changed;
    },
  };
}
