import type { Statement, StatementOf } from '@sightglass/wire';
import { writeCount } from '../../ui/index.ts';
import { useCut } from './cut.tsx';
import { PathText } from './entry.tsx';
import { callText } from './group.ts';
import { Handle } from './handle.tsx';
import { anchorOf } from './model.ts';
import styles from './purpose-view.module.css';
import { useReading } from './reading.tsx';
import { Proof, Row, Rows } from './row.tsx';

/** What the application is for and for whom, in the words that its own screens and controls use. */
export function PurposeView({ statements }: { statements: readonly Statement[] }) {
  const of = <Kind extends Statement['kind']>(kind: Kind): StatementOf<Kind>[] =>
    statements.filter((one): one is StatementOf<Kind> => one.kind === kind);
  const capabilities = useCut(
    of('capability'),
    mostCapabilities,
    ({ key }, anchor) => anchorOf(key) === anchor,
    'things people do',
  );
  return (
    <div className={styles.purpose}>
      {of('purpose').map((purpose) => (
        <section key={purpose.key} id={anchorOf(purpose.key)} className={styles.lead}>
          <p>{purpose.text}</p>
          {purpose.vocabulary.length > 0 && (
            <p className={styles.words}>
              <span className={styles.quiet}>Its own words: </span>
              {purpose.vocabulary.join(' · ')}
            </p>
          )}
          <p className={styles.proof}>
            <Proof statement={purpose} />
            <Handle statement={purpose} />
          </p>
        </section>
      ))}
      {of('audience').map((audience) => (
        <section key={audience.key} id={anchorOf(audience.key)}>
          <h3>
            Who uses it <Handle statement={audience} />
          </h3>
          <p className={styles.quiet}>{audience.text}</p>
          <div className={styles.bars}>
            <Shares title="By role" parts={audience.roles.filter(({ visitors }) => visitors > 0)} />
            <Shares title="By device" parts={audience.devices.filter(({ visitors }) => visitors > 0)} />
          </div>
          <Proof statement={audience} />
        </section>
      ))}
      {capabilities.shown.length > 0 && (
        <section>
          <h3>What they come to do</h3>
          <Rows title="What people do" heads={['They', 'By', 'Call']}>
            {capabilities.shown.map((one) => (
              <Row
                key={one.key}
                statement={one}
                cells={[
                  { key: 'what', say: `${one.verb} ${one.entity}` },
                  { key: 'by', say: one.control === null ? '' : `${one.control.role} “${one.control.name}”` },
                  { key: 'call', say: one.call === null ? '' : <PathText path={callText(one.call)} /> },
                ]}
              />
            ))}
          </Rows>
          {capabilities.more}
        </section>
      )}
      <Journeys journeys={of('journey')} />
    </div>
  );
}

function Shares({ title, parts }: { title: string; parts: readonly { name: string; visitors: number }[] }) {
  if (parts.length === 0) return null;
  const most = Math.max(...parts.map(({ visitors }) => visitors), 1);
  return (
    <table className={styles.shares}>
      <caption>{title}, in visitors</caption>
      <tbody>
        {parts.map(({ name, visitors }) => (
          <tr key={name}>
            <th scope="row">{name === '' ? 'not told' : name}</th>
            <td>
              <span className={styles.bar} style={{ inlineSize: `${(100 * visitors) / most}%` }} aria-hidden />
            </td>
            <td>{writeCount(visitors)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const mostCapabilities = 24;
const mostJourneys = 12;
const mostSteps = 9;

function Journeys({ journeys }: { journeys: readonly StatementOf<'journey'>[] }) {
  const { printing } = useReading();
  const { shown, more } = useCut(journeys, mostJourneys, ({ key }, anchor) => anchorOf(key) === anchor, 'journeys');
  if (journeys.length === 0) return null;
  return (
    <section>
      <h3>Journeys</h3>
      <ul className={styles.journeys}>
        {shown.map((journey) => (
          <li key={journey.key} id={anchorOf(journey.key)}>
            <h4>
              {journey.name} <Handle statement={journey} />
            </h4>
            <ol>
              {journey.steps.slice(0, printing ? undefined : mostSteps).map((step, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the steps of one journey never change places
                <li key={at}>
                  <span className={styles.quiet}>{step.role}</span> {step.name === '' ? step.type : step.name}
                  {step.route !== journey.steps[at - 1]?.route && (
                    <span className={styles.where}>
                      on <PathText path={step.route} />
                    </span>
                  )}
                </li>
              ))}
            </ol>
            {!printing && journey.steps.length > mostSteps && (
              <p className={styles.quiet}>and {writeCount(journey.steps.length - mostSteps)} more steps</p>
            )}
            <Proof statement={journey} />
          </li>
        ))}
      </ul>
      {more}
    </section>
  );
}
