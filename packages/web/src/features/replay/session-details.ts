import type { SessionRecord, SessionSummary, StoredRecord } from '@sightglass/wire';
import { nameCountry, writeClockIn, writeMoment } from '../../ui/index.ts';

/** By their names. What nobody told is left out. */
export type Details = [name: string, said: string][];

/** What the browser said of itself as the session began; undefined where a foreign SDK tells nothing of it. */
export function beginningOf(records: readonly StoredRecord[]): SessionRecord | undefined {
  for (const { record } of records) if (record.kind === 'session') return record;
  return undefined;
}

/** Of a session, all that is known of who came, with what, and from where. */
export function detailsOf(session: SessionSummary, said: SessionRecord | undefined): Details {
  const { browser, os, device, country, release, environment, start } = session;
  const { screen, timeZone = '', viewport = nothing } = said ?? {};
  const theirs = timeZone && writeClockIn(start, timeZone);
  const all: Details = [
    ['Session', session.session],
    ['Began', writeMoment(start)],
    ['Time there', theirs ? `${theirs}, ${timeZone}` : timeZone],
    ['Language', said?.language ?? ''],
    ['Country', nameCountry(country)],
    ['Came from', said?.referrerHost ?? ''],
    ['Began at', said?.entryPath ?? session.entryRoute],
    ['Browser', [browser, os].filter(Boolean).join(' on ')],
    ['Device', device === 'other' ? '' : device],
    ['Window', viewport.width ? writeSize(viewport) : ''],
    ['Screen', screen ? [writeSize(screen), ...timesOf(screen.pixelRatio)].join(' at ') : ''],
    ['Release', release],
    ['Environment', environment],
    ['Sent by', session.intake],
    ['User agent', said?.userAgent ?? ''],
  ];
  return all.filter(([, one]) => one !== '');
}

const nothing = { width: 0, height: 0 };
const writeSize = ({ width, height }: { width: number; height: number }): string => `${width} × ${height}`;
/** Of a screen that draws a pixel as one there is nothing to say. */
const timesOf = (pixelRatio: number): string[] => (pixelRatio === 1 ? [] : [`${Number(pixelRatio.toFixed(2))}×`]);
