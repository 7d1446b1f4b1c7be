import type { SearchTexts } from '../../client/index.ts';
import { type Choice, choices } from './narrow.ts';

/** What the specification's own part of the URL says. The statement that is linked to is the fragment. */
export interface SpecificationSearch {
  /** Words that every shown statement has. */
  find: string;
  /** What alone is asked for; `null`: everything. */
  show: Choice | null;
  /** The releases that are compared; empty: the last two. */
  before: string;
  after: string;
}

export function readSearch(texts: SearchTexts): SpecificationSearch {
  const { find = '', before = '', after = '' } = texts;
  return { find, show: choices.find((choice) => choice === texts.show) ?? null, before, after };
}

export function writeSearch({ find, show, before, after }: SpecificationSearch): SearchTexts {
  return { find: find || undefined, show: show ?? undefined, before: before || undefined, after: after || undefined };
}
