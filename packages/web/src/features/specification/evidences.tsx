import type { Specification, Statement } from '@sightglass/wire';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { createContext, type ReactNode, useContext, useMemo } from 'react';
import type { SearchTexts } from '../../client/index.ts';

/** Which statement's evidence is looked at, and the way to another. */
interface Looking {
  /** Its key; `null` also where no such statement is. */
  at: string | null;
  statement: Statement | undefined;
  look(key: string | null): void;
}

const LookingContext = createContext<Looking>({ at: null, statement: undefined, look: () => undefined });
export const useLooking = (): Looking => useContext(LookingContext);

/** Knows the statement whose evidence stands beside the document. Which one stands in the URL. */
export function Evidences({ specification, children }: { specification: Specification; children: ReactNode }) {
  const { evidence: asked = null } = useSearch({ strict: false }) as SearchTexts; // parseSearch yields texts only
  const navigate = useNavigate();
  const statement = useMemo(() => (asked === null ? undefined : find(specification, asked)), [specification, asked]);
  const looking = useMemo<Looking>(
    () => ({
      at: statement?.key ?? null,
      statement,
      look: (key) =>
        void navigate({
          to: '.',
          search: (now: SearchTexts) => ({ ...now, evidence: key ?? undefined }),
          hash: true,
          replace: true,
          resetScroll: false,
        }),
    }),
    [statement, navigate],
  );
  return <LookingContext value={looking}>{children}</LookingContext>;
}

function find({ points }: Specification, key: string): Statement | undefined {
  for (const { statements } of points) {
    const found = statements.find((one) => one.key === key);
    if (found) return found;
  }
  return undefined;
}
