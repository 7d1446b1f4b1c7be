import { catalogue, type Deed, type DeedKind, type ErrorCode } from '@sightglass/wire';

/** What somebody did, as it begins a line: what it was done with follows. */
const deedWords: Record<DeedKind, string> = {
  'session-looked-at': 'Looked at session',
  'session-exported': 'Saved session',
  'sessions-erased': 'Erased sessions',
  'person-erased': 'Erased a person',
  'sample-removed': 'Removed the sample data',
  'recording-changed': 'Changed what is recorded',
  'retention-changed': 'Changed how long it is kept',
  'release-settings-changed': 'Changed the settings of releases',
  'release-uploaded': 'Uploaded release',
  'release-fetched': 'Fetched release',
  'release-deleted': 'Deleted the files of release',
  'key-made': 'Made client key',
  'key-revoked': 'Revoked client key',
  'token-made': 'Made token',
  'token-revoked': 'Revoked token',
  'member-invited': 'Invited',
  'member-joined': 'Joined',
  'member-changed': 'Changed the role of',
  'member-removed': 'Took out',
  'reset-made': 'Made a link for a new password of',
  'quarantine-retried': 'Ran a quarantined body again',
  'quarantine-deleted': 'Deleted a quarantined body',
  'project-renamed': 'Renamed the project',
  'audit-exported': 'Saved the audit',
  'project-made': 'Made project',
  'project-removed': 'Removed project',
  'server-claimed': 'Became the owner of the server',
  'signed-in': 'Signed in',
  'password-changed': 'Changed their password',
  'password-reset': 'Chose a new password with a link',
};

/** Kinds that only the audit of the server has. */
export const ofServer: ReadonlySet<DeedKind> = new Set<DeedKind>([
  ...(['project-made', 'project-removed', 'server-claimed', 'signed-in'] as const),
  ...(['password-changed', 'password-reset'] as const),
]);
/** And those that both have. */
export const ofBoth: ReadonlySet<DeedKind> = new Set<DeedKind>(['audit-exported', 'reset-made']);

/** What was done: of one session alone, it is named behind. */
export const wordsOf = ({ did, about }: Deed): string =>
  did === 'sessions-erased' && about.id !== '' ? 'Erased session' : deedWords[did];

/** As one chooses it in a list. */
export const kindWords = (kind: DeedKind): string => deedWords[kind].replace(/ of$/, '');

/** What a deed was done with. `self`: whoever did it. */
export type About =
  | { type: 'session'; id: string; erased: boolean }
  | { type: 'person'; name: string | null; id: string }
  | { type: 'thing'; name: string }
  | null;

export function aboutOf({ did, about: { id, name, erased }, by }: Deed): About {
  if (did === 'member-joined' || did.startsWith('password') || did === 'signed-in' || did === 'server-claimed')
    return null;
  if (did.startsWith('session')) return id === '' ? null : { type: 'session', id, erased };
  if (did.startsWith('member') || did === 'reset-made') return id === by.id ? null : { type: 'person', name, id };
  return name === null && id === '' ? null : { type: 'thing', name: name ?? id };
}

const detailNames: Record<string, string> = {
  days: 'days kept',
  segments: 'pieces of replay',
  off: 'recording off',
  keep: 'replays of',
  canvas: 'canvas pictures a second',
  keepReleases: 'releases kept',
  sources: 'sources shown to',
};
const valueWords = (value: Deed['details'][number]['to']): string =>
  value === true ? 'yes' : value === false ? 'no' : String(value);

/** One of the details, in words: `days kept: 90 → 30`. */
export function detailWords({ name, from, to }: Deed['details'][number]): string {
  const told = from === null ? valueWords(to) : `${valueWords(from)} → ${valueWords(to)}`;
  return `${detailNames[name] ?? name}: ${told}`;
}

/** What came of a deed that did not end well: what was refused was not begun, what failed may have been half done. */
export function outcomeWords(code: string): string {
  const status = code in catalogue ? catalogue[code as ErrorCode].status : 500; // checked by `in`
  return status < 500 ? `not done: ${code}` : `failed: ${code}; some of it may have been done`;
}
