import type { SearchTexts } from '../../client/index.ts';

/** Which sessions are listed, beside what the top bar says. Empty: all. */
export interface SessionFilters {
  search: string;
  role: string;
  browser: string;
  device: string;
  has: SessionHas;
  route: string;
}

export const sessionHas = ['', 'errors', 'frustrations', 'failed-calls', 'replay'] as const;
export type SessionHas = (typeof sessionHas)[number];

/** The search string to filters; a value that means nothing filters nothing. */
export function readFilters(search: SearchTexts): SessionFilters {
  return {
    search: search.q ?? '',
    role: search.role ?? '',
    browser: search.browser ?? '',
    device: search.device ?? '',
    has: sessionHas.find((one) => one === search.has) ?? '',
    route: search.route ?? '',
  };
}

/** And back: what filters nothing leaves no trace. */
export function writeFilters({ search, ...others }: SessionFilters): SearchTexts {
  return Object.fromEntries(
    Object.entries({ q: search, ...others }).map(([name, value]) => [name, value || undefined]),
  );
}

export const noFilters: SessionFilters = readFilters({});

export function isFiltered(filters: SessionFilters): boolean {
  return Object.values(filters).some((value) => value !== '');
}
