import type { SearchTexts } from '../../client/index.ts';

export interface IssuesSearch {
  /** Words of the message or the type. */
  find: string;
}

export function readSearch(texts: SearchTexts): IssuesSearch {
  return { find: texts.find ?? '' };
}

export function writeSearch({ find }: IssuesSearch): SearchTexts {
  return { find: find === '' ? undefined : find };
}
