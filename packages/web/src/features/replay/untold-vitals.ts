import { type StoredRecord, type VitalName, vitalName } from '@sightglass/wire';

type Engine = 'gecko' | 'webkit' | 'other';

/** All browsers of an iPhone or iPad are made of Safari's engine, whatever they are called. */
function engineOf({ browser, os }: { browser: string; os: string }): Engine {
  if (os === 'iOS' || /safari/i.test(browser)) return 'webkit';
  return /firefox/i.test(browser) ? 'gecko' : 'other';
}

/** As `PerformanceObserver.supportedEntryTypes` of Firefox 153 and Safari 26.2 has it; of other browsers nothing is lacking. */
const lacks: Record<Engine, string> = {
  gecko:
    'Firefox measures no shifts of the layout, so there is no CLS, and no long tasks. Before version 122 it told no LCP, before 144 no INP.',
  webkit:
    'Safari’s engine measures no shifts of the layout, so there is no CLS, and no long tasks. Before version 26.2 it told no LCP and no INP either.',
  other: '',
};

/** What is told as the page is used or left, where it could be. */
const late: Partial<Record<VitalName, string>> = {
  INP: 'INP needs a click, a tap or a key.',
  CLS: 'CLS is told when the page is left.',
  LCP: 'LCP is told at the first click or key, or when the page is left; a page in the background has none.',
};

/** Which vitals nobody told of a session, and why: that one is not listed is no sign that it was good. `null`: all were told. */
export function untoldVitals(
  session: { browser: string; os: string },
  records: readonly StoredRecord[],
): { names: readonly VitalName[]; why: string } | null {
  const told = new Set(records.map(({ record }) => (record.kind === 'vital' ? record.name : '')));
  const names = vitalName.options.filter((name) => !told.has(name));
  if (names.length === 0) return null;
  const of = lacks[engineOf(session)];
  // What a browser cannot tell at all is not told later either.
  const reasons = names.flatMap((name) => (of !== '' && name === 'CLS' ? [] : (late[name] ?? [])));
  return { names, why: [of, ...reasons].filter(Boolean).join(' ') };
}
