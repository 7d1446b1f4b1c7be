import { nameVariables, type SessionNote, type StoredRecord, type WireRecord } from '@sightglass/wire';
import { writeDuration } from '../../ui/figures.ts';

/** What is listed beside the stage, in the order of the filter. `byDefault: false` is there on demand. */
export const itemGroups = {
  views: { name: 'Views', byDefault: true },
  actions: { name: 'Actions', byDefault: true },
  calls: { name: 'Calls', byDefault: true },
  errors: { name: 'Errors', byDefault: true },
  forms: { name: 'Forms', byDefault: true },
  console: { name: 'Console', byDefault: false },
  notes: { name: 'Notes', byDefault: true },
  other: { name: 'Other', byDefault: false },
} as const;
export type ItemGroup = keyof typeof itemGroups;
export const groupNames = Object.keys(itemGroups) as ItemGroup[]; // the keys of the object above

/** What deserves a mark on the timeline, in the order in which they stand there from top to bottom; `view` goes through all. */
export const marks = ['error', 'frustration', 'vital', 'failed-call', 'input', 'custom', 'note'] as const;
export type Mark = (typeof marks)[number] | 'view';

/** One record as it is listed. */
export interface Item {
  key: string;
  at: number;
  tab: string;
  group: ItemGroup;
  /** A word or two: `click`, `GET`, `view`. */
  kind: string;
  title: string;
  detail: string;
  tone: 'plain' | 'warning' | 'danger';
  mark: Mark | null;
}

/** What members wrote, among what happened. */
export function withNotes(items: readonly Item[], notes: readonly SessionNote[]): Item[] {
  const written = notes.map(
    ({ id, at, words, by }): Item => ({
      ...{ key: `note ${id}`, at, tab: '', group: 'notes', kind: 'note' },
      ...{ title: words, detail: by, tone: 'plain', mark: 'note' },
    }),
  );
  return inOrder([...items, ...written]);
}

/**
 * Records as a list of what happened, by time. Of what was sent several times (a view that began and ended, an action that
 * turned out to frustrate) the last version stands, at the time of the first.
 */
export function itemsOf(records: readonly StoredRecord[]): Item[] {
  const items = new Map<string, Item>();
  const versions = new Map<string, number>();
  for (const stored of records) {
    const key = keyOf(stored);
    const version = 'version' in stored.record ? stored.record.version : 0;
    if ((versions.get(key) ?? -1) >= version) continue;
    const item = itemOf(stored, key);
    if (item === null) continue;
    versions.set(key, version);
    items.set(key, { ...item, at: Math.min(item.at, items.get(key)?.at ?? item.at) });
  }
  return inOrder([...items.values()]);
}

export const inOrder = (items: readonly Item[]): Item[] => items.toSorted(byTime);

/** Of one millisecond what sets off comes before what is set off: the click before its call. */
function byTime(a: Item, b: Item): number {
  return a.at - b.at || rank(a) - rank(b) || (a.key < b.key ? -1 : 1);
}

function rank({ group }: Item): number {
  const place = causesFirst.indexOf(group);
  return place === -1 ? causesFirst.length : place;
}

const causesFirst: readonly ItemGroup[] = ['actions', 'forms', 'views', 'calls'];

function keyOf({ tab, number, record }: StoredRecord): string {
  if (record.kind === 'view' && record.view !== undefined) return `view ${record.view}`;
  if (record.kind === 'action') return `action ${record.id}`;
  if (record.kind === 'vital') return `vital ${record.id}`;
  return `${tab} ${number}`;
}

type Said = Pick<Item, 'group' | 'kind' | 'title'> & Partial<Pick<Item, 'detail' | 'tone' | 'mark'>>;

function itemOf({ tab, record }: StoredRecord, key: string): Item | null {
  const said = say(record);
  return said && { key, at: record.at, tab, detail: '', tone: 'plain', mark: null, ...said };
}

const calls = new Set(['fetch', 'xhr', 'beacon']);

