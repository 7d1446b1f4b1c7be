import type { ReactNode } from 'react';
import { useLooking } from './evidences.tsx';
import styles from './row.module.css';

/** Puts the evidence of something beside the document, and away again. */
export function LookButton({ id, children }: { id: string; children: ReactNode }) {
  const { at, look } = useLooking();
  const open = at === id;
  return (
    <button
      type="button"
      className={styles.sessions}
      aria-expanded={open}
      title="See the evidence"
      onClick={() => look(open ? null : id)}
    >
      {children}
    </button>
  );
}
