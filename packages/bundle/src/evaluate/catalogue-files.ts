import { isCataloguePath } from '@sightglass/wire';
import { ofJson } from './builtins.ts';
import type { Spot, Unit, Value } from './value.ts';

export const isLocale = (word: string): boolean => /^[a-z]{2}(?:[-_][A-Za-z]{2,4})?$/.test(word);

/** A catalogue that is fetched when the page runs, as its file says it. */
export interface CatalogueFile {
  root: Value;
  /** As the file's name or folder says. */
  locale: string | undefined;
  /** What the texts of the file are called together: `orders` of `locales/en/orders.json`. */
  namespace: string | undefined;
}

/** Files of texts beside the scripts: `locales/en/translation.json`, `assets/i18n/en.json`. */
export function catalogueFilesIn(units: readonly Unit[]): CatalogueFile[] {
  return units.flatMap((unit) => {
    const { path, text } = unit.read.file;
    if (!isCataloguePath(path)) return [];
    const words = path.replace(/\.json$/i, '').split(/[/.]/);
    const locale = words.findLast((word) => isLocale(word));
    const last = words.at(-1) ?? '';
    // Nothing of such a file is parsed as code: a place is all that is asked of it.
    const spot: Spot = { unit, node: { ...unit.read.ast, start: 0, end: 0 } };
    const told = parsed(text);
    if (told === undefined) return [];
    return [{ root: ofJson(spot, told), locale, namespace: isLocale(last) ? undefined : last }];
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // what is no JSON says nothing
  }
}
