import type { ErrorRecord, ResourceRecord } from '@sightglass/wire';
import { hash64 } from '../hash.ts';
import { isSdk, issueOf, sourceClass } from './raw-key.ts';
import { messageTemplate } from './template.ts';

/** Deeper frames differ by how one came there; a cause of the same place lies higher. */
const frames = 12;

/**
 * The raw fingerprint of an error: 16 hexadecimal digits. Errors that agree in it are one whatever maps will tell, so that the engine can
 * count them before anybody looked at their sources: release, type, message template and the places of the upper frames.
 */
export function fingerprintOf(record: ErrorRecord, release: string): string {
  const places = record.stack
    .filter((frame) => !isSdk(frame))
    .slice(0, frames)
    .map(
      // A debug id tells builds apart that have one name, or none.
      ({ function: name = '', host, file, line = 0, column = 0, debugId = '' }) =>
        `${name}@${host}${file}:${line}:${column}${debugId && ` ${debugId}`}`,
    );
  // Without a stack there is nothing that a map could add.
  if (places.length === 0) return issueOf(record);
  return hash64(
    [sourceClass(record.source), record.type, messageTemplate(record.message), release, ...places].join('\n'),
  );
}

/**
 * The same of a call that failed: method, host, path template and status. It is also the id of its issue. Empty for what is no failed call,
 * and for one that the page itself gave up.
 */
export function callFingerprint({ type, method, host, path, status, failure }: ResourceRecord): string {
  const isCall = type === 'fetch' || type === 'xhr' || type === 'beacon';
  if (!isCall || (status > 0 && status < 400) || (status === 0 && failure === 'abort')) return '';
  return hash64(['call', method, host, path, status === 0 ? (failure ?? '') : status].join('\n'));
}
