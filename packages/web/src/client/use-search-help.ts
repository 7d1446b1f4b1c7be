import { useDebouncedValue } from '@mantine/hooks';
import { parseSearch as readGrammar, searchValues } from '@sightglass/wire';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { client } from './ask.ts';
import { type Completion, completionAt, type Wanted, wantedAt } from './completion.ts';
import { searchOfError } from './error-text.ts';
import { aboutOf, type Where } from './where.ts';

/** What a search bar knows of the grammar, and of what was seen in this time. */
export interface SearchHelp {
  /** What is wrong, and where; undefined where the search can be read. */
  errorIn(search: string): { message: string; at: number; end: number } | undefined;
  completionAt(search: string, caret: number): Completion;
  /** What somebody means who pastes something that is no search. */
  meant(pasted: string): string | undefined;
  /** Somebody writes here: values that may be meant are asked for. */
  look(search: string, caret: number): void;
}

const pauseMs = 150;

const valuesQuery = (where: Where, { key, part }: Wanted) =>
  queryOptions({
    queryKey: [searchValues.name, where, key, part],
    queryFn: ({ signal }) =>
      client.ask(searchValues, { params: { project: where.project }, query: { ...aboutOf(where), key, part } }, signal),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });

const nowhere: Wanted = { key: '', part: '' };

/** The one search of docs/search.md, for every list: what is wrong with what is written, and what may be meant. */
export function useSearchHelp(where: Where): SearchHelp {
  const [wanted, setWanted] = useState(nowhere);
  const [asked] = useDebouncedValue(wanted, pauseMs);
  const { data } = useQuery({ ...valuesQuery(where, asked), enabled: asked.key !== '' });
  const complete = useCallback(
    (search: string, caret: number) => {
      const here = wantedAt(search, caret);
      // What is still there of another name is none of this one.
      const known = here !== undefined && here.key === asked.key ? (data?.values ?? []) : [];
      return completionAt(search, caret, known);
    },
    [asked.key, data],
  );
  const look = useCallback((search: string, caret: number): void => {
    const here = wantedAt(search, caret) ?? nowhere;
    setWanted((before) => (before.key === here.key && before.part === here.part ? before : here));
  }, []);
  return { errorIn, completionAt: complete, meant: searchOfError, look };
}

const errorIn = (search: string) => readGrammar(search).error;
