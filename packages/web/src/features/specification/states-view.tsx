import type { Statement, StatementOf } from '@sightglass/wire';
import { writeCount } from '../../ui/index.ts';
import { useCut } from './cut.tsx';
import { Drawing } from './drawing.tsx';
import { PathText } from './entry.tsx';
import { callText, type Machine, machinesOf } from './group.ts';
import { anchorOf } from './model.ts';
import { Row, Rows } from './row.tsx';
import styles from './views.module.css';

/** What states things go through, and what takes them from one to the next. */
export function StatesView({ statements }: { statements: readonly Statement[] }) {
  const machines = machinesOf(
    statements.filter((one): one is StatementOf<'state'> => one.kind === 'state'),
    statements.filter((one): one is StatementOf<'transition'> => one.kind === 'transition'),
  );
  const { shown, more } = useCut(
    machines,
    mostAtFirst,
    ({ states, transitions }, anchor) => [...states, ...transitions].some(({ key }) => anchorOf(key) === anchor),
    'entities with states',
  );
  return (
    <>
      {shown.map((machine) => (
        <MachineView key={`${machine.entity} ${machine.field}`} machine={machine} />
      ))}
      {more}
    </>
  );
}

const mostAtFirst = 6;

function MachineView({ machine: { entity, field, states, transitions } }: { machine: Machine }) {
  const most = Math.max(1, ...transitions.map(({ times }) => times));
  return (
    <section className={styles.part}>
      <h3>
        <code>
          {entity}.{field}
        </code>
      </h3>
      <Drawing
        name={`States of ${entity}`}
        nodes={states.map(({ key, name, initial, final }) => ({
          id: name,
          label: name,
          note: initial ? 'first' : final ? 'last' : '',
          ...(initial ? { tone: 'first' as const } : final ? { tone: 'last' as const } : {}),
          href: `#${encodeURIComponent(anchorOf(key))}`,
        }))}
        edges={transitions.map(({ key, from, to, by, times }) => ({
          id: key,
          from,
          to,
          label: by === null ? 'no call seen' : lastWords(by.path, by.method),
          weight: times / most,
          dashed: by === null,
        }))}
      />
      {states.length > 0 && (
        <Rows title={`States of ${entity}`} heads={['State', 'Place']}>
          {states.map((state) => (
            <Row
              key={state.key}
              statement={state}
              cells={[
                { key: 'name', say: <code>{state.name}</code> },
                {
                  key: 'place',
                  say: [state.initial && 'things begin here', state.final && 'things end here']
                    .filter(Boolean)
                    .join(', '),
                },
              ]}
            />
          ))}
        </Rows>
      )}
      {transitions.length > 0 && (
        <Rows title={`Transitions of ${entity}`} heads={['From', 'To', 'By', 'Who', 'Times']}>
          {transitions.map((one) => (
            <Row
              key={one.key}
              statement={one}
              cells={[
                { key: 'from', say: <code>{one.from}</code> },
                { key: 'to', say: <code>{one.to}</code> },
                {
                  key: 'by',
                  say: one.by === null ? <em>no call seen</em> : <PathText path={callText(one.by)} />,
                },
                { key: 'who', say: one.roles.join(', ') },
                { key: 'times', say: writeCount(one.times) },
              ]}
            />
          ))}
        </Rows>
      )}
    </section>
  );
}

/** `POST /orders/{orderId}/submit` → `submit`; where a path ends in a variable, its method says more. */
function lastWords(path: string, method: string): string {
  const last = path.split('/').at(-1) ?? '';
  return last.startsWith('{') ? method : last;
}
