import type { Statement } from '@sightglass/wire';
import { Fragment, type ReactNode } from 'react';
import styles from './entry.module.css';
import { useLooking } from './evidences.tsx';
import { Handle } from './handle.tsx';
import { anchorOf, pathPieces } from './model.ts';
import { Support } from './support.tsx';

/** One statement as a reference book sets it: the head, what is known, and its support in the margin. */
export function Entry({
  statement,
  head,
  picture,
  children,
}: {
  statement: Statement;
  head: ReactNode;
  /** What it looks like, above its support. */
  picture?: ReactNode;
  children?: ReactNode;
}) {
  const id = anchorOf(statement.key);
  const { at } = useLooking();
  return (
    <article
      className={styles.entry}
      id={id}
      aria-labelledby={`${id}-head`}
      data-looked={at === statement.key || undefined}
    >
      <header className={styles.head}>
        <h3 id={`${id}-head`}>{head}</h3>
        <Handle statement={statement} />
      </header>
      <div className={styles.body}>
        <Said statement={statement} />
        {children}
      </div>
      <div className={styles.margin}>
        {picture}
        <Support statement={statement} />
      </div>
    </article>
  );
}

/** The sentence of a statement, where it says more than what stands beside it: a member's words. */
export function Said({ statement: { review, text } }: { statement: Statement }) {
  return review?.state === 'corrected' ? <p className={styles.said}>{text}</p> : null;
}

/** A route or a path; what stands for a value is set apart from what is written as it is. It breaks between its segments. */
export function PathText({ path }: { path: string }) {
  return (
    <code className={styles.path}>
      {pathPieces(path).map(({ text, variable }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one path never change places
        <Fragment key={index}>{variable ? <var>{text}</var> : breakable(text)}</Fragment>
      ))}
    </code>
  );
}

function breakable(text: string): ReactNode {
  const [first, ...rest] = text.split('/');
  return rest.reduce<ReactNode>(
    (before, segment) => (
      <>
        {before}/<wbr />
        {segment}
      </>
    ),
    first,
  );
}

/** Things with how often, most often first: a small table in words. `name` says what they are. */
export function Tally({
  title,
  rows,
  unit,
}: {
  title: string;
  rows: { name: ReactNode; key: string; count: ReactNode }[];
  unit: string;
}) {
  if (rows.length === 0) return null;
  return (
    <table className={styles.tally}>
      <caption>{title}</caption>
      <thead>
        <tr>
          <th scope="col">{title}</th>
          <th scope="col">{unit}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, count }) => (
          <tr key={key}>
            <th scope="row">{name}</th>
            <td>{count}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Parts of an entry side by side where there is room. */
export function Columns({ children }: { children: ReactNode }) {
  return <div className={styles.columns}>{children}</div>;
}
