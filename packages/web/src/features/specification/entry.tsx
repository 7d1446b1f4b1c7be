import type { Statement } from '@sightglass/wire';
import type { ReactNode } from 'react';
import styles from './entry.module.css';
import { Handle } from './handle.tsx';
import { anchorOf, pathPieces } from './model.ts';
import { Support } from './support.tsx';

/** One statement as a reference book sets it: the head, what is known, and its support in the margin. */
export function Entry({ statement, head, children }: { statement: Statement; head: ReactNode; children?: ReactNode }) {
  const id = anchorOf(statement.key);
  return (
    <article className={styles.entry} id={id} aria-labelledby={`${id}-head`}>
      <header className={styles.head}>
        <h3 id={`${id}-head`}>{head}</h3>
        <Handle statement={statement} />
      </header>
      <div className={styles.body}>
        <p className={styles.text}>{statement.text}</p>
        {children}
      </div>
      <Support statement={statement} />
    </article>
  );
}

/** A route or a path; what stands for a value is set apart from what is written as it is. */
export function PathText({ path }: { path: string }) {
  return (
    <code className={styles.path}>
      {pathPieces(path).map(({ text, variable }, index) =>
        variable ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one path never change places
          <var key={index}>{text}</var>
        ) : (
          text
        ),
      )}
    </code>
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
