import type { Finding, Specification } from '@sightglass/wire';
import { IconChevronRight } from '@tabler/icons-react';
import { Badge, type Tone, writeCount } from '../../ui/index.ts';
import { EvidenceChips } from './evidence-chips.tsx';
import styles from './findings.module.css';
import folded from './folded.module.css';
import { LookButton } from './look-button.tsx';
import { findingId } from './looked.ts';
import { anchorOf } from './model.ts';
import type { Choice } from './narrow.ts';

/** How a finding of each sort is asked for and marked. */
export const sorts: Record<Finding['sort'], { choice: Choice; tone: Tone; title: string }> = {
  disagreement: { choice: 'disagreement', tone: 'danger', title: 'disagreement' },
  'in code, never reached': { choice: 'unreached', tone: 'quiet', title: 'never reached' },
  'seen running, not in this code': { choice: 'unwritten', tone: 'warning', title: 'not in code' },
};

/** Where what sessions show and what the code of a release says do not agree, or only one of them speaks. */
export function Findings({
  code,
  show,
  find,
}: {
  code: NonNullable<Specification['code']>;
  show: Choice | null;
  /** Words that a finding has. */
  find: string;
}) {
  const words = find.toLowerCase().split(/\s+/).filter(Boolean);
  const asked = code.findings.filter(
    ({ sort, text }) =>
      (show === null || sorts[sort].choice === show) && words.every((word) => text.toLowerCase().includes(word)),
  );
  if (asked.length === 0) return null;
  const grouped = Map.groupBy(asked, ({ sort }) => sort);
  return (
    <details className={folded.folded} id="findings" open={show !== null || find !== ''}>
      <summary>
        <IconChevronRight size="0.9rem" aria-hidden />
        <h2>Sessions of {code.release} beside its code</h2>
        {[...grouped].map(([sort, some]) => (
          <Badge key={sort} tone={sorts[sort].tone}>
            {writeCount(some.length)} {sorts[sort].title}
          </Badge>
        ))}
      </summary>
      <ul>
        {asked.map((finding) => (
          <li key={`${finding.sort} ${finding.key}`} className={folded.item}>
            <p>
              <Badge tone={sorts[finding.sort].tone}>{sorts[finding.sort].title}</Badge>{' '}
              <a href={`#${encodeURIComponent(anchorOf(finding.key))}`}>{finding.text}</a>
            </p>
            <p className={folded.sides}>
              <span className={styles.look}>
                <LookButton id={findingId(finding)}>See the evidence</LookButton>
              </span>
              <span className={styles.chips}>
                <EvidenceChips evidence={finding.evidence} about={finding.text} id={findingId(finding)} />
              </span>
            </p>
          </li>
        ))}
      </ul>
    </details>
  );
}
