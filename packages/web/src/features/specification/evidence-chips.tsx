import type { Evidence } from '@sightglass/wire';
import { IconCode, IconPlayerPlayFilled } from '@tabler/icons-react';
import { writeDated, writeMoment } from '../../ui/index.ts';
import { useLooking } from './evidences.tsx';
import { MomentLink } from './moment-link.tsx';
import { useReading } from './reading.tsx';
import styles from './row.module.css';

/** The pieces of evidence in one line: a moment plays, a place in code shows its lines beside the document. */
export function EvidenceChips({
  evidence,
  about,
  id,
}: {
  evidence: readonly Evidence[];
  about: string;
  /** By which all of them are looked at. */
  id: string;
}) {
  const { look } = useLooking();
  const { printing } = useReading();
  return evidence.map((piece, index) =>
    piece.type === 'moment' ? (
      <MomentLink
        key={`${piece.session}@${piece.at}`}
        moment={piece}
        className={printing ? styles.onPaper : styles.moment}
        aria-label={`Watch moment ${index + 1}: ${about}`}
        title={`${piece.note} · ${writeMoment(piece.at)}${piece.release === '' ? '' : `, release ${piece.release}`}`}
      >
        {printing ? writeDated(piece.at) : <IconPlayerPlayFilled size="0.6rem" aria-hidden />}
      </MomentLink>
    ) : (
      <button
        key={`${piece.file}:${piece.line}:${piece.column}`}
        type="button"
        className={styles.place}
        title={`${piece.file}:${piece.line}:${piece.column}, release ${piece.release}`}
        onClick={() => look(id)}
      >
        <IconCode size="0.75rem" aria-hidden />
        {piece.file.split('/').at(-1)}:{piece.line}
      </button>
    ),
  );
}
