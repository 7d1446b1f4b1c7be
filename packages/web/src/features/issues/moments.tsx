import { nameVariables, type ReplayMoment } from '@sightglass/wire';
import { IconPlayerPlayFilled } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { toSession, useWhere } from '../../client/index.ts';
import { TimeAgo } from '../../ui/index.ts';
import { leadMs, playing } from './model.ts';
import styles from './moments.module.css';

/** Sessions in which one can see it happen; each begins a little before. */
export function Moments({ moments }: { moments: readonly ReplayMoment[] }) {
  const { project } = useWhere();
  if (moments.length === 0)
    return <p className={styles.none}>None of the sessions that met it has a replay any more.</p>;
  return (
    <ul className={styles.moments}>
      {moments
        .toSorted((one, other) => other.at - one.at)
        .map((moment) => (
          <li key={`${moment.session} ${moment.at}`}>
            <Link className={styles.moment} {...playing(toSession(project, moment.session, moment.at - leadMs))}>
              <IconPlayerPlayFilled size="0.85rem" aria-hidden />
              <span className={styles.note}>{moment.note === '' ? 'Watch' : nameVariables(moment.note)}</span>
              <span className={styles.when}>
                <TimeAgo at={moment.at} />
                {moment.release !== '' && `, ${moment.release}`}
              </span>
            </Link>
          </li>
        ))}
    </ul>
  );
}
