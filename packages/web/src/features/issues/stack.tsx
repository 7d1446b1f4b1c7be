import type { PrettyFrame } from '@sightglass/wire';
import { useState } from 'react';
import { CopyButton } from '../../ui/index.ts';
import { foldFrames, placeOf } from './model.ts';
import { SourceLines } from './source-lines.tsx';
import styles from './stack.module.css';

/** The calls that led there, innermost first, in the words of the sources: the product's own open, others' folded and named. */
export function PrettyStack({ frames }: { frames: readonly PrettyFrame[] }) {
  const groups = foldFrames(frames);
  if (groups.length === 0) return <NoStack />;
  const firstOwn = frames.findIndex(({ owner, original }) => owner === 'product' && original?.lines !== undefined);
  return (
    <ol className={styles.frames}>
      {groups.map((group) =>
        group.folded ? (
          <Folded key={group.at} frames={group.frames} says={group.says} />
        ) : (
          group.frames.map((frame, offset) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the frames of one stack never change places, and recursion repeats them
            <Frame key={group.at + offset} frame={frame} open={group.at + offset === firstOwn} />
          ))
        ),
      )}
    </ol>
  );
}

/** As the browser told it. */
export function RawStack({ frames }: { frames: readonly PrettyFrame[] }) {
  if (frames.length === 0) return <NoStack />;
  const text = frames.map(({ raw }) => `at ${raw.function ?? '(anonymous)'} (${placeOf(raw)})`).join('\n');
  return (
    <div className={styles.raw}>
      <ol className={styles.frames}>
        {frames.map(({ raw }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the frames of one stack never change places, and recursion repeats them
          <li key={index} className={styles.line}>
            <code className={styles.function}>{raw.function ?? '(anonymous)'}</code>
            <code className={styles.place}>{placeOf(raw)}</code>
          </li>
        ))}
      </ol>
      <CopyButton text={text} label="Copy the stack" />
    </div>
  );
}

function NoStack() {
  return <p className={styles.none}>The browser gave no stack for this kind of error.</p>;
}

/** Beside a source, a name of one or two letters is the minifier's and says nothing. */
const minified = (name: string | undefined, mapped: boolean) => (mapped && (name ?? '').length < 3 ? '' : name);

function Frame({ frame, open: initially }: { frame: PrettyFrame; open: boolean }) {
  const { raw, original, owner, package: library, why } = frame;
  const [open, setOpen] = useState(initially);
  const name = original?.function || minified(raw.function, original !== null) || '(anonymous)';
  const place = original === null ? placeOf(raw) : `${original.file}:${original.line}`;
  const words = (
    <>
      <code className={styles.function}>{name}</code>
      <code className={styles.place} title={original === null ? why : placeOf(raw)}>
        {place}
      </code>
      {owner === 'third-party' && <span className={styles.owner}>{library || 'library'}</span>}
    </>
  );
  if (original?.lines === undefined)
    return (
      <li className={styles.line} data-owner={owner}>
        {words}
      </li>
    );
  return (
    <li data-owner={owner}>
      <button type="button" className={styles.line} aria-expanded={open} onClick={() => setOpen(!open)}>
        {words}
      </button>
      {open && <SourceLines first={original.lines.first} text={original.lines.text} here={original.line} />}
    </li>
  );
}

/** Frames side by side that are not the product's, or that repeat the one above. */
function Folded({ frames, says }: { frames: readonly PrettyFrame[]; says: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <li data-owner="third-party">
        <button type="button" className={styles.folded} aria-expanded={open} onClick={() => setOpen(!open)}>
          {says}
        </button>
      </li>
      {open &&
        frames.map((frame, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the frames of one stack never change places, and recursion repeats them
          <Frame key={index} frame={frame} open={false} />
        ))}
    </>
  );
}
