import { type CallName, placeOf, type Statement, statementKey, wordsOf } from '@sightglass/wire';
import { tellRule } from '../points/5-rules.ts';
import { limitOf, pairsOf } from './limit.ts';
import { nameInPage } from './name-in-page.ts';

/**
 * Rewrites what code says into the names that sessions use, so that both get the same keys: a call whose base only running tells, a
 * call that code writes with the host it is sent to, and an entity that code knows by one of its other names.
 */
export function alignTo(fromSessions: readonly Statement[], fromCode: readonly Statement[]): Statement[] {
  const callOf = callsOf(fromSessions, fromCode);
  const entityOf = entitiesOf(fromSessions);
  const constantKeyOf = constantKeys(fromSessions, fromCode);
  return fromCode.map((statement) => {
    switch (statement.kind) {
      case 'call': {
        const { method, path } = callOf(statement);
        if (path === statement.path) return statement;
        return { ...statement, path, host: '', key: statementKey.call(method, '', path) };
      }
      case 'query': {
        const call = callOf(statement.call);
        return { ...statement, call, key: statementKey.query(call, statement.name) };
      }
      case 'requestField': {
        const call = callOf(statement.call);
        return { ...statement, call, key: statementKey.requestField(call, statement.name) };
      }
      case 'permission': {
        const call = statement.call && callOf(statement.call);
        return { ...statement, call, key: statementKey.permission(statement.role, { ...statement, call }) };
      }
      case 'rule': {
        const call = statement.call && callOf(statement.call);
        const told = { ...statement, call };
        return { ...told, key: ruleKey(told, fromSessions) };
      }
      case 'transition': {
        const entity = entityOf(statement.entity);
        const by = statement.by && callOf(statement.by);
        return { ...statement, entity, by, key: statementKey.transition(entity, statement.from, statement.to) };
      }
      case 'entity': {
        const name = entityOf(statement.name);
        return { ...statement, name, calls: statement.calls.map(callOf), key: statementKey.entity(name) };
      }
      case 'field': {
        const entity = entityOf(statement.entity);
        return { ...statement, entity, key: statementKey.field(entity, statement.name) };
      }
      case 'state': {
        const entity = entityOf(statement.entity);
        return { ...statement, entity, key: statementKey.state(entity, statement.name) };
      }
      case 'constant':
        return { ...statement, key: constantKeyOf.get(statement.key) ?? statement.key };
      case 'error':
        return { ...statement, key: errorKey(statement, fromSessions) };
      default:
        return statement;
    }
  });
}

/** Two names of a call as sessions write it. */
function callsOf(fromSessions: readonly Statement[], fromCode: readonly Statement[]): (call: CallName) => CallName {
  const seen = fromSessions.filter((one) => one.kind === 'call').map(({ method, path }) => ({ method, path }));
  const exact = new Map(seen.map((call) => [`${call.method} ${placeOf(call.path)}`, call]));
  const called = fromCode.filter((one) => one.kind === 'call').map(nameInPage);
  return ({ method, path }) => {
    const own = placeOf(path.replace(/^https?:\/\/[^/]+/, ''));
    const same = exact.get(`${method} ${own}`);
    if (same) return same;
    // The name of a function of the server is sent in a header, which sessions do not tell: the only one that a page calls is what was seen there.
    const page = nameInPage({ method, path: own })?.page;
    const atPage = page === undefined ? undefined : exact.get(`${method} ${page}`);
    if (atPage && called.filter((one) => one?.page === page).length === 1) return atPage;
    // The base of a client may be known only where it runs: then a seen path ends as the written one, and no other does.
    const ending = seen.filter((call) => call.method === method && placeOf(call.path).endsWith(own) && own.length > 1);
    return ending.length === 1 && ending[0] ? ending[0] : { method, path };
  };
}

/** What sessions call an entity: the same name, one of its other names, or the only one whose name ends with it. */
function entitiesOf(fromSessions: readonly Statement[]): (name: string) => string {
  const seen = fromSessions.filter((one) => one.kind === 'entity');
  return (name) => {
    const key = statementKey.entity(name);
    const same = seen.find((one) => one.key === key || one.aliases.some((alias) => statementKey.entity(alias) === key));
    if (same) return same.name;
    const last = (of: string) => statementKey.entity(wordsOf(of).at(-1) ?? '');
    const ending = seen.filter((one) => last(one.name) === key);
    return ending.length === 1 && ending[0] ? ending[0].name : name;
  };
}

type Rule = Extract<Statement, { kind: 'rule' }>;

