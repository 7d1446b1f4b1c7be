import type { AnswerOf, facets as endpoint } from '@sightglass/wire';
import { useQueries } from '@tanstack/react-query';
import type { Where } from '../../client/index.ts';
import { choose, chosenOf } from './edit-search.ts';
import { facetsQuery } from './queries.ts';
import type { FacetValues } from './session-facets.tsx';

type Answer = AnswerOf<typeof endpoint>;

/** By the key of the search, in the order in which they stand. */
const facets: readonly { key: string; title: string; from: keyof Answer }[] = [
  { key: 'role', title: 'Role', from: 'roles' },
  { key: 'release', title: 'Release', from: 'releases' },
  { key: 'environment', title: 'Environment', from: 'environments' },
  { key: 'device', title: 'Device', from: 'devices' },
  { key: 'browser', title: 'Browser', from: 'browsers' },
  { key: 'os', title: 'System', from: 'systems' },
  { key: 'country', title: 'Country', from: 'countries' },
  { key: 'entry', title: 'Began on', from: 'entries' },
  { key: 'intake', title: 'Sent by', from: 'intakes' },
];

/**
 * What the sessions can be told apart by. A facet's own choice does not narrow it: beside `admin` one still sees how many a `member`
 * would add.
 */
export function useFacets(where: Where, search: string): { facets: readonly FacetValues[]; loading: boolean } {
  const asked = facets.map(({ key }) => withoutKey(search, key));
  const searches = [...new Set(asked)];
  const answers = useQueries({ queries: searches.map((one) => facetsQuery(where, { search: one })) });
  const told = facets.map(({ key, title, from }, at) => ({
    key,
    title,
    values: answers[searches.indexOf(asked[at] ?? '')]?.data?.[from] ?? [],
  }));
  return { facets: told, loading: answers.every(({ isPending }) => isPending) };
}

function withoutKey(search: string, key: string): string {
  const { included, excluded } = chosenOf(search, key);
  if (included.size + excluded.size === 0) return search;
  return choose(search, key, { included: new Set(), excluded: new Set() });
}
