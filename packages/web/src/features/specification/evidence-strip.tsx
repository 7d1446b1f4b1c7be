import type { ReplayMoment, Statement } from '@sightglass/wire';
import { IconPlayerPlayFilled, IconX } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useWhere } from '../../client/index.ts';
import { Badge, TimeAgo, writeCount, writeMoment } from '../../ui/index.ts';
import styles from './evidence-strip.module.css';
import { useLooking } from './evidences.tsx';
import { againstText } from './group.ts';
import { Handle } from './handle.tsx';
import { MomentLink } from './moment-link.tsx';
import { MomentPicture } from './moment-picture.tsx';
import { SourceLines } from './source-lines.tsx';

/** Beside the document: what bears the statement out that is looked at. Nothing is looked at: nothing stands there. */
export function EvidencePane() {
  const { statement, look } = useLooking();
  return statement && <EvidenceStrip key={statement.key} statement={statement} onClose={() => look(null)} />;
}

/** What bears one statement out, to be seen at once: the page as it was at each moment, and the lines of code. */
function EvidenceStrip({ statement, onClose }: { statement: Statement; onClose: () => void }) {
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
      <div className={styles.about}>
        <p className={styles.text}>{text}</p>
        {statement.review?.inferred !== undefined && (
          <p className={styles.quiet}>Inferred from sessions: {statement.review.inferred}</p>
        )}
        <p className={styles.figures}>
          {support.sessions > 0
            ? `${writeCount(support.sessions)} ${support.sessions === 1 ? 'session' : 'sessions'} of ${writeCount(support.visitors)} ${support.visitors === 1 ? 'visitor' : 'visitors'}`
            : 'Only the code says it; no session showed it'}
          {support.sessions > 0 && (
            <span>
              last <TimeAgo at={support.last} />
            </span>
          )}
          {tier !== 'firm' && <Badge tone={tier === 'likely' ? 'accent' : 'warning'}>{tier}</Badge>}
        </p>
        {support.against > 0 && <p className={styles.against}>{againstText(statement)}</p>}
        {support.releases.filter(Boolean).length > 0 && (
          <p className={styles.quiet}>
            {support.releases.length === 1 ? 'Release' : 'Releases'} {support.releases.filter(Boolean).join(', ')}
          </p>
        )}
        <Handle statement={statement} />
      </div>
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
    <MomentLink
      moment={moment}
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
    </MomentLink>
  );
}
