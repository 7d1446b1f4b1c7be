import type { SearchTexts } from '../../client/index.ts';

/** Which sessions are listed, beside what the top bar says: a search as docs/search.md describes it. Empty: all. */
export interface SessionFilters {
  search: string;
}

export function readFilters(search: SearchTexts): SessionFilters {
  return { search: search.q ?? '' };
}

/** And back: what filters nothing leaves no trace. */
export function writeFilters({ search }: SessionFilters): SearchTexts {
  return { q: search === '' ? undefined : search };
}

export const noFilters: SessionFilters = readFilters({});

export function isFiltered({ search }: SessionFilters): boolean {
  return search !== '';
}
