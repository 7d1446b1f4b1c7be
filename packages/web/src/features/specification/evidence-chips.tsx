import type { Evidence } from '@sightglass/wire';
import { IconCode, IconPlayerPlayFilled } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { toMoment, useWhere } from '../../client/index.ts';
import { writeMoment } from '../../ui/index.ts';
import styles from './row.module.css';

/** The pieces of evidence in one line: a moment plays, a place in code says where it is. */
export function EvidenceChips({ evidence, about }: { evidence: readonly Evidence[]; about: string }) {
  const { project } = useWhere();
  return evidence.map((piece, index) =>
    piece.type === 'moment' ? (
      <Link
        key={`${piece.session}@${piece.at}`}
        {...toMoment(project, piece)}
        className={styles.moment}
        aria-label={`Watch moment ${index + 1} of ${about}`}
        title={`${piece.note} · ${writeMoment(piece.at)}${piece.release === '' ? '' : `, release ${piece.release}`}`}
      >
        <IconPlayerPlayFilled size="0.6rem" aria-hidden />
      </Link>
    ) : (
      <span
        key={`${piece.file}:${piece.line}:${piece.column}`}
        className={styles.moment}
        title={`${piece.file}:${piece.line}:${piece.column}, release ${piece.release}`}
      >
        <IconCode size="0.75rem" aria-hidden />
        <span className={styles.unseen}>{`${piece.file}:${piece.line}`}</span>
      </span>
    ),
  );
}
