import type { Catalog } from '@sightglass/store';
import { SightglassError } from '@sightglass/wire';
import type { Handlers } from '../answer/handlers.ts';

type Names = 'listKeys' | 'createKey' | 'revokeKey' | 'listTokens' | 'createToken' | 'revokeToken';

/** What lets programs in: client keys may only send, tokens may ask. */
export function answerKeys(catalog: Catalog): Pick<Handlers, Names> {
  return {
    async listKeys({ params }) {
      return { keys: await catalog.keys.list(params.project) };
    },
    async createKey({ params }) {
      return catalog.keys.create(params.project);
    },
    async revokeKey({ params }) {
      if (!(await catalog.keys.revoke(params.project, params.key))) throw new SightglassError('not_found');
      return { done: true };
    },
    async listTokens({ params }) {
      return { tokens: await catalog.tokens.list(params.project) };
    },
    async createToken({ params, body, caller }) {
      return catalog.tokens.create(params.project, { ...body, createdBy: caller?.name ?? '' });
    },
    async revokeToken({ params }) {
      if (!(await catalog.tokens.revoke(params.project, params.token))) throw new SightglassError('not_found');
      return { done: true };
    },
  };
}
