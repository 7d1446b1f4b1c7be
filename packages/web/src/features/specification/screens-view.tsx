import type { Statement, StatementOf } from '@sightglass/wire';
import { writeCount } from '../../ui/index.ts';
import { useCut } from './cut.tsx';
import { Drawing } from './drawing.tsx';
import { PathText } from './entry.tsx';
import { anchorOf } from './model.ts';
import { Row, Rows } from './row.tsx';
import { ScreenEntry } from './screen-entry.tsx';
import { mapOf } from './screen-map.ts';
import styles from './views.module.css';

const mostAtFirst = 16;
const mostWaysAtFirst = 24;

/** The screens as a map, then each by itself, then the ways between them. */
export function ScreensView({ statements }: { statements: readonly Statement[] }) {
  const screens = statements.filter((one): one is StatementOf<'screen'> => one.kind === 'screen');
  const links = statements.filter((one): one is StatementOf<'link'> => one.kind === 'link');
  const { nodes, edges, leftOut } = mapOf(screens, links);
  const { shown, more } = useCut(screens, mostAtFirst, ({ key }, anchor) => anchorOf(key) === anchor, 'screens');
  return (
    <>
      {edges.length > 0 && (
        <div className={styles.drawing}>
          <Drawing name="How screens lead to each other" nodes={nodes} edges={edges} />
          <p className={styles.note}>
            A thicker line was taken more often; a dashed one was seen without the control that led there.
            {leftOut > 0 &&
              ` The ${writeCount(nodes.length)} screens that are visited most; ${writeCount(leftOut)} more stand below.`}
          </p>
        </div>
      )}
      {shown.map((screen) => (
        <ScreenEntry key={screen.key} statement={screen} />
      ))}
      {more}
      <Ways links={links} />
    </>
  );
}

function Ways({ links }: { links: readonly StatementOf<'link'>[] }) {
  const { shown, more } = useCut(links, mostWaysAtFirst, ({ key }, anchor) => anchorOf(key) === anchor, 'ways');
  if (links.length === 0) return null;
  return (
    <section className={styles.part}>
      <h3>Ways between screens</h3>
      <Rows title="Ways between screens" heads={['From', 'To', 'By', 'Times']}>
        {shown.map((link) => (
          <Row
            key={link.key}
            statement={link}
            cells={[
              { key: 'from', say: <PathText path={link.from} /> },
              { key: 'to', say: <PathText path={link.to} /> },
              {
                key: 'by',
                say: link.controls
                  .filter(({ name }) => name !== '')
                  .slice(0, 3)
                  .map(({ role, name }) => `${role} “${name}”`)
                  .join(', '),
              },
              { key: 'times', say: writeCount(link.times), figure: true },
            ]}
          />
        ))}
      </Rows>
      {more}
    </section>
  );
}
