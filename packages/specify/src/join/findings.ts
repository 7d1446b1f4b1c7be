import { type Finding, type PointNumber, placeOf, type Statement, type StatementOf } from '@sightglass/wire';
import { agree, limitOf, pairsOf } from './limit.ts';
import { nameInPage } from './name-in-page.ts';
import { plain } from './seldom.ts';

const reachable = new Set<Statement['kind']>(['screen', 'call', 'transition', 'state', 'error', 'flag']);
const writable = new Set<Statement['kind']>(['screen', 'call', 'role']);

/**
 * What the code has and no session came to: dead, new, or rare. Only where sessions show others of the kind.
 *
 * @param seen - What sessions show, joined with what code says of the same.
 * @param reached - States and ways that any session shows, too few for a statement.
 */
export function findUnreached(
  alone: readonly Statement[],
  seen: readonly Statement[],
  release: string,
  reached: ReadonlySet<string>,
): Finding[] {
  const shown = new Set(seen.map(({ kind }) => kind));
  return alone
    .filter(({ kind, tier }) => reachable.has(kind) && shown.has(kind) && tier !== 'suspected')
    .filter(
      (one) =>
        !(wasReached(one, reached) || wasTold(one, seen) || mayBeInBatch(one, seen) || mayBeAtPage(one, seen)) &&
        !(one.kind === 'flag' && isUntold(one, seen)),
    )
    .map((statement) => ({
      ...about(statement),
      sort: 'in code, never reached',
      text: `${nameOf(statement)} is in the code, and no session of ${release} ${statement.kind === 'flag' ? 'asked for' : 'reached'} it.`,
      evidence: statement.evidence,
    }));
}

/** Sessions tell of flags only as far as somebody hands them on: those of a service of which they tell one, and never the product's own. */
function isUntold({ provider }: StatementOf<'flag'>, seen: readonly Statement[]): boolean {
  return provider === null || !seen.some((one) => one.kind === 'flag' && one.provider === provider);
}

/** Which procedures of tRPC were called together, under all of their names at once, their address does not tell. */
const mayBeInBatch = (one: Statement, seen: readonly Statement[]): boolean =>
  one.kind === 'call' &&
  seen.some((other) => {
    const door = other.kind === 'call' ? /^(.*\/trpc\/)\{[^/]*\}$/.exec(other.path)?.[1] : undefined;
    return door !== undefined && one.path.startsWith(door);
  });

/** Which of a page's functions of the server was called, no session tells. */
function mayBeAtPage(one: Statement, seen: readonly Statement[]): boolean {
  const page = one.kind === 'call' ? nameInPage(one)?.page : undefined;
  return page !== undefined && seen.some((other) => isPostAt(other, page));
}

const isPostAt = (one: Statement, page: string): boolean =>
  one.kind === 'call' && one.method === 'POST' && one.host === '' && placeOf(one.path) === page;

/** Where no code is told, people were told in its words. */
const wasTold = (one: Statement, seen: readonly Statement[]): boolean =>
  one.kind === 'error' &&
  one.message !== '' &&
  seen.some((other) => other.kind === 'error' && other.message === one.message);

function wasReached(one: Statement, reached: ReadonlySet<string>): boolean {
  if (one.kind === 'state') return reached.has(plain(one.name));
  return one.kind === 'transition' && reached.has(`${plain(one.from)} ${plain(one.to)}`);
}

/** What sessions of this release showed and its code does not have: built elsewhere, put together at run time, or not of this release. */
export function findUnwritten(seen: readonly Statement[], fromCode: readonly Statement[], release: string): Finding[] {
  const told = new Set(fromCode.filter(({ tier }) => tier !== 'suspected').map(({ kind }) => kind));
  const pages = new Set(fromCode.flatMap((one) => (one.kind === 'call' ? (nameInPage(one)?.page ?? []) : [])));
  return seen
    .filter(({ kind, tier }) => writable.has(kind) && told.has(kind) && tier !== 'suspected')
    .filter(
      ({ support, evidence }) => support.releases.includes(release) && evidence.every(({ type }) => type === 'moment'),
    )
    .filter((one) => !(one.kind === 'call' && pages.has(placeOf(one.path)) && isPostAt(one, placeOf(one.path))))
    .map((statement) => ({
      ...about(statement),
      sort: 'seen running, not in this code',
      text: `${nameOf(statement)} was seen running, and the code of ${release} does not show it.`,
      evidence: statement.evidence,
    }));
}

