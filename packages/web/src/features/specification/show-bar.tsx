import { writeCount } from '../../ui/index.ts';
import type { Choice, Offer } from './narrow.ts';
import styles from './show-bar.module.css';

/** What each choice is called, and what it leaves. */
const words: Record<Choice, { name: string; about: string }> = {
  shown: { name: 'Shown', about: 'What is stated' },
  suspected: { name: 'Suspected', about: 'What was seen too seldom to be stated' },
  'not-shown': { name: 'Not shown', about: 'Points that nothing shows, and what would' },
  changed: { name: 'Changed', about: 'What the newest release does otherwise than the one before' },
  contradicted: { name: 'Contradicted', about: 'What something that was seen speaks against' },
  'said-otherwise': {
    name: 'Otherwise than said',
    about: 'What a member confirmed or corrected, and is inferred otherwise since',
  },
  unreached: { name: 'In code, never reached', about: 'What the code has and no session came to' },
  unwritten: { name: 'Running, not in code', about: 'What sessions showed and the code of the release does not have' },
  disagreement: { name: 'Disagreement', about: 'What sessions show one way and the code says another' },
};

/** One choice of what stands on the page, or all of it. Each says how much it leaves; what would leave nothing is no choice. */
export function ShowBar({
  statements,
  offers,
  chosen,
  since,
  onChoose,
}: {
  /** How many there are. */
  statements: number;
  offers: readonly Offer[];
  chosen: Choice | null;
  /** The release that changes are told from. */
  since: string | null;
  onChoose: (choice: Choice | null) => void;
}) {
  const some = offers.filter(({ choice, count }) => count !== 0 || choice === chosen);
  return (
    <fieldset className={styles.bar} aria-label="What to show">
      <button type="button" className={styles.choice} aria-pressed={chosen === null} onClick={() => onChoose(null)}>
        All
        <span className={styles.count}>{writeCount(statements)}</span>
      </button>
      {some.map(({ choice, count }) => (
        <button
          key={choice}
          type="button"
          className={styles.choice}
          aria-pressed={chosen === choice}
          disabled={count === null && choice !== chosen}
          title={words[choice].about}
          onClick={() => onChoose(chosen === choice ? null : choice)}
        >
          {choice === 'changed' && since !== null ? `Changed since ${since}` : words[choice].name}
          <span className={styles.count}>{count === null ? '…' : writeCount(count)}</span>
        </button>
      ))}
    </fieldset>
  );
}
