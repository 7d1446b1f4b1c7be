import {
  type CallName,
  type PointNumber,
  type Shape,
  type Statement,
  type StatementOf,
  statementKey,
} from '@sightglass/wire';
import { told } from '../diff/tell.ts';
import { code, plain } from './escape.ts';
import { groundLines, table, type Writing } from './markdown-ground.ts';
import { shapeText } from './shape-text.ts';

/** Statements of one point by kind, each kind in the order of its keys. */
export interface Told {
  of<Kind extends Statement['kind']>(kind: Kind): StatementOf<Kind>[];
}

type Section = (told: Told, writing: Writing) => string[];

/** What stands under each point's title: blocks of Markdown, to be parted by empty lines. */
export const sections: Record<PointNumber, Section> = {
  1: purpose,
  2: screens,
  3: entities,
  4: states,
  5: rules,
  6: roles,
  7: calls,
  8: errors,
  9: constants,
};

const callCode = (call: CallName | null): string => (call === null ? '' : code(`${call.method} ${call.path}`));
const yes = (flag: boolean): string => (flag ? 'yes' : '');
const listed = (values: readonly string[] | null): string => (values ?? []).map(code).join(', ');

/** A statement under a heading of its own. */
function entry(heading: string, details: readonly string[], statement: Statement, writing: Writing): string {
  const corrected = statement.review?.state === 'corrected' ? [`corrected: ${plain(statement.text)}`] : [];
  const lines = [...corrected, ...details].map((line) => `- ${line}`);
  return [`### ${heading}\n`, ...lines, ...groundLines(statement, writing)].join('\n');
}

function purpose({ of }: Told, writing: Writing): string[] {
  const counted = (named: { name: string; visitors: number }[]) =>
    named
      .map(({ name, visitors }) => (writing.options.ground === 'none' ? plain(name) : `${plain(name)} (${visitors})`))
      .join(', ');
  const purposes = of('purpose').map((one) =>
    entry(
      plain(one.product || 'Purpose'),
      one.vocabulary.length > 0 ? [`speaks of: ${one.vocabulary.map(plain).join(', ')}`] : [],
      one,
      writing,
    ),
  );
  const audiences = of('audience').map((one) => {
    const details = [
      ...(one.roles.length > 0 ? [`roles: ${counted(one.roles)}`] : []),
      ...(one.devices.length > 0 ? [`devices: ${counted(one.devices)}`] : []),
    ];
    return entry(`People: ${plain(one.who)}`, details, one, writing);
  });
  const capabilities = of('capability').map((statement) => {
    const { verb, entity, control, call } = statement;
    return {
      statement,
      cells: [
        plain(`${verb} ${entity}`),
        control === null ? '' : `${plain(control.name)} (${plain(control.role)})`,
        callCode(call),
      ],
    };
  });
  const journeys = of('journey').map((one) => {
    const steps = one.steps.map(
      ({ route, role, name, type }) => `${code(route)} ${plain(type)} ${plain(name)} (${plain(role)})`,
    );
    return entry(`Journey: ${plain(one.name)}`, steps, one, writing);
  });
  return [...purposes, ...audiences, ...table(['people can', 'by', 'call'], capabilities, writing), ...journeys];
}

function screens({ of }: Told, writing: Writing): string[] {
  const links = of('link');
  return of('screen').map((one) => {
    const leads = links.filter(({ from }) => from === one.route);
    const controls = one.controls.map(({ role, name }) => `${plain(name)} (${plain(role)})`);
    const details = [
      ...(one.title ? [`title: ${plain(one.title)}`] : []),
      ...(controls.length > 0 ? [`people act on: ${controls.join(', ')}`] : []),
      ...(one.enteredFrom.length > 0
        ? [`entered from: ${one.enteredFrom.map(({ route }) => code(route)).join(', ')}`]
        : []),
      ...leads.map(
        ({ to, controls: [by] }) => `leads to: ${code(to)}${by === undefined ? '' : ` by ${plain(by.name)}`}`,
      ),
    ];
    return entry(code(one.route), details, one, writing);
  });
}

const valueColumns = ['field', 'type', 'always', 'can be null', 'one of'];
type Value = StatementOf<'field' | 'query' | 'requestField' | 'responseField'>;

