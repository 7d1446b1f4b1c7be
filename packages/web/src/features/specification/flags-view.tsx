import type { FlagGate, Statement, StatementOf } from '@sightglass/wire';
import { CutRows } from './cut-rows.tsx';
import { flagDefault, flagSeen } from './switches.ts';
import styles from './views.module.css';

/** Switches that turn parts of the application on and off, and what each was seen to be. */
export function FlagsView({ statements }: { statements: readonly Statement[] }) {
  return (
    <CutRows
      headed
      statements={statements.filter((one): one is StatementOf<'flag'> => one.kind === 'flag')}
      most={40}
      things="flags"
      title="Feature flags"
      heads={['Name', 'Default', 'What it turns on', 'In sessions']}
      cells={(one) => [
        { key: 'name', say: <Flag name={one.name} provider={one.provider} /> },
        { key: 'default', say: flagDefault(one) },
        { key: 'gates', say: <Gates gates={one.gates} /> },
        { key: 'seen', say: flagSeen(one) },
      ]}
    />
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
