import { readShape, type ShapeLine, shapeLine } from './shape.ts';
import styles from './shape-tree.module.css';

/**
 * What a body looks like: names, types and formats, never values. Nested objects open and close.
 *
 * @param leftOut - Why bodies were left out before anybody could look at them.
 */
export function ShapeTree({ title, shape, leftOut }: { title: string; shape: unknown; leftOut?: string | undefined }) {
  const read = readShape(shape);
  if (read === null && leftOut === undefined) return null;
  const line = read === null ? { says: '', lines: [] } : shapeLine('', read);
  return (
    <figure className={styles.figure}>
      <figcaption>
        {title} <span className={styles.says}>{line.says}</span>
      </figcaption>
      {leftOut !== undefined && <p className={styles.leftOut}>{leftOut}</p>}
      {line.lines.length > 0 && <Lines lines={line.lines} depth={0} />}
    </figure>
  );
}

/** Deeper than this starts folded: the outline of a body fits the eye, its depths are there on demand. */
const openDepth = 1;

function Lines({ lines, depth }: { lines: readonly ShapeLine[]; depth: number }) {
  return (
    <ul className={styles.lines}>
      {lines.map((line) => (
        <li key={line.name}>
          {line.lines.length === 0 ? (
            <Line line={line} />
          ) : (
            <details open={depth < openDepth}>
              <summary>
                <Line line={line} />
              </summary>
              <Lines lines={line.lines} depth={depth + 1} />
            </details>
          )}
        </li>
      ))}
    </ul>
  );
}

function Line({ line }: { line: ShapeLine }) {
  return (
    <span className={styles.line}>
      <code className={styles.name}>
        {line.name}
        {line.optional && (
          <abbr className={styles.optional} title="not always there">
            ?
          </abbr>
        )}
      </code>
      <span className={styles.says}>{line.says}</span>
      {line.size !== null && <span className={styles.size}>{line.size}</span>}
    </span>
  );
}
