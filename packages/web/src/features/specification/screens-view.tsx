import type { Statement, StatementOf } from '@sightglass/wire';
import { writeCount } from '../../ui/index.ts';
import { Drawing } from './drawing.tsx';
import { PathText } from './entry.tsx';
import { anchorOf } from './model.ts';
import { Row, Rows } from './row.tsx';
import { ScreenEntry } from './screen-entry.tsx';
import styles from './views.module.css';

/** The screens as a map, then each by itself, then the ways between them. */
export function ScreensView({ statements }: { statements: readonly Statement[] }) {
  const screens = statements.filter((one): one is StatementOf<'screen'> => one.kind === 'screen');
  const links = statements.filter((one): one is StatementOf<'link'> => one.kind === 'link');
  const most = Math.max(1, ...links.map(({ times }) => times));
  return (
    <>
      {links.length > 0 && (
        <div className={styles.drawing}>
          <Drawing
            name="How screens lead to each other"
            nodes={screens.map(({ key, route, title, views }) => ({
              id: route,
              label: route,
              note: title === '' ? `${writeCount(views)} views` : title,
              href: `#${encodeURIComponent(anchorOf(key))}`,
            }))}
            edges={links.map(({ key, from, to, times, controls }) => ({
              id: key,
              from,
              to,
              label: controls[0]?.name ?? '',
              weight: times / most,
            }))}
          />
        </div>
      )}
      {screens.map((screen) => (
        <ScreenEntry key={screen.key} statement={screen} />
      ))}
      {links.length > 0 && (
        <details className={styles.more} open={links.length <= 12}>
          <summary>Ways between screens: {writeCount(links.length)}</summary>
          <Rows title="Ways between screens" heads={['From', 'To', 'By', 'Times']}>
            {links.map((link) => (
              <Row
                key={link.key}
                statement={link}
                cells={[
                  { key: 'from', say: <PathText path={link.from} /> },
                  { key: 'to', say: <PathText path={link.to} /> },
                  {
                    key: 'by',
                    say: link.controls
                      .slice(0, 3)
                      .map(({ role, name }) => `${role} “${name}”`)
                      .join(', '),
                  },
                  { key: 'times', say: writeCount(link.times) },
                ]}
              />
            ))}
          </Rows>
        </details>
      )}
    </>
  );
}
