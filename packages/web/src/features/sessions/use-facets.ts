import type { AnswerOf, facets as endpoint } from '@sightglass/wire';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { facetsQuery, type Where } from '../../client/index.ts';
import { choose, chosenOf } from './edit-search.ts';
import type { FacetsState, FacetValues } from './session-facets.tsx';

type Answer = AnswerOf<typeof endpoint>;

/** By the key of the search, in the order in which they stand. */
const facets: readonly { key: string; title: string; from: keyof Answer; isRare?: boolean }[] = [
  { key: 'role', title: 'Role', from: 'roles' },
  { key: 'release', title: 'Release', from: 'releases' },
  { key: 'environment', title: 'Environment', from: 'environments' },
  { key: 'device', title: 'Device', from: 'devices' },
  { key: 'browser', title: 'Browser', from: 'browsers' },
  { key: 'os', title: 'System', from: 'systems' },
  { key: 'country', title: 'Country', from: 'countries' },
  { key: 'language', title: 'Language', from: 'languages' },
  { key: 'timezone', title: 'Time zone', from: 'timeZones' },
  { key: 'referrer', title: 'Came from', from: 'referrers', isRare: true },
  { key: 'entry', title: 'Began on', from: 'entries' },
  { key: 'intake', title: 'Sent by', from: 'intakes' },
];

/**
 * What the sessions can be told apart by. A facet's own choice does not narrow it: beside `admin` one still sees how many a `member`
 * would add.
 */
export function useFacets(
  where: Where,
  search: string,
): { facets: readonly FacetValues[]; state: FacetsState; again: () => void } {
  const asked = facets.map(({ key }) => withoutKey(search, key));
  const searches = [...new Set(asked)];
  const answers = useQueries({ queries: searches.map((one) => facetsQuery(where, one)) });
  const given = facets.map(({ from }, at) => answers[searches.indexOf(asked[at] ?? '')]?.data?.[from]);
  // What was told last stays until the next answer is here: what one chooses from does not go away under one's hand.
  const [kept, setKept] = useState<Kept>({ of: where.project, values: [] });
  const values = given.map((now, at) => now ?? (kept.of === where.project ? kept.values[at] : undefined));
  if (kept.of !== where.project || values.some((one, at) => one !== kept.values[at]))
    setKept({ of: where.project, values });
  const told = facets.map(({ from, ...facet }, at) => ({ ...facet, values: values[at] ?? [] }));
  const failed = answers.some(({ isError }) => isError);
  const state = values.some((one) => one !== undefined) ? 'there' : failed ? 'failed' : 'loading';
  const again = (): void => {
    for (const { isError, refetch } of answers) if (isError) void refetch();
  };
  return { facets: told, state, again };
}

/** By facet, in their order. */
interface Kept {
  /** Another project's are none of this one's. */
  of: string;
  values: readonly (FacetValues['values'] | undefined)[];
}

function withoutKey(search: string, key: string): string {
  const { included, excluded } = chosenOf(search, key);
  if (included.size + excluded.size === 0) return search;
  return choose(search, key, { included: new Set(), excluded: new Set() });
}
