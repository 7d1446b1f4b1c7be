import { type CallName, placeOf, type Statement, type StatementOf } from '@sightglass/wire';
import { Badge, writeCount } from '../../ui/index.ts';
import { CallEntry } from './call-entry.tsx';
import { useCut } from './cut.tsx';
import { givenText, typeText } from './group.ts';
import { anchorOf, statusTone } from './model.ts';
import { useReading } from './reading.tsx';
import { Row, Rows } from './row.tsx';
import styles from './views.module.css';

type Detail = StatementOf<'query' | 'requestField' | 'responseField' | 'status'>;
const isDetail = (one: Statement): one is Detail =>
  one.kind === 'query' || one.kind === 'requestField' || one.kind === 'responseField' || one.kind === 'status';
const placeOfCall = ({ method, path }: CallName): string => `${method} ${placeOf(path)}`;

/** The calls, each with what is sent, what comes back and how it can end, statement by statement. */
export function CallsView({ statements }: { statements: readonly Statement[] }) {
  const calls = statements.filter((one): one is StatementOf<'call'> => one.kind === 'call');
  const details = Map.groupBy(statements.filter(isDetail), ({ call }) => placeOfCall(call));
  const told = new Set(calls.map(placeOfCall));
  const alone = [...details].filter(([call]) => !told.has(call));
  const anchorsIn = (call: StatementOf<'call'>): string[] =>
    (details.get(placeOfCall(call)) ?? []).map(({ key }) => anchorOf(key));
  const { shown, more } = useCut(
    calls,
    mostAtFirst,
    (call, anchor) => anchorOf(call.key) === anchor || anchorsIn(call).includes(anchor),
    'calls',
  );
  const alonePart = useCut(
    alone,
    mostAloneAtFirst,
    ([, some], anchor) => some.some(({ key }) => anchorOf(key) === anchor),
    'calls',
  );
  return (
    <>
      {shown.map((call) => (
        <CallEntry key={call.key} statement={call} holds={anchorsIn(call)}>
          {() => <Details details={details.get(placeOfCall(call)) ?? []} />}
        </CallEntry>
      ))}
      {more}
      {alonePart.shown.map(([call, some]) => (
        <section key={call} className={styles.part}>
          <h3>
            <code>{call}</code>
          </h3>
          <Details details={some} />
        </section>
      ))}
      {alonePart.more}
    </>
  );
}

const mostAtFirst = 40;
const mostAloneAtFirst = 12;
const mostFieldsAtFirst = 40;

function Details({ details }: { details: readonly Detail[] }) {
  const of = <Kind extends Detail['kind']>(kind: Kind): StatementOf<Kind>[] =>
    details.filter((one): one is StatementOf<Kind> & Detail => one.kind === kind);
  const answered = Map.groupBy(of('responseField'), ({ status }) => status);
  return (
    <>
      <Fields title="Query" fields={of('query')} />
      <Fields title="Sent" fields={of('requestField')} />
      {[...answered].map(([status, fields]) => (
        <Fields key={status} title={`Answered with ${status}`} fields={fields} />
      ))}
      <Statuses statuses={of('status')} />
    </>
  );
}

function Fields({
  title,
  fields,
}: {
  title: string;
  fields: readonly StatementOf<'query' | 'requestField' | 'responseField'>[];
}) {
  const { target } = useReading();
  const { shown, more } = useCut(fields, mostFieldsAtFirst, ({ key }, anchor) => anchorOf(key) === anchor, 'fields');
  if (fields.length === 0) return null;
  return (
    <details className={styles.fold} open={fields.some(({ key }) => anchorOf(key) === target) || undefined}>
      <summary>
        {title}: {writeCount(fields.length)} {fields.length === 1 ? 'field' : 'fields'}, each with its evidence
      </summary>
      <Rows title={title} heads={['Field', 'Type', 'Given', 'Values']}>
        {shown.map((field) => (
          <Row
            key={field.key}
            statement={field}
            cells={[
              { key: 'name', say: <code>{field.name}</code> },
              { key: 'type', say: typeText(field) },
              { key: 'given', say: givenText(field) },
              { key: 'values', say: field.values?.join(' · ') ?? '' },
            ]}
          />
        ))}
      </Rows>
      {more}
    </details>
  );
}

function Statuses({ statuses }: { statuses: readonly StatementOf<'status'>[] }) {
  const { target } = useReading();
  if (statuses.length === 0) return null;
  return (
    <details className={styles.fold} open={statuses.some(({ key }) => anchorOf(key) === target) || undefined}>
      <summary>How it ends: {statuses.map(({ status }) => status).join(', ')}</summary>
      <Rows title="How it ends" heads={['Status', 'Codes', 'Calls']}>
        {statuses.map((one) => (
          <Row
            key={one.key}
            statement={one}
            cells={[
              { key: 'status', say: <Badge tone={statusTone(one.status)}>{one.status}</Badge> },
              { key: 'codes', say: one.codes.join(', ') },
              { key: 'calls', say: writeCount(one.calls), figure: true },
            ]}
          />
        ))}
      </Rows>
    </details>
  );
}
