import { nameVariables, type Visitor } from '@sightglass/wire';
import { Link } from '@tanstack/react-router';
import { toSessions } from '../../client/index.ts';
import { Code, Panel, writeCount } from '../../ui/index.ts';
import styles from './page.module.css';

const mostShown = 12;

/** The screens over all visits. */
export function Journey({ data: { visitor, screens }, project }: { data: Visitor; project: string }) {
  const most = Math.max(1, ...screens.map(({ views }) => views));
  if (screens.length === 0)
    return (
      <Panel title="Screens">
        <p className={styles.quiet}>No screen was told of.</p>
      </Panel>
    );
  return (
    <Panel title="Screens" note="Over all visits, the most seen first.">
      <ol className={styles.screens}>
        {screens.slice(0, mostShown).map(({ route, views, sessions }) => (
          <li key={route} style={{ backgroundSize: `${(100 * views) / most}% 100%` }}>
            <Link {...toSessions(project, { q: `${theirs(visitor)} route:${JSON.stringify(route)}` })}>
              <Code>{nameVariables(route)}</Code>
            </Link>
            <span className={styles.quiet}>
              {writeCount(views)} {views === 1 ? 'view' : 'views'} in {writeCount(sessions)}{' '}
              {sessions === 1 ? 'session' : 'sessions'}
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}

/** The ways from one screen to the next that were taken most. */
export function Ways({ data: { visitor, ways }, project }: { data: Visitor; project: string }) {
  if (ways.length === 0) return null;
  return (
    <Panel title="Ways" note="From one screen to the next, the most taken first.">
      <ol className={styles.ways}>
        {ways.slice(0, mostShown).map(({ from, to, times }) => (
          <li key={`${from} ${to}`}>
            <Link
              {...toSessions(project, {
                q: `${theirs(visitor)} (route:${JSON.stringify(from)} then route:${JSON.stringify(to)})`,
              })}
            >
              <Code>{nameVariables(from)}</Code> → <Code>{nameVariables(to)}</Code>
            </Link>
            <span className={styles.quiet}>{writeCount(times)}×</span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}

const theirs = (visitor: string): string => `visitor:${JSON.stringify(visitor)}`;
