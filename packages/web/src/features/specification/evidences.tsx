import type { Specification, Statement } from '@sightglass/wire';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { createContext, type ReactNode, useContext, useMemo } from 'react';
import type { SearchTexts } from '../../client/index.ts';
import { EvidenceStrip } from './evidence-strip.tsx';

/** Which statement's evidence is looked at, and the way to another. */
interface Looking {
  /** Its key. */
  at: string | null;
  look(key: string | null): void;
}

const LookingContext = createContext<Looking>({ at: null, look: () => undefined });
export const useLooking = (): Looking => useContext(LookingContext);

/** Puts the evidence of one statement beside the document. Which one stands in the URL. */
export function Evidences({ specification, children }: { specification: Specification; children: ReactNode }) {
  const { evidence: at = null } = useSearch({ strict: false }) as SearchTexts; // parseSearch yields texts only
  const navigate = useNavigate();
  const looking = useMemo<Looking>(
    () => ({
      at,
      look: (key) =>
        void navigate({
          to: '.',
          search: (now: SearchTexts) => ({ ...now, evidence: key ?? undefined }),
          hash: true,
          replace: true,
          resetScroll: false,
        }),
    }),
    [at, navigate],
  );
  const statement = useMemo(() => (at === null ? undefined : find(specification, at)), [specification, at]);
  return (
    <LookingContext value={looking}>
      {children}
      {statement && <EvidenceStrip key={statement.key} statement={statement} onClose={() => looking.look(null)} />}
    </LookingContext>
  );
}

function find({ points }: Specification, key: string): Statement | undefined {
  for (const { statements } of points) {
    const found = statements.find((one) => one.key === key);
    if (found) return found;
  }
  return undefined;
}
