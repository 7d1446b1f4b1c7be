/** A search string as plain texts: `?release=1.0` means the text `1.0`, and a link reads as what it says. */
export type SearchTexts = Record<string, string | undefined>;

export function parseSearch(search: string): SearchTexts {
  return Object.fromEntries([...new URLSearchParams(search)].filter(([, value]) => value !== ''));
}

export function stringifySearch(search: Record<string, unknown>): string {
  const written = new URLSearchParams();
  for (const [name, value] of Object.entries(search))
    if (value !== undefined && value !== null && value !== '') written.set(name, String(value));
  return written.size === 0 ? '' : `?${written}`;
}
