import type { Statement, StatementOf } from '@sightglass/wire';
import { Entry, PathText } from './entry.tsx';
import { callText, typeText } from './group.ts';
import { anchorOf } from './model.ts';
import { Row, Rows } from './row.tsx';
import styles from './views.module.css';

/** Each thing that the application deals in, with its fields. */
export function EntitiesView({ statements }: { statements: readonly Statement[] }) {
  const entities = statements.filter((one): one is StatementOf<'entity'> => one.kind === 'entity');
  const fields = statements.filter((one): one is StatementOf<'field'> => one.kind === 'field');
  const named = new Map(entities.map(({ name, key }) => [name, key]));
  const alone = fields.filter(({ entity }) => !named.has(entity));
  return (
    <>
      {entities.map((entity) => (
        <Entry
          key={entity.key}
          statement={entity}
          head={
            <>
              <code>{entity.name}</code>
              {entity.aliases.length > 0 && <span className={styles.quiet}>also {entity.aliases.join(', ')}</span>}
              {entity.identifiedBy !== null && (
                <span className={styles.quiet}>
                  known by <code>{entity.identifiedBy}</code>
                </span>
              )}
            </>
          }
        >
          {entity.calls.length > 0 && (
            <p className={styles.small}>
              <span className={styles.quiet}>In </span>
              {entity.calls.slice(0, 6).map((call, at) => (
                <span key={callText(call)}>
                  {at > 0 && ', '}
                  <PathText path={callText(call)} />
                </span>
              ))}
            </p>
          )}
          <FieldRows fields={fields.filter((field) => field.entity === entity.name)} named={named} />
        </Entry>
      ))}
      {alone.length > 0 && <FieldRows fields={alone} named={named} />}
    </>
  );
}

function FieldRows({ fields, named }: { fields: readonly StatementOf<'field'>[]; named: ReadonlyMap<string, string> }) {
  if (fields.length === 0) return null;
  return (
    <Rows title="Fields" heads={['Field', 'Type', 'Given', 'Values']}>
      {fields.map((field) => (
        <Row
          key={field.key}
          statement={field}
          cells={[
            { key: 'name', say: <code>{field.name}</code> },
            { key: 'type', say: typeText(field) },
            { key: 'given', say: field.required ? 'always' : 'sometimes' },
            { key: 'values', say: <Values field={field} named={named} /> },
          ]}
        />
      ))}
    </Rows>
  );
}

function Values({ field, named }: { field: StatementOf<'field'>; named: ReadonlyMap<string, string> }) {
  const target = field.ref === null ? undefined : named.get(field.ref);
  return (
    <>
      {field.ref !== null && (
        <>
          names a{' '}
          {target === undefined ? field.ref : <a href={`#${encodeURIComponent(anchorOf(target))}`}>{field.ref}</a>}{' '}
        </>
      )}
      {field.values?.join(' · ')}
    </>
  );
}
