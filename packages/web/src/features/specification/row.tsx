import type { CodePlace, ReplayMoment, Statement } from '@sightglass/wire';
import { IconCode, IconPlayerPlayFilled } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Badge, writeCount, writeDated, writeMoment } from '../../ui/index.ts';
import { Disagreement } from './disagreement.tsx';
import { Said } from './entry.tsx';
import { useLooking } from './evidences.tsx';
import { Handle } from './handle.tsx';
import { LookButton } from './look-button.tsx';
import { anchorOf } from './model.ts';
import { MomentLink } from './moment-link.tsx';
import { useReading } from './reading.tsx';
import styles from './row.module.css';

/** Heads of columns that hold how often something was: their digits stand below each other. */
const figures: ReadonlySet<string> = new Set(['Times', 'Calls', 'Visitors']);

/** A table of statements that are read together, one a row; what bears each out stands at its end. */
export function Rows({ title, heads, children }: { title: string; heads: readonly string[]; children: ReactNode }) {
  return (
    <div className={styles.scroll}>
      <table className={styles.rows}>
        <caption className={styles.unseen}>{title}</caption>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col" className={figures.has(head) ? styles.figure : undefined}>
                {head}
              </th>
            ))}
            <th scope="col" className={styles.proof}>
              Seen in
            </th>
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

interface RowCell {
  key: string;
  say: ReactNode;
  /** It stands below one of {@link figures}. */
  figure?: boolean;
}

/** @param cells - The first names what the row is about. */
export function Row({ statement, cells }: { statement: Statement; cells: readonly RowCell[] }) {
  const { at } = useLooking();
  return (
    <tr
      id={anchorOf(statement.key)}
      title={statement.text}
      data-tier={statement.tier}
      data-looked={at === statement.key || undefined}
    >
      {cells.map(({ key, say, figure }, index) =>
        index === 0 ? (
          <th key={key} scope="row">
            {say}
            <Handle statement={statement} />
            <Said statement={statement} />
          </th>
        ) : (
          <td key={key} className={figure ? styles.figure : undefined}>
            {say}
          </td>
        ),
      )}
      <td className={styles.proof}>
        <Proof statement={statement} />
      </td>
    </tr>
  );
}

/** In one line: how many sessions bear it out, what speaks against it, and the best moment to watch it. */
export function Proof({
  statement,
  at = statement.key,
}: {
  statement: Statement;
  /** What is looked at with it, where that is more than the statement. */
  at?: string;
}) {
  const { look, disagreements } = useLooking();
  const { printing } = useReading();
  const disagreement = disagreements.get(statement.key);
  const { support, tier, evidence } = statement;
  const moment = evidence.find((piece) => piece.type === 'moment');
  const place = evidence.find((piece) => piece.type === 'code');
  return (
    <span className={styles.proofLine}>
      {support.against > 0 && <Badge tone="danger">{writeCount(support.against)} against</Badge>}
      {disagreement && <Disagreement finding={disagreement} />}
      {tier === 'likely' && <Badge tone="accent">likely</Badge>}
      <LookButton id={at}>
        {support.sessions > 0
          ? `${writeCount(support.sessions)} ${support.sessions === 1 ? 'session' : 'sessions'}`
          : 'code only'}
      </LookButton>
      {printing && <OnPaper moment={moment} place={place} />}
      {place && (
        <button
          type="button"
          className={styles.moment}
          title={`${place.file}:${place.line}, release ${place.release}`}
          aria-label={`See the code of ${statement.text}`}
          onClick={() => look(at)}
        >
          <IconCode size="0.75rem" aria-hidden />
        </button>
      )}
      {moment && (
        <MomentLink
          moment={moment}
          className={styles.moment}
          aria-label={`Watch moment 1: ${statement.text}`}
          title={`Watch: ${moment.note} · ${writeMoment(moment.at)}${moment.release === '' ? '' : `, release ${moment.release}`}`}
        >
          <IconPlayerPlayFilled size="0.6rem" aria-hidden />
        </MomentLink>
      )}
    </span>
  );
}

/** A link that can be read: when it was, and where in the code. */
function OnPaper({ moment, place }: { moment: ReplayMoment | undefined; place: CodePlace | undefined }) {
  return (
    <>
      {moment && (
        <MomentLink moment={moment} className={styles.onPaper}>
          {writeDated(moment.at)}
        </MomentLink>
      )}
      {place && (
        <span className={styles.onPaper}>
          {place.file.split('/').at(-1)}:{place.line}
        </span>
      )}
    </>
  );
}
