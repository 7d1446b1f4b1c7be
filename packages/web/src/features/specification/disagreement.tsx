import type { Finding } from '@sightglass/wire';
import { Badge } from '../../ui/index.ts';
import { useLooking } from './evidences.tsx';
import { findingId } from './looked.ts';
import styles from './row.module.css';

/** That the code says otherwise, and the way to both sides of it. */
export function Disagreement({ finding }: { finding: Finding }) {
  const { at, look } = useLooking();
  const id = findingId(finding);
  return (
    <button
      type="button"
      className={styles.disagreement}
      aria-expanded={at === id}
      title={finding.text}
      onClick={() => look(at === id ? null : id)}
    >
      <Badge tone="danger">code disagrees</Badge>
    </button>
  );
}
