import type { StackFrame } from '@sightglass/wire';
import { CopyButton } from '../../ui/index.ts';
import { placeOf } from './model.ts';
import styles from './stack.module.css';

/** The calls that led there, innermost first. */
export function Stack({ frames }: { frames: readonly StackFrame[] }) {
  if (frames.length === 0) return <p className={styles.none}>The browser told no stack for this kind of error.</p>;
  const text = frames.map((frame) => `at ${frame.function ?? '(anonymous)'} (${placeOf(frame)})`).join('\n');
  return (
    <div className={styles.stack}>
      <ol>
        {frames.map((frame, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the frames of one stack never change places, and recursion repeats them
          <li key={index}>
            <code className={styles.function}>{frame.function ?? '(anonymous)'}</code>
            <code className={styles.place}>{placeOf(frame)}</code>
          </li>
        ))}
      </ol>
      <CopyButton text={text} label="Copy the stack" />
    </div>
  );
}
