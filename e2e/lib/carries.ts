import type {
  ActionRecord,
  CallName,
  FormRecord,
  ReplayMoment,
  ResourceRecord,
  Shape,
  Statement,
  ViewRecord,
  WireRecord,
} from '@sightglass/wire';

/** What happened at one moment of a session, and what had been said of the person by then. */
interface Scene {
  at: number;
  /** What is seen there, in a few words. */
  note: string;
  /** What began, or was answered, just then. */
  here: WireRecord[];
  all: readonly WireRecord[];
  call(name: CallName): ResourceRecord | undefined;
  view(route: string): ViewRecord | undefined;
}

/**
 * Whether the records of a session show at a moment what a statement says: that very screen, call, field, refusal or change. `undefined`
 * where the moment does not show it.
 *
 * @param records - All of the session that the moment names; of a record that was told again, all versions.
 */
export function carries(statement: Statement, { at, note }: ReplayMoment, records: readonly WireRecord[]): boolean {
  const here = records.filter((record) => record.at === at || endOf(record) === at);
  const calls = here.filter((record) => record.kind === 'resource');
  return shows(statement, {
    ...{ at, note, here, all: records },
    call: ({ method, path }) => calls.find((one) => one.method === method && fits(path, one.host + one.path)),
    view: (route) => here.filter((one) => one.kind === 'view').find((one) => fits(route, one.route ?? '')),
  });
}

function shows(statement: Statement, scene: Scene): boolean {
  const { here, call, view } = scene;
  const answers = here.filter((one) => one.kind === 'resource');
  switch (statement.kind) {
    // What it is for rests on titles, calls and things that are done; each of them is a moment of its own.
    case 'purpose':
    case 'audience':
      return here.length > 0;
    case 'capability': {
      const { control, call: done } = statement;
      return actions(scene).some((one) => (control === null || isControl(control, one)) && causes(scene, one, done));
    }
    case 'journey': {
      const last = statement.steps.at(-1);
      return (
        last !== undefined && actions(scene).some((one) => fits(last.route, one.route ?? '') && hasRole(last, one))
      );
    }
    case 'screen':
      return view(statement.route) !== undefined;
    case 'link':
      return comesTo(statement, scene);
    case 'entity':
      return statement.calls.some((name) => call(name) !== undefined);
    case 'field':
    case 'state':
      return answers.some((one) => [one.response, one.request].some((body) => hasField(body, nameOf(statement))));
    case 'transition':
      return answers.some(({ changes = [] }) =>
        changes.some((one) => one.field === statement.field && one.from === statement.from && one.to === statement.to),
      );
    case 'rule':
      return showsRule(statement, scene);
    case 'role':
      return here.some((one) => one.kind === 'user' && one.role === statement.name);
    case 'permission': {
      const { call: asked, route, action, allowed } = statement;
      if (route !== null) return view(route) !== undefined;
      if (action !== null) return standsOn(action, scene);
      const answer = asked === null ? undefined : call(asked);
      // A thing that is mostly allowed may have been refused just there: that is counted against it, and told.
      return answer !== undefined && (allowed ? answer.status < 400 : answer.status === 403);
    }
    case 'call':
      return call({ method: statement.method, path: statement.host + statement.path }) !== undefined;
    case 'query':
      return Object.hasOwn(call(statement.call)?.query ?? {}, statement.name);
    case 'requestField':
      return hasPath(call(statement.call)?.request, statement.name);
    case 'responseField': {
      const answer = call(statement.call);
      return answer?.status === statement.status && hasPath(answer.response, statement.name);
    }
    case 'status':
      return call(statement.call)?.status === statement.status;
    case 'error':
      return here.some((one) =>
        one.kind === 'error'
          ? statement.origin === 'thrown' && one.type === statement.code
          : one.kind === 'resource' && one.status === statement.status && isError(statement, one),
      );
    case 'flag':
      return here.some(
        (one) =>
          one.kind === 'context' && Object.keys(one.attributes).some((name) => name.endsWith(`.${statement.name}`)),
      );
    // Only code tells of it.
    case 'storage':
      return false;
    case 'constant': {
      // What a screen states in words stands in its picture; which screen that was, the records tell.
      const isStated =
        statement.meaning.includes(scene.note) && scene.all.some(({ kind, at }) => kind === 'view' && at <= scene.at);
      return isStated || here.some(({ kind }) => kind === 'resource' || kind === 'form');
    }
  }
}

