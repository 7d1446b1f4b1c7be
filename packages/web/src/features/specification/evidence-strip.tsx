import type { Evidence, ReplayMoment, Statement } from '@sightglass/wire';
import { IconPlayerPlayFilled, IconX } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useWhere } from '../../client/index.ts';
import { Badge, TimeAgo, type Tone, writeCount, writeMoment } from '../../ui/index.ts';
import { tones as changeTones } from './changes.tsx';
import styles from './evidence-strip.module.css';
import { useLooking } from './evidences.tsx';
import { sorts as findingSorts } from './findings.tsx';
import { againstText } from './group.ts';
import { Handle } from './handle.tsx';
import type { Looked } from './looked.ts';
import { anchorOf } from './model.ts';
import { MomentLink } from './moment-link.tsx';
import { MomentPicture } from './moment-picture.tsx';
import { SourceLines } from './source-lines.tsx';

/** Beside the document: what bears that out which is looked at. Nothing is looked at: nothing stands there. */
export function EvidencePane() {
  const { looked, look } = useLooking();
  return looked && <EvidenceStrip key={looked.id} looked={looked} onClose={() => look(null)} />;
}

/** What bears one thing out, to be seen at once: the page as it was at each moment, and the lines of code. */
function EvidenceStrip({ looked, onClose }: { looked: Looked; onClose: () => void }) {
  const head = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    head.current?.focus({ preventScroll: true });
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, []);
  return (
    <aside
      className={styles.strip}
      aria-label={looked.sort === null ? 'Evidence of one statement' : 'Evidence of both sides'}
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
      {looked.sort === null && looked.statement ? (
        <AboutStatement statement={looked.statement} />
      ) : (
        <AboutSides looked={looked} />
      )}
      {looked.sides.map(({ title, note, evidence }) => (
        <section key={title} className={styles.side}>
          {title !== null && <h3>{title}</h3>}
          {note !== null && <p className={styles.quiet}>{note}</p>}
          <Pieces evidence={evidence} />
        </section>
      ))}
    </aside>
  );
}

/** The statement, and how well it is borne out. */
function AboutStatement({ statement }: { statement: Statement }) {
  const { support, tier, text } = statement;
  return (
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
  );
}

/** A finding or a change: what it says, and the way to what it is about. */
function AboutSides({ looked: { sort, text, statement } }: { looked: Looked }) {
  return (
    <div className={styles.about}>
      {sort !== null && <Badge tone={toneOf(sort)}>{sort}</Badge>}
      <p className={styles.text}>{text}</p>
      {statement && (
        <a className={styles.to} href={`#${encodeURIComponent(anchorOf(statement.key))}`}>
          To the statement
        </a>
      )}
    </div>
  );
}

function toneOf(sort: NonNullable<Looked['sort']>): Tone {
  if (sort === 'not exercised') return 'quiet';
  return sort in findingSorts
    ? findingSorts[sort as keyof typeof findingSorts].tone // it is one of them
    : changeTones[sort as keyof typeof changeTones]; // and else one of these
}

function Pieces({ evidence }: { evidence: readonly Evidence[] }) {
  if (evidence.length === 0) return null;
  return (
    <ol className={styles.list}>
      {evidence.map((piece, index) => (
        <li
          key={piece.type === 'moment' ? `${piece.session}@${piece.at}` : `${piece.file}:${piece.line}:${piece.column}`}
        >
          {piece.type === 'moment' ? (
            <Moment moment={piece} number={index + 1} />
          ) : (
            <SourceLines place={piece} around={4} />
          )}
        </li>
      ))}
    </ol>
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
