import type { Statement, StatementOf } from '@sightglass/wire';
import { writeCount } from '../../ui/index.ts';
import { useCut } from './cut.tsx';
import { Drawing } from './drawing.tsx';
import styles from './entities-view.module.css';
import { PathText, Said } from './entry.tsx';
import { useLooking } from './evidences.tsx';
import { callText, givenText, typeText } from './group.ts';
import { Handle } from './handle.tsx';
import { anchorOf } from './model.ts';
import { type Relation, relationsOf } from './relations.ts';
import { Proof, Row, Rows } from './row.tsx';
import views from './views.module.css';

type Entity = StatementOf<'entity'>;
type Field = StatementOf<'field'>;

const mostAtFirst = 12;
const mostFieldsAtFirst = 24;
const mostCalls = 6;

/** Each thing that the application deals in as a card: its fields with their types, and what it has to do with the others. */
export function EntitiesView({ statements }: { statements: readonly Statement[] }) {
  const entities = statements.filter((one): one is Entity => one.kind === 'entity');
  const fields = statements.filter((one): one is Field => one.kind === 'field');
  const byEntity = Map.groupBy(fields, ({ entity }) => entity);
  const named = new Map(entities.map(({ name, key }) => [name, key]));
  const relations = relationsOf(fields, named);
  const alone = fields.filter(({ entity }) => !named.has(entity));
  const { shown, more } = useCut(
    entities,
    mostAtFirst,
    ({ key, name }, anchor) =>
      anchorOf(key) === anchor || (byEntity.get(name) ?? []).some((field) => anchorOf(field.key) === anchor),
    'entities',
  );
  return (
    <>
      {relations.length > 0 && (
        <div className={views.drawing}>
          <Drawing
            name="How entities name each other"
            nodes={entities
              .filter(({ name }) => relations.some(({ from, to }) => from === name || to === name))
              .slice(0, mostDrawn)
              .map(({ name, key }) => ({
                id: name,
                label: name,
                note: `${writeCount(byEntity.get(name)?.length ?? 0)} fields`,
                href: `#${encodeURIComponent(anchorOf(key))}`,
              }))}
            edges={relations.map(({ from, to, by }) => ({
              id: `${from} ${to}`,
              from,
              to,
              label: by.join(', '),
              weight: 0,
            }))}
          />
        </div>
      )}
      <div className={styles.cards}>
        {shown.map((entity) => (
          <Card
            key={entity.key}
            entity={entity}
            fields={byEntity.get(entity.name) ?? []}
            named={named}
            relations={relations}
          />
        ))}
      </div>
      {more}
      {alone.length > 0 && <Fields title="Fields of things without a name" fields={alone} named={named} />}
    </>
  );
}

const mostDrawn = 40;

function Card({
  entity,
  fields,
  named,
  relations,
}: {
  entity: Entity;
  fields: readonly Field[];
  named: ReadonlyMap<string, string>;
  relations: readonly Relation[];
}) {
  const { at } = useLooking();
  const id = anchorOf(entity.key);
  const { name, aliases, identifiedBy, calls, key } = entity;
  return (
    <article className={styles.card} id={id} aria-labelledby={`${id}-head`} data-looked={at === key || undefined}>
      <header className={styles.head}>
        <h3 id={`${id}-head`}>
          <code>{name}</code>
        </h3>
        <span className={styles.about}>
          {aliases.length > 0 && <>also {aliases.join(', ')} </>}
          {identifiedBy !== null && (
            <>
              known by <code>{identifiedBy}</code>
            </>
          )}
        </span>
        <Handle statement={entity} />
        <span className={styles.proof}>
          <Proof statement={entity} />
        </span>
      </header>
      <Said statement={entity} />
      <Relations name={name} named={named} relations={relations} />
      <Fields title={`Fields of ${name}`} fields={fields} named={named} />
      {calls.length > 0 && (
        <p className={styles.calls}>
          In{' '}
          {calls.slice(0, mostCalls).map((call, index) => (
            <span key={callText(call)}>
              {index > 0 && ', '}
              <PathText path={callText(call)} />
            </span>
          ))}
          {calls.length > mostCalls && ` and ${writeCount(calls.length - mostCalls)} more calls`}
        </p>
      )}
    </article>
  );
}

function Relations({
  name,
  named,
  relations,
}: {
  name: string;
  named: ReadonlyMap<string, string>;
  relations: readonly Relation[];
}) {
  const names = relations.filter(({ from, to }) => from === name && to !== name);
  const namedBy = relations.filter(({ from, to }) => to === name && from !== name);
  if (names.length + namedBy.length === 0) return null;
  return (
    <p className={styles.relations}>
      {names.length > 0 && (
        <span>
          names{' '}
          {between(
            names.map(({ to }) => to),
            named,
          )}
        </span>
      )}
      {namedBy.length > 0 && (
        <span>
          named by{' '}
          {between(
            namedBy.map(({ from }) => from),
            named,
          )}
        </span>
      )}
    </p>
  );
}

function between(names: readonly string[], named: ReadonlyMap<string, string>) {
  return names.map((name, index) => (
    <span key={name}>
      {index > 0 && ', '}
      <EntityName name={name} named={named} />
    </span>
  ));
}

function EntityName({ name, named }: { name: string; named: ReadonlyMap<string, string> }) {
  const key = named.get(name);
  return key === undefined ? <code>{name}</code> : <a href={`#${encodeURIComponent(anchorOf(key))}`}>{name}</a>;
}

function Fields({
  title,
  fields,
  named,
}: {
  title: string;
  fields: readonly Field[];
  named: ReadonlyMap<string, string>;
}) {
  const { shown, more } = useCut(fields, mostFieldsAtFirst, ({ key }, anchor) => anchorOf(key) === anchor, 'fields');
  if (fields.length === 0) return null;
  return (
    <>
      <Rows title={title} heads={['Field', 'Type', 'Given', 'Values']}>
        {shown.map((field) => (
          <Row
            key={field.key}
            statement={field}
            cells={[
              { key: 'name', say: <code>{field.name}</code> },
              { key: 'type', say: typeText(field) },
              { key: 'given', say: givenText(field) },
              {
                key: 'values',
                say: (
                  <>
                    {field.ref !== null && (
                      <>
                        → <EntityName name={field.ref} named={named} />{' '}
                      </>
                    )}
                    {field.values?.join(' · ')}
                  </>
                ),
              },
            ]}
          />
        ))}
      </Rows>
      {more}
    </>
  );
}
