import type { ReplayMoment } from '@sightglass/wire';
import { useRouter, useRouterState } from '@tanstack/react-router';
import { createContext, type ReactNode, use, useMemo } from 'react';
import { toMoment, useMay, useWhere } from '../../client/index.ts';
import { usePrinting } from '../../ui/index.ts';

/** What every part of the document goes by while it is read. */
interface Reading {
  /** The fragment of the address: which statement or chapter is asked for; `null`: none. */
  target: string | null;
  /** It is being put on paper, where nothing can be opened: everything is. */
  printing: boolean;
  /** Whether the reader may say what they think of a statement. */
  mayReview: boolean;
  /** The address at which a moment is watched. */
  hrefOf(moment: ReplayMoment): string;
  /** Goes there without loading the dashboard again. */
  watch(moment: ReplayMoment): void;
}

const ReadingContext = createContext<Reading>({
  target: null,
  printing: false,
  mayReview: false,
  hrefOf: () => '',
  watch: () => undefined,
});
export const useReading = (): Reading => use(ReadingContext);

export function ReadingProvider({ children }: { children: ReactNode }) {
  const router = useRouter();
  const where = useWhere();
  const mayReview = useMay('member');
  const printing = usePrinting();
  const hash = useRouterState({ select: ({ location }) => location.hash });
  const { project } = where;
  const told = JSON.stringify(where);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `told` is what addresses are made of beside the moment
  const ways = useMemo(
    () => ({
      hrefOf: (moment: ReplayMoment) => router.buildLocation(toMoment(project, moment) as never).publicHref, // the route tree is app's
      watch: (moment: ReplayMoment) => void router.navigate(toMoment(project, moment) as never),
    }),
    [router, project, told],
  );
  const reading = useMemo(
    () => ({ target: decoded(hash), printing, mayReview, ...ways }),
    [hash, printing, mayReview, ways],
  );
  return <ReadingContext value={reading}>{children}</ReadingContext>;
}

/** A fragment as it was before it was written into an address; what is no such thing is itself. */
export function decoded(hash: string): string | null {
  const text = hash.replace(/^#/, '');
  if (text === '') return null;
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a lone `%`, typed by hand
  }
}
