import type { Statement, StatementOf } from '@sightglass/wire';
import { Badge, writeCount } from '../../ui/index.ts';
import { useCut } from './cut.tsx';
import { PathText } from './entry.tsx';
import { anchorOf, statusTone } from './model.ts';
import { Row, Rows } from './row.tsx';
import styles from './views.module.css';

const mostAtFirst = 40;
const mostRaisers = 3;

/** The catalogue: the code, what the person was told, what raises it, and how often. */
export function ErrorsView({ statements }: { statements: readonly Statement[] }) {
  const errors = statements.filter((one): one is StatementOf<'error'> => one.kind === 'error');
  const { shown, more } = useCut(errors, mostAtFirst, ({ key }, anchor) => anchorOf(key) === anchor, 'errors');
  return (
    <>
      <Rows title="Errors" heads={['Code', 'Status', 'What the person is told', 'Raised by', 'Times']}>
        {shown.map((error) => (
          <Row
            key={error.key}
            statement={error}
            cells={[
              { key: 'code', say: <code>{error.code}</code> },
              {
                key: 'status',
                say:
                  error.status === null ? (
                    <span className={styles.quiet}>{error.origin === 'thrown' ? 'thrown' : ''}</span>
                  ) : (
                    <Badge tone={statusTone(error.status)}>{error.status}</Badge>
                  ),
              },
              {
                key: 'told',
                say: error.message === '' ? <span className={styles.faint}>not seen</span> : `“${error.message}”`,
              },
              { key: 'raised', say: <Raisers raisedBy={error.raisedBy} /> },
              {
                key: 'times',
                say: error.support.observations === 0 ? '' : writeCount(error.support.observations),
                figure: true,
              },
            ]}
          />
        ))}
      </Rows>
      {more}
    </>
  );
}

function Raisers({ raisedBy }: Pick<StatementOf<'error'>, 'raisedBy'>) {
  const rest = raisedBy.length - mostRaisers;
  return (
    <ul>
      {raisedBy.slice(0, mostRaisers).map(({ subject }) => (
        <li key={subject}>
          <PathText path={subject} />
        </li>
      ))}
      {rest > 0 && (
        <li
          className={styles.faint}
          title={raisedBy
            .slice(mostRaisers)
            .map(({ subject }) => subject)
            .join('\n')}
        >
          and {writeCount(rest)} more
        </li>
      )}
    </ul>
  );
}
