import type { SearchTexts } from '../../client/index.ts';
import { type Choice, choices } from './narrow.ts';

/** What the specification's own part of the URL says. The statement that is linked to is the fragment. */
export interface SpecificationSearch {
  /** Words that every shown statement has. */
  find: string;
  /** What alone is asked for; `null`: everything. */
  show: Choice | null;
}

export function readSearch(texts: SearchTexts): SpecificationSearch {
  return { find: texts.find ?? '', show: choices.find((choice) => choice === texts.show) ?? null };
}

export function writeSearch({ find, show }: SpecificationSearch): SearchTexts {
  return { find: find === '' ? undefined : find, show: show ?? undefined };
}
