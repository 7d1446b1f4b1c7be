import styles from './stack.module.css';

/** Lines of a source with the one that it is about. */
export function SourceLines({ first, text, here }: { first: number; text: readonly string[]; here: number }) {
  const numbered = text.map((line, index) => ({ line, number: first + index }));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <pre className={styles.source} tabIndex={0}>
      <code>
        {numbered.map(({ line, number }) => (
          <span key={number} className={styles.sourceLine} data-here={number === here || undefined}>
            <span className={styles.number} aria-hidden>
              {number}
            </span>
            {line}
            {'\n'}
          </span>
        ))}
      </code>
    </pre>
  );
}
