import { nameVariables, type Visitor } from '@sightglass/wire';
import { Link } from '@tanstack/react-router';
import { toSessions } from '../../client/index.ts';
import { Code, Panel, writeCount } from '../../ui/index.ts';
import styles from './page.module.css';

const mostShown = 12;

/** The screens over all visits, and the ways between them that were gone most. */
export function Journey({ data: { visitor, screens, ways }, project }: { data: Visitor; project: string }) {
  const most = Math.max(1, ...screens.map(({ views }) => views));
  const of = (more: string) => toSessions(project, { q: `visitor:${JSON.stringify(visitor)} ${more}` });
  if (screens.length === 0)
    return (
      <Panel title="Journey">
        <p className={styles.quiet}>No screen was told of.</p>
      </Panel>
    );
  return (
    <Panel title="Journey" note="Screens over all visits, and how they came from one to the next.">
      <ol className={styles.screens}>
        {screens.slice(0, mostShown).map(({ route, views, sessions }) => (
          <li key={route} style={{ backgroundSize: `${(100 * views) / most}% 100%` }}>
            <Link {...of(`route:${JSON.stringify(route)}`)}>
              <Code>{nameVariables(route)}</Code>
            </Link>
            <span className={styles.quiet}>
              {writeCount(views)} {views === 1 ? 'view' : 'views'} in {writeCount(sessions)}{' '}
              {sessions === 1 ? 'session' : 'sessions'}
            </span>
          </li>
        ))}
      </ol>
      {ways.length > 0 && (
        <>
          <h3 className={styles.subhead}>Ways</h3>
          <ol className={styles.ways}>
            {ways.slice(0, mostShown).map(({ from, to, times }) => (
              <li key={`${from} ${to}`}>
                <Link {...of(`(route:${JSON.stringify(from)} then route:${JSON.stringify(to)})`)}>
                  <Code>{nameVariables(from)}</Code> → <Code>{nameVariables(to)}</Code>
                </Link>
                <span className={styles.quiet}>{writeCount(times)}×</span>
              </li>
            ))}
          </ol>
        </>
      )}
    </Panel>
  );
}
