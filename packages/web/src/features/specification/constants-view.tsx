import type { Statement, StatementOf } from '@sightglass/wire';
import { useCut } from './cut.tsx';
import { FlagsView } from './flags-view.tsx';
import { anchorOf } from './model.ts';
import { Row, Rows } from './row.tsx';
import { StorageView } from './storage-view.tsx';

const mostAtFirst = 60;

/** What the application goes by: numbers, switches, and names under which it keeps things in the browser. */
export function ConstantsView({ statements }: { statements: readonly Statement[] }) {
  const constants = statements.filter((one): one is StatementOf<'constant'> => one.kind === 'constant');
  const { shown, more } = useCut(constants, mostAtFirst, ({ key }, anchor) => anchorOf(key) === anchor, 'numbers');
  return (
    <>
      {shown.length > 0 && (
        <Rows title="Constants and limits" heads={['Name', 'Value', 'What it means']}>
          {shown.map((one) => (
            <Row
              key={one.key}
              statement={one}
              cells={[
                { key: 'name', say: <code>{one.name}</code> },
                { key: 'value', say: `${one.value}${one.unit === null ? '' : ` ${one.unit}`}` },
                { key: 'meaning', say: one.meaning },
              ]}
            />
          ))}
        </Rows>
      )}
      {more}
      <FlagsView statements={statements} />
      <StorageView statements={statements} />
    </>
  );
}
