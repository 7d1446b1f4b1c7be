import type { Statement, StatementOf } from '@sightglass/wire';
import { CutRows } from './cut-rows.tsx';
import { FlagsView } from './flags-view.tsx';
import { StorageView } from './storage-view.tsx';

/** What the application goes by: numbers, switches, and names under which it keeps things in the browser. */
export function ConstantsView({ statements }: { statements: readonly Statement[] }) {
  return (
    <>
      <CutRows
        statements={statements.filter((one): one is StatementOf<'constant'> => one.kind === 'constant')}
        most={60}
        things="numbers"
        title="Constants and limits"
        heads={['Name', 'Value', 'What it means']}
        cells={({ name, value, unit, meaning }) => [
          { key: 'name', say: <code>{name}</code> },
          { key: 'value', say: `${value}${unit === null ? '' : ` ${unit}`}` },
          { key: 'meaning', say: meaning },
        ]}
      />
      <FlagsView statements={statements} />
      <StorageView statements={statements} />
    </>
  );
}
