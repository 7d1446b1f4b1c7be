import type { Statement } from '@sightglass/wire';
import type { ReactNode } from 'react';
import { useLooking } from './evidences.tsx';
import styles from './row.module.css';

/** Puts the evidence of a statement beside the document, and away again. */
export function LookButton({ statement, children }: { statement: Statement; children: ReactNode }) {
  const { at, look } = useLooking();
  const open = at === statement.key;
  return (
    <button
      type="button"
      className={styles.sessions}
      aria-expanded={open}
      title="See the evidence"
      onClick={() => look(open ? null : statement.key)}
    >
      {children}
    </button>
  );
}
