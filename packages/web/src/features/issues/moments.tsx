import { type IssueSummary, nameVariables } from '@sightglass/wire';
import { IconPlayerPlayFilled } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { toSession, useWhere } from '../../client/index.ts';
import { Panel, TimeAgo } from '../../ui/index.ts';
import { leadMs, playing, watchedMoments } from './model.ts';
import styles from './moments.module.css';

/** Sessions that met it, newest first. Those with a replay run from a little before; without one there is only what was recorded. */
export function Moments({ moments }: { moments: IssueSummary['moments'] }) {
  const { project } = useWhere();
  const watched = watchedMoments(moments);
  const shown = watched.length > 0 ? watched : moments.toSorted((one, other) => other.at - one.at);
  return (
    <Panel
      title={watched.length > 0 ? 'Watch it happen' : 'Sessions that met it'}
      note={watched.length > 0 ? 'Each opens the replay ten seconds before.' : 'None of them has a replay.'}
    >
      <ul className={styles.moments}>
        {shown.map(({ session, at, replay, note, release }) => (
          <li key={`${session} ${at}`}>
            <Link
              className={styles.moment}
              title={[nameVariables(note), release].filter(Boolean).join(', ') || undefined}
              {...(replay ? playing(toSession(project, session, at - leadMs)) : toSession(project, session, at))}
            >
              {replay && <IconPlayerPlayFilled size="0.85rem" aria-hidden />}
              <span className={styles.note}>{note === '' ? 'Open' : nameVariables(note)}</span>
              <span className={styles.when}>
                <TimeAgo at={at} />
                {release !== '' && `, ${release}`}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