function valueCells(one: Value): string[] {
  const type = one.format === null ? one.type : `${one.type} ${one.format}`;
  return [code(one.name), plain(type), yes(one.required), yes(one.nullable), listed(one.values)];
}

function entities({ of }: Told, writing: Writing): string[] {
  const fields = of('field');
  return of('entity').flatMap((one) => {
    const details = [
      ...(one.aliases.length > 0 ? [`also called: ${one.aliases.map(plain).join(', ')}`] : []),
      ...(one.identifiedBy === null ? [] : [`known by: ${code(one.identifiedBy)}`]),
      ...(one.calls.length > 0 ? [`answered by: ${one.calls.map(callCode).join(', ')}`] : []),
    ];
    const rows = fields
      // By key, since a person may have given the entity another name.
      .filter(({ entity }) => statementKey.entity(entity) === one.key)
      .map((field) => ({
        statement: field,
        cells: [...valueCells(field), field.ref === null ? '' : plain(field.ref)],
      }));
    return [entry(plain(one.name), details, one, writing), ...table([...valueColumns, 'names one'], rows, writing)];
  });
}

function states({ of }: Told, writing: Writing): string[] {
  const all = of('state');
  return [...new Set(all.map(({ entity }) => entity))].flatMap((entity) => {
    const own = all.filter((one) => one.entity === entity);
    const marks = ({ initial, final }: StatementOf<'state'>) =>
      [...(initial ? ['first'] : []), ...(final ? ['last'] : [])].join(', ');
    const moves = of('transition')
      .filter((one) => one.entity === entity)
      .map((statement) => {
        const { from, to, by, roles } = statement;
        return {
          statement,
          cells: [code(from), code(to), by === null ? 'no call seen' : callCode(by), roles.map(plain).join(', ')],
        };
      });
    return [
      `### ${plain(entity)}`,
      ...table(
        ['state', ''],
        own.map((statement) => ({ statement, cells: [code(statement.name), marks(statement)] })),
        writing,
      ),
      ...table(['from', 'to', 'by', 'roles'], moves, writing),
    ];
  });
}

function rules({ of }: Told, writing: Writing): string[] {
  const where = ({ form, call }: StatementOf<'rule'>) =>
    [form === null ? '' : `${plain(form)} `, callCode(call)].join('');
  const groups = Map.groupBy(of('rule'), where);
  return [...groups].flatMap(([place, some]) => {
    const rows = some.map((statement) => {
      const { field, rule, value, message, from } = statement;
      return {
        statement,
        cells: [code(field), rule, value === null ? '' : code(told(value)), plain(message ?? ''), from.join(', ')],
      };
    });
    return [
      `### ${place || 'Anywhere'}`,
      ...table(['field', 'rule', 'value', 'people are told', 'shown by'], rows, writing),
    ];
  });
}

function roles({ of }: Told, writing: Writing): string[] {
  const permissions = of('permission');
  const own = of('role').map((one) => entry(plain(one.name), [], one, writing));
  const rows = permissions.map((statement) => {
    const { role, call, route, action, allowed } = statement;
    const done = call ? callCode(call) : route === null ? plain(action ?? '') : `open ${code(route)}`;
    return { statement, cells: [role === '*' ? 'anybody' : plain(role), done, allowed ? 'may' : 'may not'] };
  });
  return [...own, ...table(['role', 'what', ''], rows, writing)];
}

function calls({ of }: Told, writing: Writing): string[] {
  const [queries, requests, responses, statuses] = [of('query'), of('requestField'), of('responseField'), of('status')];
  return of('call').flatMap((one) => {
    const mine = ({ call }: { call: CallName }) => call.method === one.method && call.path === one.path;
    const cells = (statement: Value, place: string) => ({ statement, cells: [plain(place), ...valueCells(statement)] });
    const rows = [
      ...queries.filter(mine).map((query) => cells(query, 'query')),
      ...requests.filter(mine).map((field) => cells(field, 'request')),
      ...responses.filter(mine).map((field) => cells(field, `answer ${field.status}`)),
    ];
    const details = callDetails(one, statuses.filter(mine), rows.length > 0, writing);
    return [
      entry(code(`${one.method} ${one.host}${one.path}`), details, one, writing),
      ...table(['where', ...valueColumns], rows, writing),
    ];
  });
}

