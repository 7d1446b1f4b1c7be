import type { Calls } from '../../calls.ts';
import type { Category, Page, Part } from '../../entities.ts';
import { withQuery } from '../../request.ts';

/** One page of a category, which has a call of its own. */
export function partsOfCategory(calls: Calls, slug: string, page: number): Promise<Page<Part>> {
  return calls.request<Page<Part> & { category: Category }>(
    'GET',
    withQuery(`/api/categories/${encodeURIComponent(slug)}/parts`, { page }),
  );
}
