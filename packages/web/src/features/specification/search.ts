import type { SearchTexts } from '../../client/index.ts';

/** What the specification's own part of the URL says. The statement that is linked to is the fragment. */
export interface SpecificationSearch {
  /** Words that every shown statement has. */
  find: string;
}

export function readSearch(texts: SearchTexts): SpecificationSearch {
  return { find: texts.find ?? '' };
}

export function writeSearch({ find }: SpecificationSearch): SearchTexts {
  return { find: find === '' ? undefined : find };
}
