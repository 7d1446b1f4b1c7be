import { nameVariables, type StoredRecord, type WireRecord } from '@sightglass/wire';

export const panelNames = [
  'events',
  'console',
  'network',
  'errors',
  'performance',
  'state',
  'element',
  'specification',
  'notes',
] as const;
export type PanelName = (typeof panelNames)[number];

/** Levels of the console, the gravest first. */
export const levels = ['error', 'warn', 'info', 'log', 'debug'] as const;
export type Level = (typeof levels)[number];

/** Which of what was fetched is listed. */
export const callsShown = ['calls', 'failed', 'all'] as const;
export type CallsShown = (typeof callsShown)[number];

const counted =
  (fits: (record: WireRecord) => boolean) =>
  (records: readonly StoredRecord[]): number =>
    records.filter(({ record }) => fits(record)).length;

/** @property key - The key that opens it, with Shift. */
export const panels: Record<
  PanelName,
  { name: string; key: string; count: (records: readonly StoredRecord[]) => number }
> = {
  events: { name: 'Events', key: 'e', count: () => 0 },
  console: { name: 'Console', key: 'c', count: counted(({ kind }) => kind === 'console') },
  network: { name: 'Network', key: 'n', count: counted((record) => record.kind === 'resource' && isCall(record)) },
  errors: { name: 'Errors', key: 'r', count: counted(isTrouble) },
  performance: { name: 'Performance', key: 'p', count: () => 0 },
  state: { name: 'State', key: 's', count: counted(({ kind }) => kind === 'state') },
  element: { name: 'Element', key: 'i', count: () => 0 },
  specification: { name: 'Specification', key: 'd', count: () => 0 },
  notes: { name: 'Notes', key: 'm', count: () => 0 },
};

export type Resource = Extract<WireRecord, { kind: 'resource' }>;

export function isCall({ type }: Resource): boolean {
  return type === 'fetch' || type === 'xhr' || type === 'beacon';
}

/** No answer, unless the page itself gave up on it, or an answer of 400 and above. */
export function hasFailed({ status, failure }: Resource): boolean {
  return status === 0 ? failure !== undefined && failure !== 'abort' : status >= 400;
}

/** All that is said of a request where requests are listed; its path as it was told, too. */
export function requestText({ method, type, host, path, status, failure, errorCode, errorMessage }: Resource): string {
  const said = [method, type, nameVariables(`${host}${path}`), path, status || '', failure, errorCode, errorMessage];
  return said.filter((part) => part !== undefined).join(' ');
}

function isTrouble(record: WireRecord): boolean {
  return record.kind === 'error' || (record.kind === 'resource' && isCall(record) && hasFailed(record));
}

/** A record with what a list needs of it. */
export type Listed<Kind extends WireRecord['kind']> = {
  key: string;
  at: number;
  record: Extract<WireRecord, { kind: Kind }>;
};

/** Records of some kinds by time; of what was told several times the last one stands. */
export function listedOf<Kind extends WireRecord['kind']>(
  records: readonly StoredRecord[],
  kinds: readonly Kind[],
): Listed<Kind>[] {
  const latest = new Map<string, Listed<Kind>>();
  for (const { tab, number, record } of records) {
    if (!isOf(record, kinds)) continue;
    const key = 'id' in record ? `${record.kind} ${record.id}` : `${tab} ${number}`;
    latest.set(key, { key, at: record.at, record });
  }
  return [...latest.values()].sort((one, other) => one.at - other.at || (one.key < other.key ? -1 : 1));
}

function isOf<Kind extends WireRecord['kind']>(
  record: WireRecord,
  kinds: readonly Kind[],
): record is Extract<WireRecord, { kind: Kind }> {
  return (kinds as readonly string[]).includes(record.kind);
}

/** A call as a command for a terminal. What was never told (ids, values, tokens) stands as a placeholder. */
export function toCurl({ method, host, path, query, request, mime, headers }: Resource, origin: string): string {
  const names = Object.keys(query ?? {});
  const search = names.length === 0 ? '' : `?${names.map((name) => `${name}={${name}}`).join('&')}`;
  const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
  // Of an answer's headers its type alone is something that one asks for.
  const accepts = mime || headers?.['content-type'];
  const body = request === undefined ? undefined : JSON.stringify(example(request), null, 2);
  return [
    `curl ${quote(`${host === '' ? origin : `https://${host}`}${path}${search}`)}`,
    ...(method === 'GET' ? [] : [`-X ${method}`]),
    ...(accepts ? [`-H ${quote(`accept: ${accepts}`)}`] : []),
    ...(body === undefined ? [] : [`-H 'content-type: application/json'`, `--data ${quote(body)}`]),
  ].join(' \\\n  ');
}

type Told = NonNullable<Resource['request']>;

function example(shape: Told): unknown {
  if (shape.fields)
    return Object.fromEntries(Object.entries(shape.fields).map(([name, field]) => [name, example(field)]));
  if (shape.items) return [example(shape.items)];
  const [type = 'null'] = shape.types;
  if (type === 'object') return {};
  if (type === 'array') return [];
  return type === 'null' ? null : `{${shape.format ?? type}}`;
}
