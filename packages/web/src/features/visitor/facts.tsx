import type { Visitor } from '@sightglass/wire';
import { nameCountry, Panel, TimeAgo, writeCount } from '../../ui/index.ts';
import styles from './page.module.css';

/** What the application told of them, and what they come with. */
export function Facts({ data }: { data: Visitor }) {
  const traits = Object.entries(data.traits);
  const told: [string, string][] = [
    ...(data.roles.length === 0 ? [] : [['Role', data.roles.join(', ')] as [string, string]]),
    ...traits,
    ...(data.countries.length === 0
      ? []
      : [['Country', data.countries.map(nameCountry).join(', ')] as [string, string]]),
    ...(data.releases.length === 0 ? [] : [['Releases', data.releases.join(', ')] as [string, string]]),
  ];
  return (
    <Panel title="Who it is">
      {told.length === 0 ? (
        <p className={styles.quiet}>The application told nothing but a name.</p>
      ) : (
        <dl className={styles.facts}>
          {told.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      <h3 className={styles.subhead}>Devices</h3>
      <ul className={styles.devices}>
        {data.devices.map(({ device, browser, os, sessions, last }) => (
          <li key={`${device} ${browser} ${os}`}>
            <span>
              {[browser, os].filter(Boolean).join(' on ') || 'Unknown'}
              {device !== '' && <span className={styles.quiet}> · {device}</span>}
            </span>
            <span className={styles.quiet}>
              {writeCount(sessions)} {sessions === 1 ? 'session' : 'sessions'}, <TimeAgo at={last} />
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