function say(record: WireRecord): Said | null {
  switch (record.kind) {
    case 'view':
      return {
        group: 'views',
        kind: 'view',
        title: nameVariables(record.route ?? record.path),
        detail: record.title,
        mark: 'view',
      };
    case 'action':
      return sayAction(record);
    case 'resource':
      return sayResource(record);
    case 'error':
      return {
        group: 'errors',
        kind: record.source === 'console' ? 'console' : 'error',
        title: record.type === '' ? record.message : `${record.type}: ${record.message}`,
        detail: placeOf(record),
        tone: 'danger',
        mark: 'error',
      };
    case 'form':
      return sayForm(record);
    case 'console':
      return {
        group: 'console',
        kind: record.level,
        title: record.text,
        tone: record.level === 'error' ? 'danger' : record.level === 'warn' ? 'warning' : 'plain',
      };
    case 'vital':
      return {
        group: 'other',
        kind: record.name,
        title: record.name === 'CLS' ? record.value.toFixed(3) : writeDuration(record.value),
        detail: record.target ?? '',
        tone: record.rating === 'good' ? 'plain' : record.rating === 'poor' ? 'danger' : 'warning',
        mark: 'vital',
      };
    case 'longtask':
      return { group: 'other', kind: 'long task', title: writeDuration(record.durationMs), tone: 'warning' };
    case 'state':
      return {
        group: 'other',
        kind: 'state',
        title: record.subject,
        detail: record.from === undefined ? record.to : `${record.from} → ${record.to}`,
      };
    case 'user':
      return { group: 'other', kind: 'user', title: record.visitor ?? 'anonymous', detail: record.role ?? '' };
    case 'custom':
      return { group: 'other', kind: 'custom', title: record.name, mark: 'custom' };
    case 'session': // told beside the name
    case 'context': // told in the state's panel
      return null;
  }
}

function sayAction(record: Extract<WireRecord, { kind: 'action' }>): Said {
  const { type, role, name, within, frustrations } = record;
  const vexed = frustrations.length > 0;
  // Text that only one visitor has is not recorded; the kind of the element is more than its placeholder.
  const named = name !== '' && name !== '{text}';
  return {
    group: 'actions',
    kind: type,
    title: !named ? role || (record.target ?? 'without a name') : name,
    detail: [
      vexed ? frustrations.map((one) => `${one} click`).join(', ') : '',
      named ? role : '',
      within ? `in ${within}` : '',
    ]
      .filter(Boolean)
      .join(' · '),
    tone: vexed ? 'warning' : 'plain',
    mark: vexed ? 'frustration' : type === 'input' ? 'input' : null,
  };
}

function sayResource(record: Extract<WireRecord, { kind: 'resource' }>): Said {
  const { type, method, host, path, status, failure, durationMs, errorCode, errorMessage } = record;
  const failed = status === 0 ? failure !== undefined && failure !== 'abort' : status >= 400;
  const isCall = calls.has(type);
  const answer = status > 0 ? String(status) : (failure ?? 'no answer');
  return {
    group: isCall || failed ? 'calls' : 'other',
    kind: isCall ? method : type,
    title: nameVariables(`${host}${path}`),
    detail: [answer, durationMs === undefined ? '' : writeDuration(durationMs), errorCode ?? '', errorMessage ?? '']
      .filter(Boolean)
      .join(' · '),
    tone: failed ? (status >= 400 && status < 500 ? 'warning' : 'danger') : 'plain',
    mark: failed ? 'failed-call' : null,
  };
}

function sayForm(record: Extract<WireRecord, { kind: 'form' }>): Said {
  const { event, name, refusals = [], fields } = record;
  const refused = event === 'refused';
  return {
    group: 'forms',
    kind: `form ${event}`,
    title: name === '' ? 'without a name' : name,
    detail: refused
      ? refusals.map(({ field, message }) => (field === '' ? message : `${field}: ${message}`)).join(' · ')
      : fields === undefined
        ? ''
        : `${fields.length} ${fields.length === 1 ? 'field' : 'fields'}`,
    tone: refused ? 'warning' : 'plain',
  };
}

function placeOf({ stack }: Extract<WireRecord, { kind: 'error' }>): string {
  const [top] = stack;
  if (top === undefined) return '';
  const place = [top.file.split('/').at(-1), top.line].filter((part) => part !== undefined && part !== '').join(':');
  return [top.function, place].filter(Boolean).join(' · ');
}

/** Whether a text has all of the words, wherever. */
export function hasWords(text: string, words: string): boolean {
  const told = text.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => told.includes(word));
}

const troubles: ReadonlySet<Mark | null> = new Set<Mark>(['error', 'failed-call', 'frustration']);

/** Whether something went wrong there. */
export const isTrouble = ({ mark }: Item): boolean => troubles.has(mark);

/** The next or the last before of those that fit, and past the end the first again; undefined where none fits. */
export function nextOf(
  items: readonly Item[],
  at: number,
  direction: 1 | -1,
  fits: (item: Item) => boolean,
): Item | undefined {
  const all = items.filter(fits);
  if (direction > 0) return all.find((item) => item.at > at) ?? all[0];
  return all.findLast((item) => item.at < at) ?? all.at(-1);
}

/** The last item at or before `at`, or -1: where the list stands at that moment. */
export function indexAt(items: readonly { at: number }[], at: number): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((items[middle]?.at ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
