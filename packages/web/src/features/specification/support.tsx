import type { Evidence, Statement } from '@sightglass/wire';
import { IconCode, IconLink, IconPlayerPlayFilled } from '@tabler/icons-react';
import { Badge, TimeAgo, Unseen, useNow, writeAgo, writeCount, writeDated, writeMoment } from '../../ui/index.ts';
import { Disagreement } from './disagreement.tsx';
import { useLooking } from './evidences.tsx';
import { LookButton } from './look-button.tsx';
import { anchorOf } from './model.ts';
import { MomentLink } from './moment-link.tsx';
import { useReading } from './reading.tsx';
import styles from './support.module.css';

/** In the margin of a statement: who bears it out, since when, how firmly, and where one can see it happen. */
export function Support({ statement }: { statement: Statement }) {
  const { support, tier } = statement;
  const { look, disagreements } = useLooking();
  const disagreement = disagreements.get(statement.key);
  return (
    // No landmark: of these a page has a few, and of statements it has hundreds.
    <div className={styles.support}>
      <p className={styles.figures}>
        <LookButton id={statement.key}>
          {support.sessions === 0 ? (
            'in code only'
          ) : (
            <>
              <strong>{writeCount(support.sessions)}</strong> {support.sessions === 1 ? 'session' : 'sessions'}
              <span aria-hidden> · </span>
              <strong>{writeCount(support.visitors)}</strong> {support.visitors === 1 ? 'visitor' : 'visitors'}
            </>
          )}
        </LookButton>
      </p>
      {support.sessions > 0 && (
        <p className={styles.seen}>
          seen <TimeAgo at={support.last} />, first <TimeAgo at={support.first} />
        </p>
      )}
      {(tier !== 'firm' || support.against > 0 || disagreement) && (
        <p className={styles.marks}>
          {tier !== 'firm' && <Badge tone={tier === 'likely' ? 'accent' : 'warning'}>{tier}</Badge>}
          {support.against > 0 && <Badge tone="danger">{writeCount(support.against)} against</Badge>}
          {disagreement && <Disagreement finding={disagreement} />}
        </p>
      )}
      <ul className={styles.evidence} aria-label="Evidence">
        {statement.evidence.map((piece, index) => (
          <li key={evidenceKey(piece)}>
            <EvidenceChip
              piece={piece}
              number={index + 1}
              tells={noteTells(statement.evidence)}
              onLook={() => look(statement.key)}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Whether the notes tell the moments apart; where they all say the same, the times do. */
function noteTells(evidence: readonly Evidence[]): boolean {
  const notes = evidence.map((piece) => (piece.type === 'moment' ? piece.note : ''));
  return new Set(notes).size === notes.length && !notes.includes('');
}

/** Opens the replay where the thing is seen, or names the place in code. */
function EvidenceChip({
  piece,
  number,
  tells,
  onLook,
}: {
  piece: Evidence;
  number: number;
  tells: boolean;
  /** Puts the lines of code beside the document. */
  onLook: () => void;
}) {
  const now = useNow();
  const { printing } = useReading();
  if (piece.type === 'code')
    return (
      <button
        type="button"
        className={styles.chip}
        title={`${piece.file}:${piece.line}:${piece.column}, release ${piece.release}`}
        onClick={onLook}
      >
        <IconCode size="0.85rem" aria-hidden />
        {piece.file.split('/').at(-1)}:{piece.line}
      </button>
    );
  const where = `${writeMoment(piece.at)}${piece.release === '' ? '' : `, release ${piece.release}`}`;
  return (
    <MomentLink className={styles.chip} moment={piece} title={`${piece.note} · ${where}`}>
      <IconPlayerPlayFilled size="0.65rem" aria-hidden />
      {/* What is seen is a part of what is heard, so that one may say it to have it opened. */}
      <span>
        <Unseen>
          Watch moment {number}: {!tells && `${piece.note}, `}
        </Unseen>
        {printing ? writeDated(piece.at) : tells ? piece.note : writeAgo(piece.at, now)}
        <Unseen>, {where}</Unseen>
      </span>
    </MomentLink>
  );
}

/** The address of one statement, for sending it to a colleague. Seen when its entry is pointed at or has the focus. */
export function AnchorLink({ statement }: { statement: Statement }) {
  return (
    <a
      className={styles.anchor}
      href={`#${encodeURIComponent(anchorOf(statement.key))}`}
      aria-label="Link to this statement"
    >
      <IconLink size="0.9rem" aria-hidden />
    </a>
  );
}

function evidenceKey(piece: Evidence): string {
  return piece.type === 'moment' ? `${piece.session}@${piece.at}` : `${piece.file}:${piece.line}:${piece.column}`;
}