/** Another limit, another status, another answer to who may. */
export function findDisagreement(seen: Statement, written: Statement): Finding | undefined {
  const [shows, says] = claimsOf(seen, written);
  if (shows === undefined || says === undefined || shows === says) return undefined;
  return {
    ...about(seen),
    sort: 'disagreement',
    text: `${nameOf(seen)}: sessions show ${shows}, the code says ${says}.`,
    evidence: [...seen.evidence.slice(0, 2), ...written.evidence.slice(0, 2)],
  };
}

/**
 * A limit that one of the two knows as a rule of a field and the other as a number with a name: `note` takes 400 characters, and the code
 * has `MAX_NOTE_LENGTH` 500.
 *
 * @param seen - What sessions show and code says nothing of by the same key.
 * @param alone - What code says and sessions do not show by the same key.
 */
export function findOtherLimits(seen: readonly Statement[], alone: readonly Statement[]): Finding[] {
  const limitsOf = (some: readonly Statement[], kind: Statement['kind']) =>
    some.filter((one) => one.kind === kind && one.tier !== 'suspected').flatMap((one) => limitOf(one) ?? []);
  const pairs = [
    ...pairsOf(limitsOf(seen, 'rule'), limitsOf(alone, 'constant')),
    ...pairsOf(limitsOf(seen, 'constant'), limitsOf(alone, 'rule')),
  ];
  return pairs
    .filter(({ seen, written }) => !agree(seen, written))
    .map(({ seen: { statement }, written: { statement: other } }) => ({
      ...about(statement),
      sort: 'disagreement',
      text: `${nameOf(statement)}: sessions show ${numberText(statement)}, the code says ${numberText(other)} (${nameOf(other)}).`,
      evidence: [...statement.evidence.slice(0, 2), ...other.evidence.slice(0, 2)],
    }));
}

const about = ({ point, key }: Statement): { point: PointNumber; key: string } => ({
  point: point as PointNumber,
  key,
});

/** What each of the two says of the same thing, where they can contradict each other. */
function claimsOf(seen: Statement, written: Statement): [string | undefined, string | undefined] {
  if (seen.kind === 'rule' && written.kind === 'rule') return [boundText(seen.value), boundText(written.value)];
  if (seen.kind === 'constant' && written.kind === 'constant') {
    const [one, other] = [limitOf(seen), limitOf(written)];
    if (one && other && one.dimension === other.dimension && agree(one, other)) return [undefined, undefined];
    // Code counts in cents; that they are of a euro, only what people read says.
    if (seen.value === written.value && withoutCurrency(seen.unit) === withoutCurrency(written.unit))
      return [undefined, undefined];
    return [numberText(seen), numberText(written)];
  }
  if (seen.kind === 'error' && written.kind === 'error')
    return [
      seen.status === null ? undefined : `${seen.status}`,
      written.status === null ? undefined : `${written.status}`,
    ];
  if (seen.kind === 'permission' && written.kind === 'permission')
    return [allowance(seen.allowed), allowance(written.allowed)];
  return [undefined, undefined];
}

const withoutCurrency = (unit: string | null): string => (unit ?? '').replace(/^[A-Z]{3} /, '');

/** `20 seconds`, as its own side counts it. */
const numberText = (one: Statement): string =>
  one.kind === 'constant'
    ? `${one.value}${one.unit === null ? '' : ` ${one.unit}`}`
    : one.kind === 'rule'
      ? `${one.value}`
      : '';

const allowance = (allowed: boolean): string => (allowed ? 'that it is allowed' : 'that it is not allowed');

function boundText(value: string | number | string[] | null): string | undefined {
  if (value === null) return undefined;
  return Array.isArray(value) ? value.toSorted().join(', ') : `${value}`.replace(/^\^|\$$/g, '');
}

function nameOf(statement: Statement): string {
  switch (statement.kind) {
    case 'screen':
      return `The screen ${statement.route}`;
    case 'call':
      return `${statement.method} ${statement.path}`;
    case 'transition':
      return `${statement.entity} from ${statement.from} to ${statement.to}`;
    case 'state':
      return `The state ${statement.name} of ${statement.entity}`;
    case 'error':
      return `The error ${statement.code === '' ? `“${statement.message}”` : statement.code}`;
    case 'role':
      return `The role ${statement.name}`;
    case 'rule':
      return `${statement.field}, ${statement.rule}`;
    case 'constant':
      return statement.name;
    case 'flag':
      return `The flag ${statement.name}`;
    case 'permission':
      return `${statement.role}: ${statement.call ? `${statement.call.method} ${statement.call.path}` : (statement.route ?? statement.action ?? '')}`;
    default:
      return statement.text;
  }
}
