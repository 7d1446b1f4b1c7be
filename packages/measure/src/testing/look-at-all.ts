import type { SearchNode, SearchTest } from '@sightglass/wire';
import { lines, type Row } from './searched-rows.ts';

/** The same question, asked of the records in memory in the plainest way. */
export function fits(node: SearchNode, own: readonly Row[]): boolean {
  switch (node.type) {
    case 'and':
      return node.parts.every((part) => fits(part, own));
    case 'or':
      return node.parts.some((part) => fits(part, own));
    case 'not':
      return !fits(node.part, own);
    case 'word':
      return (
        own.some((row) => wordsOf(row).includes(small(node.text))) ||
        own[0]?.session === node.text ||
        has(own, { type: 'is', text: node.text })
      );
    case 'then':
      return own.some((first) => follows(node, 1, first, first, own) && isEvent(node.steps[0]?.node, first));
    case 'term':
      return node.key.of === 'session' ? isSession(node, own) : own.some((row) => isEvent(node, row));
  }
}

function follows(
  node: Extract<SearchNode, { type: 'then' }>,
  at: number,
  first: Row,
  before: Row,
  own: readonly Row[],
): boolean {
  const step = node.steps[at];
  if (step === undefined) return true;
  const found = own.some(
    (row) =>
      !isOneEvent(row, before) &&
      row.at >= before.at &&
      row.at - first.at <= (node.withinMs ?? Number.POSITIVE_INFINITY) &&
      isEvent(step.node, row) &&
      follows(node, at + 1, first, row, own),
  );
  return step.not ? !found : found;
}

const isOneEvent = (one: Row, other: Row): boolean =>
  one === other ||
  (one.kind === 'vital' && other.kind === 'vital' && one.tab === other.tab && one.record_id === other.record_id);

const isToldAgain = (row: Row, own: readonly Row[]): boolean =>
  own.some((other) => isOneEvent(row, other) && (other.version ?? 0) > (row.version ?? 0));

/** Whether a line of the session fits: one of its screens, or of any kind. */
function has(own: readonly Row[], asked: SearchTest, kind = ''): boolean {
  const mine = lines.filter((line) => line.session === own[0]?.session && (kind === '' || line.kind === kind));
  return mine.some(({ text }) => holds(text, asked));
}

/** Alike whatever the case, and wherever in a word a sigma stands. */
const small = (text: string): string => text.toLowerCase().replaceAll('ς', 'σ');
const placed = (text: string): string => text.replace(/\{[^{}]*\}/g, '{}');
/** What of a row the session's own words have. */
const wordsOf = ({ kind, route, text, name, visitor = '' }: Row): string =>
  small(
    [
      ...[route, visitor],
      ...(kind === 'view' || kind === 'error' ? [text] : []),
      ...(kind === 'action' || kind === 'error' ? [name] : []),
    ].join('\n'),
  );
const isCall = ({ kind }: Row): boolean => kind === 'resource';
const told = <Value>(value: Value | undefined): Value => value as Value; // each row has one
/** As they were told last, in order of time; at one time by tab, and in a tab by number. */
const inOrder = (own: readonly Row[]): readonly Row[] =>
  own
    .filter((row) => !isToldAgain(row, own))
    .toSorted(
      (one, other) =>
        one.at - other.at || told(one.tab).localeCompare(told(other.tab)) || told(one.number) - told(other.number),
    );

const textsOf: Record<string, (own: readonly Row[]) => string> = {
  ...Object.fromEntries(
    (['role', 'browser', 'os', 'device', 'release', 'visitor', 'session'] as const).map((name) => [
      name,
      (own: readonly Row[]) => own[0]?.[name] ?? '',
    ]),
  ),
  ...Object.fromEntries(
    ['language', 'timezone', 'referrer'].map((name) => [
      name,
      (own: readonly Row[]) => own.find(({ kind }) => kind === 'session')?.attributes?.[name] ?? '',
    ]),
  ),
  entry: (own) => placed(entered(own)[0]?.route ?? ''),
  exit: (own) => placed(entered(own).at(-1)?.route ?? ''),
};
/** Screens that were visited, or else all that is told of any screen. */
function entered(own: readonly Row[]): readonly Row[] {
  const views = inOrder(own).filter(({ kind }) => kind === 'view');
  return views.length > 0 ? views : inOrder(own);
}
const countsOf: Record<string, (own: readonly Row[]) => number> = {
  views: (own) => own.filter(({ kind }) => kind === 'view').length,
  actions: (own) => own.filter(({ kind }) => kind === 'action').length,
  calls: (own) => own.filter(isCall).length,
  failed: (own) => own.filter((row) => isCall(row) && row.status >= 400).length,
  errors: (own) => own.filter(({ kind }) => kind === 'error').length,
  frustrations: (own) => own.reduce((sum, { frustrations = [] }) => sum + frustrations.length, 0),
  tabs: (own) => new Set(own.map(({ tab }) => tab)).size,
  duration: (own) => {
    const times = own.filter((row) => !isToldAgain(row, own)).map(({ at }) => at);
    return Math.max(...times) - Math.min(...times);
  },
};

