import type { Finding, Specification, SpecificationDiff } from '@sightglass/wire';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { createContext, type ReactNode, useContext, useMemo } from 'react';
import type { SearchTexts } from '../../client/index.ts';
import { type Looked, lookedAt } from './looked.ts';

/** What is looked at beside the document, and the way to another. */
interface Looking {
  /** A statement's key, or what stands for a finding or a change; `null` also where there is no such thing. */
  at: string | null;
  looked: Looked | undefined;
  look(id: string | null): void;
  /** What the code says otherwise, by the key of the statement. */
  disagreements: ReadonlyMap<string, Finding>;
}

const LookingContext = createContext<Looking>({
  at: null,
  looked: undefined,
  look: () => undefined,
  disagreements: new Map(),
});
export const useLooking = (): Looking => useContext(LookingContext);

/** Knows the thing whose evidence stands beside the document. Which one stands in the URL. */
export function Evidences({
  specification,
  diff,
  children,
}: {
  specification: Specification;
  /** `undefined`: not known, or there are no two releases. */
  diff: SpecificationDiff | undefined;
  children: ReactNode;
}) {
  const { evidence: asked = null } = useSearch({ strict: false }) as SearchTexts; // parseSearch yields texts only
  const navigate = useNavigate();
  const looked = useMemo(
    () => (asked === null ? undefined : lookedAt(asked, specification, diff)),
    [specification, diff, asked],
  );
  const disagreements = useMemo(() => {
    const found = specification.code?.findings.filter(({ sort }) => sort === 'disagreement') ?? [];
    return new Map(found.map((finding) => [finding.key, finding]));
  }, [specification]);
  const looking = useMemo<Looking>(
    () => ({
      at: looked?.id ?? null,
      looked,
      disagreements,
      look: (id) =>
        void navigate({
          to: '.',
          search: (now: SearchTexts) => ({ ...now, evidence: id ?? undefined }),
          hash: true,
          // Opening is a step back from which it is closed; going from one to the next, and closing, are none.
          replace: looked !== null || id === null,
          resetScroll: false,
        }),
    }),
    [looked, disagreements, navigate],
  );
  return <LookingContext value={looking}>{children}</LookingContext>;
}
