import { IconArrowDown, IconArrowUp, IconEqual } from '@tabler/icons-react';
import { Unseen } from '../../ui/index.ts';
import type { Change } from './against.ts';
import styles from './change-mark.module.css';

const signs = { better: IconArrowDown, worse: IconArrowUp, same: IconEqual, unsure: null };
const words = { better: 'better', worse: 'worse', same: 'about the same', unsure: 'too few samples to tell' };

/** How a figure stands to what it is compared with: an arrow, by how much, and what it was. Colour and arrow say the same. */
export function ChangeMark({
  change,
  write,
  brief = false,
}: {
  /** `null`: there is nothing to compare it with. */
  change: Change | null;
  write: (value: number) => string;
  /** In a column of many: what it was is told on hover alone. */
  brief?: boolean;
}) {
  if (change === null) return brief ? null : <span className={styles.none}>not measured there</span>;
  const { was, share, verdict } = change;
  // Where all stand side by side only what changed has a sign.
  if (brief && (verdict === 'same' || verdict === 'unsure')) return <Unseen>{words[verdict]}</Unseen>;
  const isJudged = verdict === 'better' || verdict === 'worse';
  const Sign = signs[verdict];
  return (
    <span
      className={styles.change}
      data-verdict={verdict}
      data-brief={brief || undefined}
      title={`${words[verdict]}, was ${write(was)}`}
    >
      {Sign && <Sign size="0.8rem" aria-hidden />}
      <Unseen>{words[verdict]}: </Unseen>
      {isJudged && (share === null ? brief && `from ${write(was)}` : `${Math.abs(share * 100).toFixed(0)} %`)}
      {!brief && (
        <span className={styles.was}>
          was {write(was)}
          {verdict === 'unsure' && ', few samples'}
        </span>
      )}
    </span>
  );
}
