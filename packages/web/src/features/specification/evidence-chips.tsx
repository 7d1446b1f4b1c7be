import type { Evidence } from '@sightglass/wire';
import { IconCode, IconPlayerPlayFilled } from '@tabler/icons-react';
import { writeMoment } from '../../ui/index.ts';
import { MomentLink } from './moment-link.tsx';
import styles from './row.module.css';

/** The pieces of evidence in one line: a moment plays, a place in code says where it is. */
export function EvidenceChips({ evidence, about }: { evidence: readonly Evidence[]; about: string }) {
  return evidence.map((piece, index) =>
    piece.type === 'moment' ? (
      <MomentLink
        key={`${piece.session}@${piece.at}`}
        moment={piece}
        className={styles.moment}
        aria-label={`Watch moment ${index + 1}: ${about}`}
        title={`${piece.note} · ${writeMoment(piece.at)}${piece.release === '' ? '' : `, release ${piece.release}`}`}
      >
        <IconPlayerPlayFilled size="0.6rem" aria-hidden />
      </MomentLink>
    ) : (
      <span
        key={`${piece.file}:${piece.line}:${piece.column}`}
        className={styles.place}
        title={`${piece.file}:${piece.line}:${piece.column}, release ${piece.release}`}
      >
        <IconCode size="0.75rem" aria-hidden />
        {piece.file.split('/').at(-1)}:{piece.line}
      </span>
    ),
  );
}
