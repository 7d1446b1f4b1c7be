import type { Calls } from '../../calls.ts';
import type { Page, Part } from '../../entities.ts';

/** One page of a category: the list of parts, narrowed. */
export function partsOfCategory(calls: Calls, category: string, page: number): Promise<Page<Part>> {
  return calls.listParts({ category, page, sort: 'name' });
}
