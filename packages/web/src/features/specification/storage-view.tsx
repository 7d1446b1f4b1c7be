import type { Statement, StatementOf } from '@sightglass/wire';
import { CutRows } from './cut-rows.tsx';

const kinds: Record<NonNullable<StatementOf<'storage'>['holds']>, string> = {
  text: 'a text',
  number: 'a number',
  boolean: 'yes or no',
  object: 'an object',
  list: 'a list',
};

/** Names under which the application keeps things in the browser, and of what kind they are; never what is kept. */
export function StorageView({ statements }: { statements: readonly Statement[] }) {
  return (
    <CutRows
      headed
      statements={statements.filter((one): one is StatementOf<'storage'> => one.kind === 'storage')}
      most={40}
      things="storage keys"
      title="Kept in the browser"
      heads={['Name', 'Where', 'What is kept']}
      cells={({ name, area, by, holds }) => [
        { key: 'name', say: <code>{name}</code> },
        { key: 'area', say: `${area ?? 'not shown'}${by === null ? '' : `, by ${by}`}` },
        { key: 'holds', say: holds === null ? 'not shown' : kinds[holds] },
      ]}
    />
  );
}