/** Shapes are told where there are no fields to tell. */
function callDetails(
  one: StatementOf<'call'>,
  statuses: StatementOf<'status'>[],
  hasFields: boolean,
  { options }: Writing,
): string[] {
  const counted = options.ground !== 'none';
  const codes = new Map(statuses.map(({ status, codes }) => [status, codes]));
  const answers = one.statuses
    .toSorted((first, second) => first.status - second.status)
    .map(({ status, calls }) => {
      const known = codes.get(status) ?? [];
      return `${status === 0 ? 'none' : status}${known.length > 0 ? ` ${listed(known)}` : ''}${counted ? ` (${calls})` : ''}`;
    });
  const query = one.query.map(({ name, format }) => `${code(name)} ${plain(format)}`);
  return [
    ...(answers.length > 0 ? [`answers: ${answers.join(', ')}`] : []),
    ...(one.p75Ms === null || !counted ? [] : [`75th percentile: ${one.p75Ms} ms`]),
    ...(query.length > 0 && !hasFields ? [`query: ${query.join(', ')}`] : []),
    // Points made both by merging shapes.
    ...(one.request === null || hasFields ? [] : [`request: ${code(shapeText(one.request as Shape))}`]),
    ...(one.requestLeftOut === undefined
      ? []
      : [`request left out${one.request === null ? '' : ' in part'}: it carries a secret`]),
    ...(one.response === null || hasFields ? [] : [`response: ${code(shapeText(one.response as Shape))}`]),
    ...(one.screens.length > 0 ? [`made from: ${one.screens.map(({ route }) => code(route)).join(', ')}`] : []),
  ];
}

function errors({ of }: Told, writing: Writing): string[] {
  return of('error').map((one) => {
    const details = [
      ...(one.origin === 'thrown' ? ['thrown'] : []),
      // With which status it comes no code says.
      ...(one.origin !== 'thrown' && (one.status !== null || one.support.sessions > 0)
        ? [`answered with ${one.status ?? 'no status'}`]
        : []),
      ...(one.message ? [`message: ${plain(one.message)}`] : []),
      ...(one.raisedBy.length > 0 ? [`raised by: ${one.raisedBy.map(({ subject }) => code(subject)).join(', ')}`] : []),
    ];
    return entry(code(one.code), details, one, writing);
  });
}

function constants({ of }: Told, writing: Writing): string[] {
  const rows = of('constant').map((statement) => {
    const { name, value, unit, meaning } = statement;
    return { statement, cells: [code(name), code(String(value)), plain(unit ?? ''), plain(meaning)] };
  });
  return [
    ...table(['name', 'value', 'unit', 'meaning'], rows, writing),
    ...flags(of('flag'), writing),
    ...stored(of('storage'), writing),
  ];
}

function flags(some: StatementOf<'flag'>[], writing: Writing): string[] {
  const counted = writing.options.ground !== 'none' && some.some(({ support }) => support.sessions > 0);
  const rows = some.map((statement) => {
    const { name, default: otherwise, gates, provider, seen } = statement;
    const gated = gates.map(
      (gate) => `${gate.what} ${gate.what === 'action' ? plain(`“${gate.name}”`) : code(gate.name)}`,
    );
    const by =
      otherwise === null ? '' : otherwise === true ? 'on' : otherwise === false ? 'off' : code(String(otherwise));
    const cells = [code(name), by, gated.join(', '), plain(provider ?? '')];
    return { statement, cells: counted ? [...cells, `${seen.on}`, `${seen.off}`, `${seen.variant}`] : cells };
  });
  const heads = ['flag', 'default', 'gates', 'asked of'];
  return table(counted ? [...heads, 'sessions on', 'off', 'other variants'] : heads, rows, writing);
}

function stored(some: StatementOf<'storage'>[], writing: Writing): string[] {
  const rows = some.map((statement) => {
    const { name, area, holds, by } = statement;
    return { statement, cells: [code(name), area ?? 'not shown', holds ?? 'not shown', plain(by ?? '')] };
  });
  return table(['storage key', 'kept in', 'kind of value', 'kept by'], rows, writing);
}