/** A rule is known by its call; where one side knows only the form, by that. */
function ruleKey(rule: Rule, fromSessions: readonly Statement[]): string {
  const own = statementKey.rule(rule, rule.field, rule.rule);
  const byForm = (one: { form: string | null }) =>
    statementKey.rule({ call: null, form: one.form }, rule.field, rule.rule);
  const alike = fromSessions
    .filter((one) => one.kind === 'rule')
    .filter((one) => one.rule === rule.rule && one.field === rule.field);
  if (alike.some(({ key }) => key === own) || rule.form === null) return own;
  const same = alike.find((one) => one.form !== null && byForm(one) === byForm(rule)) ?? oneLike(rule, alike);
  return same?.key ?? own;
}

/** The only rule of the field that people are told in the same words, or that has the same limit where one side knows no call. */
function oneLike(rule: Rule, alike: readonly Rule[]): Rule | undefined {
  const said = alike.filter(({ message }) => message !== null && message === rule.message);
  if (said.length === 1) return said[0];
  const [only, other] = alike;
  if (!only || other || only.value === null || JSON.stringify(only.value) !== JSON.stringify(rule.value))
    return undefined;
  return only.call === null || rule.call === null ? only : undefined;
}

/**
 * What sessions take a message for, put right by the code that has it: “A vessel needs a name” tells them that a name is required, while the
 * code asks for two letters.
 */
export function toldByCode(fromSessions: readonly Statement[], fromCode: readonly Statement[]): Statement[] {
  const written = fromCode.filter((one) => one.kind === 'rule' && one.tier !== 'suspected' && one.message !== null);
  const keys = new Set(fromSessions.map(({ key }) => key));
  return fromSessions.flatMap((seen) => {
    if (seen.kind !== 'rule' || seen.message === null || seen.from.includes('page')) return [seen];
    const said = written.filter(
      (one) => one.kind === 'rule' && one.field === seen.field && one.message === seen.message,
    );
    const [only] = said;
    if (only?.kind !== 'rule' || said.some((one) => one.kind === 'rule' && one.rule === seen.rule)) return [seen];
    if (new Set(said.map((one) => one.kind === 'rule' && one.rule)).size > 1) return [seen];
    const key = statementKey.rule(seen, seen.field, only.rule);
    // What sessions tell of the rule itself says it already.
    if (keys.has(key)) return [];
    const told = { ...seen, key, rule: only.rule, value: only.value };
    return [{ ...told, text: tellRule(told) }];
  });
}

/**
 * By which keys sessions know the constants of the code: the same name; one number with a word in common, whatever either side calls it;
 * or, of other numbers, what limits the same thing in the same way.
 */
function constantKeys(fromSessions: readonly Statement[], fromCode: readonly Statement[]): Map<string, string> {
  const seen = fromSessions.filter((one) => one.kind === 'constant');
  const written = fromCode.filter((one) => one.kind === 'constant');
  const known = new Set(seen.map(({ key }) => key));
  const keys = new Map<string, string>();
  for (const constant of written) {
    const key = known.has(constant.key) ? constant.key : sameNumber(constant, seen)?.key;
    if (key !== undefined) keys.set(constant.key, key);
  }
  const taken = new Set(keys.values());
  const limitsOf = (some: readonly Statement[]) => some.flatMap((one) => limitOf(one) ?? []);
  const pairs = pairsOf(
    limitsOf(seen.filter(({ key }) => !taken.has(key))),
    limitsOf(written.filter(({ key }) => !keys.has(key))),
  );
  for (const { seen, written } of pairs) keys.set(written.statement.key, seen.statement.key);
  return keys;
}

type Constant = Extract<Statement, { kind: 'constant' }>;

function sameNumber(constant: Constant, seen: readonly Constant[]): Constant | undefined {
  const words = new Set(wordsOf(`${constant.name} ${constant.meaning}`).filter((word) => word.length > 2));
  const shared = (one: { name: string; meaning: string }) =>
    new Set(wordsOf(`${one.name} ${one.meaning}`).filter((word) => words.has(word))).size;
  const [best] = seen
    .filter((one) => one.value === constant.value && shared(one) > 0)
    .toSorted((one, other) => shared(other) - shared(one));
  return best;
}

/** A message that people saw is the error that the code has it for. */
function errorKey(error: Extract<Statement, { kind: 'error' }>, fromSessions: readonly Statement[]): string {
  if (error.code !== '' || error.message === '') return error.key;
  const same = fromSessions.find((one) => one.kind === 'error' && one.message === error.message);
  return same?.key ?? error.key;
}
