import type { ReplayMoment } from '@sightglass/wire';
import { useRouter, useRouterState } from '@tanstack/react-router';
import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react';
import { toMoment, useMay, useWhere } from '../../client/index.ts';
import { usePrinting } from '../../ui/index.ts';

/** What every part of the document goes by while it is read. */
interface Reading {
  /** The fragment of the address: which statement or chapter is asked for; `null`: none. */
  target: string | null;
  /** It is being put on paper, where nothing can be opened: everything is. */
  printing: boolean;
  /** Puts it on paper once all of it is set and drawn: what is out of sight is drawn for this alone. */
  print(): void;
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
  print: () => undefined,
  mayReview: false,
  hrefOf: () => '',
  watch: () => undefined,
});
export const useReading = (): Reading => use(ReadingContext);

export function ReadingProvider({ children }: { children: ReactNode }) {
  const router = useRouter();
  const where = useWhere();
  const mayReview = useMay('member');
  const [asked, setAsked] = useState(false);
  const printing = usePrinting() || asked;
  useEffect(() => {
    if (!asked) return;
    const waiting = new AbortController();
    void allDrawn(waiting.signal).then(() => {
      if (waiting.signal.aborted) return;
      window.print();
      setAsked(false);
    });
    return () => waiting.abort();
  }, [asked]);
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
    () => ({ target: decoded(hash), printing, print: () => setAsked(true), mayReview, ...ways }),
    [hash, printing, mayReview, ways],
  );
  return <ReadingContext value={reading}>{children}</ReadingContext>;
}

/** A drawing that is not there by then is left out: what it shows stands in the tables. */
const longestWaitMs = 15_000;

/** Once no drawing of the document is still to come. */
async function allDrawn(signal: AbortSignal): Promise<void> {
  const end = performance.now() + longestWaitMs;
  do await new Promise((done) => setTimeout(done, 100));
  while (!signal.aborted && performance.now() < end && document.querySelector('[data-drawing="coming"]') !== null);
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
