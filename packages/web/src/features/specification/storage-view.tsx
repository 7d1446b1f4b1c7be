import type { Statement, StatementOf } from '@sightglass/wire';
import { useCut } from './cut.tsx';
import { anchorOf } from './model.ts';
import { Row, Rows } from './row.tsx';
import styles from './views.module.css';

const mostAtFirst = 40;
const kinds: Record<NonNullable<StatementOf<'storage'>['holds']>, string> = {
  text: 'a text',
  number: 'a number',
  boolean: 'yes or no',
  object: 'an object',
  list: 'a list',
};

/** Names under which the application keeps things in the browser, and of what kind they are; never what is kept. */
export function StorageView({ statements }: { statements: readonly Statement[] }) {
  const keys = statements.filter((one): one is StatementOf<'storage'> => one.kind === 'storage');
  const { shown, more } = useCut(keys, mostAtFirst, ({ key }, anchor) => anchorOf(key) === anchor, 'storage keys');
  if (shown.length === 0) return null;
  return (
    <section className={styles.part}>
      <h3>Kept in the browser</h3>
      <Rows title="Kept in the browser" heads={['Name', 'Where', 'What is kept']}>
        {shown.map((one) => (
          <Row
            key={one.key}
            statement={one}
            cells={[
              { key: 'name', say: <code>{one.name}</code> },
              { key: 'area', say: `${one.area ?? 'not shown'}${one.by === null ? '' : `, by ${one.by}`}` },
              { key: 'holds', say: one.holds === null ? 'not shown' : kinds[one.holds] },
            ]}
          />
        ))}
      </Rows>
      {more}
    </section>
  );
}
