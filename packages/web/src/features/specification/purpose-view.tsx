import type { Statement, StatementOf } from '@sightglass/wire';
import { writeCount } from '../../ui/index.ts';
import { PathText } from './entry.tsx';
import { callText } from './group.ts';
import { anchorOf } from './model.ts';
import styles from './purpose-view.module.css';
import { Proof, Row, Rows } from './row.tsx';
import { AnchorLink } from './support.tsx';

/** What the application is for and for whom, in the words that its own screens and controls use. */
export function PurposeView({ statements }: { statements: readonly Statement[] }) {
  const of = <Kind extends Statement['kind']>(kind: Kind): StatementOf<Kind>[] =>
    statements.filter((one): one is StatementOf<Kind> => one.kind === kind);
  const capabilities = of('capability');
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
          <Proof statement={purpose} />
        </section>
      ))}
      {of('audience').map((audience) => (
        <section key={audience.key} id={anchorOf(audience.key)}>
          <h3>
            Who uses it <AnchorLink statement={audience} />
          </h3>
          <p className={styles.quiet}>{audience.text}</p>
          <div className={styles.bars}>
            <Shares title="By role" parts={audience.roles} />
            <Shares title="By device" parts={audience.devices} />
          </div>
          <Proof statement={audience} />
        </section>
      ))}
      {capabilities.length > 0 && (
        <section>
          <h3>What they come to do</h3>
          <Rows title="What people do" heads={['They', 'By', 'Call']}>
            {capabilities.map((one) => (
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
      <caption>{title}</caption>
      <tbody>
        {parts.map(({ name, visitors }) => (
          <tr key={name}>
            <th scope="row">{name === '' ? 'not told' : name}</th>
            <td>
              <meter min={0} max={most} value={visitors} aria-hidden />
            </td>
            <td>{writeCount(visitors)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Journeys({ journeys }: { journeys: readonly StatementOf<'journey'>[] }) {
  if (journeys.length === 0) return null;
  return (
    <section>
      <h3>Journeys</h3>
      <ul className={styles.journeys}>
        {journeys.map((journey) => (
          <li key={journey.key} id={anchorOf(journey.key)}>
            <h4>
              {journey.name} <AnchorLink statement={journey} />
            </h4>
            <ol>
              {journey.steps.map((step, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the steps of one journey never change places
                <li key={at}>
                  <span className={styles.quiet}>{step.role}</span> {step.name === '' ? step.type : step.name}
                  <span className={styles.where}>
                    <PathText path={step.route} />
                  </span>
                </li>
              ))}
            </ol>
            <Proof statement={journey} />
          </li>
        ))}
      </ul>
    </section>
  );
}
