import type { Statement } from '@sightglass/wire';
import { Badge } from '../../ui/index.ts';
import { ReviewMenu } from './review-menu.tsx';
import styles from './support.module.css';
import { AnchorLink } from './support.tsx';

const words = { confirmed: 'confirmed', corrected: 'corrected', renamed: 'renamed', hidden: 'hidden' };

/** What one can do with a statement: link to it, and say what one thinks of it; and what a person has said already. */
export function Handle({ statement }: { statement: Statement }) {
  const { review } = statement;
  return (
    <span className={styles.handle}>
      {review && (
        <span
          title={`${words[review.state]} by ${review.by}${review.inferred === undefined ? '' : `; inferred: ${review.inferred}`}`}
        >
          <Badge tone="good">{words[review.state]}</Badge>
        </span>
      )}
      <AnchorLink statement={statement} />
      <ReviewMenu statement={statement} />
    </span>
  );
}
