import { nameVariables } from '@sightglass/wire';
import { Badge, CopyButton, ShapeTree, writeBytes, writeClock, writeDuration } from '../../ui/index.ts';
import { Bars } from './bars.tsx';
import { type Listed, type Resource, toCurl } from './panel.ts';
import styles from './panels.module.css';
import { usePlayer } from './player.tsx';

/** All that was told of one request; what was not is said. */
export function RequestDetails({ item: { record, at }, onClose }: { item: Listed<'resource'>; onClose: () => void }) {
  const { method, host, path, status, failure } = record;
  return (
    <section className={styles.details} aria-label="The request">
      <header>
        <h2>
          {method} {nameVariables(`${host}${path}`)}
        </h2>
        <Badge tone={status === 0 || status >= 500 ? 'danger' : status >= 400 ? 'warning' : 'good'}>
          {status > 0 ? status : (failure ?? 'no answer')}
        </Badge>
        <CopyButton text={toCurl(record, 'https://app.example')} label="Copy as cURL" />
        <button type="button" className={styles.close} onClick={onClose}>
          Close
        </button>
      </header>
      {(record.errorCode || record.errorMessage) && (
        <p className={styles.told}>
          {record.errorCode && <code>{record.errorCode}</code>} {record.errorMessage}
        </p>
      )}
      <Phases record={record} at={at} />
      {record.query && (
        <p className={styles.told}>
          Query:{' '}
          {Object.entries(record.query)
            .map(([name, format]) => `${name} (${format})`)
            .join(', ')}
        </p>
      )}
      <Headers record={record} />
      <ShapeTree
        title="Request"
        shape={record.request ?? null}
        leftOut={record.requestLeftOut && 'Left out in the browser: it carries a secret.'}
      />
      <ShapeTree title="Response" shape={record.response ?? null} />
    </section>
  );
}

/** How long it waited and how long the answer took, drawn and told, and how much went over the wire. */
function Phases({ record, at }: { record: Resource; at: number }) {
  const { span } = usePlayer();
  const { durationMs, firstByteMs, requestBytes, responseBytes, mime } = record;
  const facts: [string, string][] = [['Began', writeClock(Math.max(0, at - span.from))]];
  if (durationMs === undefined) facts.push(['In all', 'not told']);
  else if (firstByteMs == null) facts.push(['First byte', 'not told'], ['In all', writeDuration(durationMs)]);
  else
    facts.push(
      ['Waited for the answer', writeDuration(Math.min(firstByteMs, durationMs))],
      ['Received it in', writeDuration(Math.max(0, durationMs - firstByteMs))],
      ['In all', writeDuration(durationMs)],
    );
  if (requestBytes !== undefined) facts.push(['Sent', writeBytes(requestBytes)]);
  if (responseBytes != null) facts.push(['Received', writeBytes(responseBytes)]);
  if (mime) facts.push(['Type', mime]);
  const until = at + (durationMs ?? 0);
  const firstByteAt = firstByteMs == null || durationMs === undefined ? null : Math.min(at + firstByteMs, until);
  return (
    <>
      {firstByteAt !== null && (
        <Bars row={{ at, until, firstByteAt, tone: 'call', burst: { key: '', from: at, until, route: '' } }} />
      )}
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** Of the answer those that say nothing of a person; of the request none. */
function Headers({ record: { headers, headersLeftOut = 0 } }: { record: Resource }) {
  const told = Object.entries(headers ?? {});
  const others = headersLeftOut === 1 ? 'One other is' : `${headersLeftOut} others are`;
  return (
    <section className={styles.headers} aria-label="Headers of the answer">
      <h3>Headers of the answer</h3>
      {headers === undefined && <p className={styles.told}>Not recorded.</p>}
      {headers !== undefined && told.length === 0 && <p className={styles.told}>None that may be told.</p>}
      {told.length > 0 && (
        <dl className={styles.pairs}>
          {told.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value === 'present' ? <em>there; what it says is not recorded</em> : value}</dd>
            </div>
          ))}
        </dl>
      )}
      <p className={styles.told}>
        {headersLeftOut > 0 && `${others} not recorded. `}Of the request no header is ever recorded: they carry cookies
        and tokens.
      </p>
    </section>
  );
}
