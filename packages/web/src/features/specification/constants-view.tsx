import type { Statement, StatementOf } from '@sightglass/wire';
import { useCut } from './cut.tsx';
import { anchorOf } from './model.ts';
import { Row, Rows } from './row.tsx';

const mostAtFirst = 60;

/** Numbers that the application goes by. */
export function ConstantsView({ statements }: { statements: readonly Statement[] }) {
  const constants = statements.filter((one): one is StatementOf<'constant'> => one.kind === 'constant');
  const { shown, more } = useCut(constants, mostAtFirst, ({ key }, anchor) => anchorOf(key) === anchor, 'numbers');
  return (
    <>
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
      {more}
    </>
  );
}
