import type { Statement } from '@sightglass/wire';
import type { ReactNode } from 'react';
import { useCut } from './cut.tsx';
import { anchorOf } from './model.ts';
import { Row, Rows } from './row.tsx';
import styles from './views.module.css';

/** Statements of one kind as a table, of which a long one begins short; nothing where there are none. */
export function CutRows<Told extends Statement>({
  statements,
  most,
  things,
  title,
  heads,
  cells,
  headed = false,
}: {
  statements: readonly Told[];
  /** How many at first. */
  most: number;
  /** What they are called, more than one. */
  things: string;
  title: string;
  heads: readonly string[];
  cells: (statement: Told) => { key: string; say: ReactNode }[];
  /** A part of its own, with its title above it. */
  headed?: boolean;
}) {
  const { shown, more } = useCut(statements, most, ({ key }, anchor) => anchorOf(key) === anchor, things);
  if (shown.length === 0) return null;
  const rows = (
    <>
      <Rows title={title} heads={heads}>
        {shown.map((one) => (
          <Row key={one.key} statement={one} cells={cells(one)} />
        ))}
      </Rows>
      {more}
    </>
  );
  if (!headed) return rows;
  return (
    <section className={styles.part}>
      <h3>{title}</h3>
      {rows}
    </section>
  );
}
