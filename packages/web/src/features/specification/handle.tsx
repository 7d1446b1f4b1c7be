import type { Statement } from '@sightglass/wire';
import { Badge, writeDay } from '../../ui/index.ts';
import { ReviewMenu } from './review-menu.tsx';
import styles from './support.module.css';
import { AnchorLink } from './support.tsx';

/** What one can do with a statement: link to it, and say what one thinks of it; and what a person has said already. */
export function Handle({ statement }: { statement: Statement }) {
  const { review } = statement;
  return (
    <span className={styles.handle}>
      {review && (
        <span
          title={`On ${writeDay(review.at)}.${review.inferred === undefined ? '' : ` Inferred: ${review.inferred}`}`}
        >
          <Badge tone="good">
            {review.state} by {review.by === '' ? 'a member' : review.by}
          </Badge>
          {review.changed && <Badge tone="warning">{review.changed.join(', ')} inferred otherwise since</Badge>}
        </span>
      )}
      <AnchorLink statement={statement} />
      <ReviewMenu statement={statement} />
    </span>
  );
}
