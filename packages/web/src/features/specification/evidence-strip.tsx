import type { ReplayMoment, Statement } from '@sightglass/wire';
import { IconPlayerPlayFilled, IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { toMoment, useWhere } from '../../client/index.ts';
import { Badge, writeCount, writeMoment } from '../../ui/index.ts';
import styles from './evidence-strip.module.css';
import { MomentPicture } from './moment-picture.tsx';
import { SourceLines } from './source-lines.tsx';

/** What bears one statement out, to be seen at once: the page as it was at each moment, and the lines of code. */
export function EvidenceStrip({ statement, onClose }: { statement: Statement; onClose: () => void }) {
  const head = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    head.current?.focus({ preventScroll: true });
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, []);
  const { support, tier, evidence, text } = statement;
  return (
    <aside
      className={styles.strip}
      aria-label="Evidence of one statement"
      onKeyDown={({ key }) => {
        if (key === 'Escape') onClose();
      }}
    >
      <header className={styles.head}>
        <h2 ref={head} tabIndex={-1}>
          Evidence
        </h2>
        <button type="button" className={styles.close} aria-label="Close the evidence" onClick={onClose}>
          <IconX size="1rem" aria-hidden />
        </button>
      </header>
      <p className={styles.text}>{text}</p>
      <p className={styles.figures}>
        {support.sessions > 0
          ? `${writeCount(support.sessions)} sessions of ${writeCount(support.visitors)} visitors`
          : 'Only the code says it'}
        {tier !== 'firm' && <Badge tone={tier === 'likely' ? 'accent' : 'warning'}>{tier}</Badge>}
        {support.against > 0 && <Badge tone="danger">{writeCount(support.against)} against</Badge>}
      </p>
      <ol className={styles.list}>
        {evidence.map((piece, index) => (
          <li
            key={
              piece.type === 'moment' ? `${piece.session}@${piece.at}` : `${piece.file}:${piece.line}:${piece.column}`
            }
          >
            {piece.type === 'moment' ? (
              <Moment moment={piece} number={index + 1} />
            ) : (
              <SourceLines place={piece} around={4} />
            )}
          </li>
        ))}
      </ol>
    </aside>
  );
}

function Moment({ moment, number }: { moment: ReplayMoment; number: number }) {
  const { project } = useWhere();
  const where = `${writeMoment(moment.at)}${moment.release === '' ? '' : `, release ${moment.release}`}`;
  return (
    <Link
      {...toMoment(project, moment)}
      className={styles.moment}
      aria-label={`Play moment ${number}: ${moment.note}, ${where}`}
    >
      <MomentPicture project={project} moment={moment} />
      <span className={styles.caption}>
        <IconPlayerPlayFilled size="0.65rem" aria-hidden />
        <span>
          {moment.note} <small>{where}</small>
        </span>
      </span>
    </Link>
  );
}