const endOf = (record: WireRecord): number =>
  record.kind === 'resource' ? record.at + (record.durationMs ?? 0) : record.at;
const actions = ({ here }: Scene): ActionRecord[] => here.filter((one) => one.kind === 'action');
const hasRole = (told: { role: string; name: string }, { role, name }: ActionRecord): boolean =>
  told.role === role && name.startsWith(told.name);
const isControl = (told: { role: string; name: string }, action: ActionRecord): boolean =>
  told.role === action.role && told.name === action.name;

/** `/orders/{orderId}` is where `/orders/{integer}` is: a variable stands for any one segment. */
export function fits(template: string, place: string): boolean {
  const [wanted, given] = [template, place].map((one) => one.replace(/\/+$/, '').split('/'));
  if (wanted === undefined || given === undefined || wanted.length !== given.length) return false;
  return wanted.every((segment, index) => segment === given[index] || segment.startsWith('{'));
}

/** `see the button Approve on /orders/{orderId}`: what that screen held then stands in its picture. */
function standsOn(action: string, { at, all }: Scene): boolean {
  const view = all.findLast((one): one is ViewRecord => one.kind === 'view' && one.at <= at);
  const route = / on (\/\S*)$/.exec(action)?.[1];
  return view !== undefined && (route === undefined || fits(route, view.route ?? ''));
}

function causes({ all }: Scene, action: ActionRecord, done: CallName | null): boolean {
  if (done === null) return true;
  return all.some(
    (one) =>
      one.kind === 'resource' &&
      one.action === action.id &&
      one.method === done.method &&
      fits(done.path, one.host + one.path),
  );
}

/** The action that led there, or the arrival itself. */
function comesTo({ from, to, controls }: Extract<Statement, { kind: 'link' }>, scene: Scene): boolean {
  if (scene.view(to) !== undefined) return true;
  const acted = actions(scene).filter(({ route = '' }) => fits(from, route));
  const told = acted.some((one) => controls.length === 0 || controls.some((control) => isControl(control, one)));
  const arrives = scene.all.some((one) => one.kind === 'view' && one.at >= scene.at - 50 && fits(to, one.route ?? ''));
  return (told || acted.length > 0) && arrives;
}

const nameOf = (statement: Extract<Statement, { kind: 'field' | 'state' }>): string =>
  statement.kind === 'field' ? statement.name : statement.field;

/** Anywhere in the body, since an entity stands in many places. */
function hasField(body: Shape | undefined, name: string): boolean {
  if (body === undefined) return false;
  const [first = '', ...rest] = name.replaceAll('[]', '').split('.');
  const own = body.fields?.[first];
  if (own !== undefined && (rest.length === 0 || hasField(own, rest.join('.')))) return true;
  return [body.items, ...Object.values(body.fields ?? {})].some((inner) => hasField(inner, name));
}

/** `items[].orderId`, as fields of calls are named. */
function hasPath(body: Shape | undefined, path: string): boolean {
  let at = body;
  for (const step of path.split('.')) {
    const name = step.replaceAll('[]', '');
    if (name !== '' && name !== '$') at = name === '{key}' ? Object.values(at?.fields ?? {})[0] : at?.fields?.[name];
    for (const _ of step.matchAll(/\[\]/g)) at = at?.items;
  }
  return at !== undefined;
}

function isError({ code, message }: Extract<Statement, { kind: 'error' }>, answer: ResourceRecord): boolean {
  return answer.errorCode === code || code.startsWith('HTTP ') || (answer.errorMessage ?? '') === message;
}

/** The page that states it, the form or the answer that refuses, or the bodies that were taken. */
function showsRule({ form, call: sentTo, field }: Extract<Statement, { kind: 'rule' }>, scene: Scene): boolean {
  const last = field.split('.').at(-1) ?? field;
  const forms = scene.here.filter((one): one is FormRecord => one.kind === 'form');
  const inForm = forms.some(
    (one) =>
      (form === null || one.name === form) &&
      [...(one.fields ?? []).map(({ name }) => name), ...(one.refusals ?? []).map((refusal) => refusal.field)].length >
        0,
  );
  const answer = sentTo === null ? undefined : scene.call(sentTo);
  const refused = answer?.errorFields?.some((one) => one.field.includes(last)) ?? false;
  return inForm || refused || hasField(answer?.request, last) || (answer?.status ?? 0) >= 400;
}