function isSession({ key, test: asked }: Extract<SearchNode, { type: 'term' }>, own: readonly Row[]): boolean {
  if (key.name === 'screen') return has(own, asked, 'screen');
  if (key.name === 'has') {
    const had = {
      errors: countsOf.errors?.(own),
      frustrations: countsOf.frustrations?.(own),
      'failed-calls': countsOf.failed?.(own),
    };
    return Object.entries(had).some(([name, times = 0]) => times > 0 && (asked.type !== 'is' || asked.text === name));
  }
  const count = countsOf[key.name];
  if (count) return isNumber(count(own), asked);
  const read = key.name === 'entry' || key.name === 'exit' ? placed : undefined;
  return isText(textsOf[key.name]?.(own) ?? '', asked, read);
}

const ofEvents: Record<string, (row: Row, asked: SearchTest) => boolean> = {
  route: (row, asked) => row.kind === 'view' && isText(placed(row.route), asked, placed),
  title: (row, asked) => row.kind === 'view' && holds(row.text, asked),
  action: (row, asked) => row.kind === 'action' && holds(row.name, asked),
  control: (row, asked) => row.kind === 'action' && isText(row.text, asked),
  frustration: ({ kind, frustrations = [] }, asked) =>
    kind === 'action' && (asked.type === 'is' ? frustrations.includes(asked.text) : frustrations.length > 0),
  call: (row, asked) => isCall(row) && holds(placed(`${row.method} ${row.host}${row.path}`), asked, placed),
  method: (row, asked) => isCall(row) && isText(row.method ?? '', asked),
  host: (row, asked) => isCall(row) && isText(row.host ?? '', asked),
  status: (row, asked) => isCall(row) && isNumber(row.status, asked),
  took: (row, asked) => isCall(row) && (row.duration_ms ?? 0) > 0 && isNumber(row.duration_ms ?? 0, asked),
  code: (row, asked) => isCall(row) && isText(row.code, asked),
  error: (row, asked) => row.kind === 'error' && holds(`${row.name}: ${row.text}`, asked),
  console: (row, asked) => row.kind === 'console' && holds(row.text, asked),
  level: (row, asked) => row.kind === 'console' && isText(row.type ?? '', asked),
  form: (row, asked) => row.kind === 'form' && holds(row.name, asked),
  refused: (row, asked) => row.kind === 'form' && row.type === 'refused' && holds(row.name, asked),
  event: (row, asked) => row.kind === 'custom' && holds(row.name, asked),
  longtask: (row, asked) => row.kind === 'longtask' && isNumber(row.duration_ms ?? 0, asked),
  lcp: (row, asked) => row.kind === 'vital' && (asked.type === 'exists' || isNumber(row.value, asked)),
  'trait.plan': (row, asked) => row.kind === 'custom' && isText(row.attributes?.plan ?? '', asked),
};

function isEvent(node: SearchNode | undefined, row: Row): boolean {
  if (node === undefined || node.type === 'then') return false;
  if ('parts' in node) return node.parts[node.type === 'and' ? 'every' : 'some']((part) => isEvent(part, row));
  if (node.type === 'not') return !isEvent(node.part, row);
  if (node.type === 'word')
    return small([row.name, row.text, row.route, row.path].join(' ')).includes(small(node.text));
  return ofEvents[node.key.name]?.(row, node.test) ?? false;
}

function isNumber(value: number, asked: SearchTest): boolean {
  if (asked.type === 'exists') return value !== 0;
  if (asked.type !== 'between') return false;
  return (
    (asked.fromIncluded ? value >= asked.from : value > asked.from) &&
    (asked.toIncluded ? value <= asked.to : value < asked.to)
  );
}
const patternOf = (like: string): string =>
  small(like).replace(/[.*+?^${}()|[\]\\/]/g, (sign) => (sign === '*' ? '.*' : sign === '?' ? '.' : `\\${sign}`));
function isText(value: string, asked: SearchTest, read = (text: string) => text): boolean {
  if (asked.type === 'exists') return value !== '';
  if (asked.type === 'is') return small(value) === small(read(asked.text));
  return asked.type === 'like' && new RegExp(`^${patternOf(read(asked.pattern))}$`, 'su').test(small(value));
}
function holds(value: string, asked: SearchTest, read = (text: string) => text): boolean {
  if (asked.type === 'is') return small(value).includes(small(read(asked.text)));
  return asked.type === 'like'
    ? new RegExp(patternOf(read(asked.pattern)), 'su').test(small(value))
    : isText(value, asked);
}
