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

/** Columns that can be left out or added, in their order. */
export const choosableColumns = {
  when: 'When',
  duration: 'Duration',
  device: 'Device',
  way: 'Entry → last screen',
  activity: 'Activity',
  views: 'Views',
  actions: 'Actions',
  failed: 'Failed calls',
  errors: 'Errors',
  frustrations: 'Frustrations',
  vital: 'Worst vital',
  country: 'Country',
  browser: 'Browser',
  release: 'Release',
  environment: 'Environment',
} as const;
export type ColumnName = keyof typeof choosableColumns;
export const columnNames = Object.keys(choosableColumns) as ColumnName[];

export const defaultColumns: readonly ColumnName[] = columnNames.filter(
  (name) => !['actions', 'browser', 'release', 'environment'].includes(name),
);

/** How the list is laid out; in the address like everything else. */
export interface SessionLayout {
  columns: readonly ColumnName[];
  /** Facets that stand first. */
  pinned: readonly string[];
}

export function readLayout(search: SearchTexts): SessionLayout {
  const named = search.cols?.split(',') ?? defaultColumns;
  const pinned = (search.pin ?? '').split(',').filter((key) => key !== '');
  return { columns: columnNames.filter((name) => named.includes(name)), pinned };
}

export function writeLayout({ columns, pinned }: SessionLayout): SearchTexts {
  return {
    cols: columns.join() === defaultColumns.join() ? undefined : columns.join(),
    pin: pinned.length === 0 ? undefined : pinned.join(),
  };
}
