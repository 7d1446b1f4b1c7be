import type { Statement } from '@sightglass/wire';
import type { ReactNode } from 'react';
import { Badge, writeCount } from '../../ui/index.ts';
import { EvidenceChips } from './evidence-chips.tsx';
import { Handle } from './handle.tsx';
import { LookButton } from './look-button.tsx';
import { anchorOf } from './model.ts';
import styles from './row.module.css';

/** A table of statements that are read together, one a row; what bears each out stands at its end. */
export function Rows({ title, heads, children }: { title: string; heads: readonly string[]; children: ReactNode }) {
  return (
    <div className={styles.scroll}>
      <table className={styles.rows}>
        <caption className={styles.unseen}>{title}</caption>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
            <th scope="col" className={styles.proof}>
              Seen
            </th>
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

/** @param cells - The first names what the row is about. */
export function Row({ statement, cells }: { statement: Statement; cells: readonly { key: string; say: ReactNode }[] }) {
  return (
    <tr id={anchorOf(statement.key)} title={statement.text} data-tier={statement.tier}>
      {cells.map(({ key, say }, index) =>
        index === 0 ? (
          <th key={key} scope="row">
            {say}
            <Handle statement={statement} />
          </th>
        ) : (
          <td key={key}>{say}</td>
        ),
      )}
      <td className={styles.proof}>
        <Proof statement={statement} />
      </td>
    </tr>
  );
}

/** In one line: how many sessions bear it out, what speaks against it, and the moments themselves. */
export function Proof({ statement }: { statement: Statement }) {
  const { support, tier, evidence } = statement;
  return (
    <span className={styles.proofLine}>
      {support.against > 0 && <Badge tone="danger">{writeCount(support.against)} against</Badge>}
      {tier === 'likely' && <Badge tone="accent">likely</Badge>}
      <LookButton statement={statement}>
        {support.sessions > 0
          ? `${writeCount(support.sessions)} ${support.sessions === 1 ? 'session' : 'sessions'}`
          : 'in code'}
      </LookButton>
      <EvidenceChips evidence={evidence} about={statement.text} />
    </span>
  );
}
