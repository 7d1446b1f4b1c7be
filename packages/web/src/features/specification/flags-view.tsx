import type { FlagGate, Statement, StatementOf } from '@sightglass/wire';
import { useCut } from './cut.tsx';
import { anchorOf } from './model.ts';
import { Row, Rows } from './row.tsx';
import { flagDefault, flagSeen } from './switches.ts';
import styles from './views.module.css';

const mostAtFirst = 40;

/** Switches that turn parts of the application on and off, and what each was seen to be. */
export function FlagsView({ statements }: { statements: readonly Statement[] }) {
  const flags = statements.filter((one): one is StatementOf<'flag'> => one.kind === 'flag');
  const { shown, more } = useCut(flags, mostAtFirst, ({ key }, anchor) => anchorOf(key) === anchor, 'flags');
  if (shown.length === 0) return null;
  return (
    <section className={styles.part}>
      <h3>Feature flags</h3>
      <Rows title="Feature flags" heads={['Name', 'Default', 'What it turns on', 'In sessions']}>
        {shown.map((one) => (
          <Row
            key={one.key}
            statement={one}
            cells={[
              { key: 'name', say: <Flag name={one.name} provider={one.provider} /> },
              { key: 'default', say: flagDefault(one) },
              { key: 'gates', say: <Gates gates={one.gates} /> },
              { key: 'seen', say: flagSeen(one) },
            ]}
          />
        ))}
      </Rows>
      {more}
    </section>
  );
}

function Flag({ name, provider }: { name: string; provider: string | null }) {
  return (
    <>
      <code>{name}</code>
      {provider !== null && <span className={styles.quiet}> of {provider}</span>}
    </>
  );
}

function Gates({ gates }: { gates: readonly FlagGate[] }) {
  if (gates.length === 0) return 'not shown';
  return gates.map(({ what, name }, index) => (
    <span key={`${what} ${name}`}>
      {index > 0 && ', '}
      {what === 'action' ? (
        `“${name}”`
      ) : (
        <>
          {what} <code>{name}</code>
        </>
      )}
    </span>
  ));
}
