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
  const placed = states.some(({ initial, final }) => initial || final);
  // Code tells neither how often nor, mostly, by whom: a column of nothing says nothing.
  const known = {
    by: transitions.some(({ by, times }) => by !== null || times > 0),
    who: transitions.some(({ roles }) => roles.length > 0),
    times: transitions.some(({ times }) => times > 0),
  };
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
          label: by !== null ? lastWords(by.path, by.method) : times > 0 ? 'no call seen' : '',
          weight: times / most,
          dashed: by === null && times > 0,
        }))}
      />
      {states.length > 0 && (
        <Rows title={`States of ${entity}`} heads={['State', ...(placed ? ['Place'] : [])]}>
          {states.map((state) => (
            <Row
              key={state.key}
              statement={state}
              cells={[
                { key: 'name', say: <code>{state.name}</code> },
                ...(placed ? [{ key: 'place', say: placeText(state) }] : []),
              ]}
            />
          ))}
        </Rows>
      )}
      {transitions.length > 0 && (
        <Rows
          title={`Transitions of ${entity}`}
          heads={[
            ...['From', 'To'],
            ...(known.by ? ['By'] : []),
            ...(known.who ? ['Who'] : []),
            ...(known.times ? ['Times'] : []),
          ]}
        >
          {transitions.map((one) => (
            <Row
              key={one.key}
              statement={one}
              cells={[
                { key: 'from', say: <code>{one.from}</code> },
                { key: 'to', say: <code>{one.to}</code> },
                ...(known.by ? [{ key: 'by', say: <By transition={one} /> }] : []),
                ...(known.who ? [{ key: 'who', say: one.roles.join(', ') }] : []),
                ...(known.times
                  ? [{ key: 'times', say: one.times === 0 ? '' : writeCount(one.times), figure: true }]
                  : []),
              ]}
            />
          ))}
        </Rows>
      )}
    </section>
  );
}

const placeText = ({ initial, final }: StatementOf<'state'>): string =>
  [initial && 'things begin here', final && 'things end here'].filter(Boolean).join(', ');

/** Which call did it; where it was seen, and none with it, that is told. */
function By({ transition: { by, times } }: { transition: StatementOf<'transition'> }) {
  if (by !== null) return <PathText path={callText(by)} />;
  return times > 0 ? <em>no call seen</em> : null;
}

/** `POST /orders/{orderId}/submit` → `submit`; where a path ends in a variable, its method says more. */
function lastWords(path: string, method: string): string {
  const last = path.split('/').at(-1) ?? '';
  return last.startsWith('{') ? method : last;
}
