import type { Specification, Statement } from '@sightglass/wire';

/** A specification in the form in which cases are written (`fixtures/spec-cases`). */
export interface Candidate {
  format: 'spec-case/1';
  points: Record<string, { shown: boolean; statements: Record<string, unknown>[] }>;
}

/** Kinds that cases do not know. */
const unjudged = new Set<Statement['kind']>(['journey', 'flag', 'storage']);
/** What a case calls only one thing in two. */
const rules = new Set(['equals']);

/** What is only suspected stands under what is left out, and is not judged. */
export function toCandidate({ points }: Specification): Candidate {
  const judged = (statement: Statement) =>
    statement.tier !== 'suspected' &&
    !unjudged.has(statement.kind) &&
    !(statement.kind === 'rule' && rules.has(statement.rule)) &&
    !isControl(statement);
  return {
    format: 'spec-case/1',
    points: Object.fromEntries(
      points.map(({ point, statements }) => {
        const told = statements.filter(judged).map(toCase);
        return [String(point), { shown: told.length > 0, statements: told }];
      }),
    ),
  };
}

/** Who is shown which control is told by the screens of a case, not by its permissions. */
const isControl = (statement: Statement): boolean =>
  statement.kind === 'permission' &&
  statement.action !== null &&
  statement.evidence.every(({ type }) => type === 'moment');

function toCase(statement: Statement): Record<string, unknown> {
  const { kind, confidence, support } = statement;
  return {
    kind,
    ...identityAndDetails(statement),
    confidence,
    support: {
      sessions: support.sessions,
      users: support.visitors,
      observations: support.observations,
      against: support.against,
    },
    evidence: statement.evidence.map((one) =>
      one.type === 'moment'
        ? { session: one.session, at: one.at }
        : { file: one.file, line: one.line, column: one.column },
    ),
  };
}

type Value = Pick<Extract<Statement, { kind: 'query' }>, 'type' | 'format' | 'required' | 'nullable' | 'values'>;

const toValue = ({ type, format, required, nullable, values }: Value) => ({
  type,
  required,
  ...(format === null ? {} : { format }),
  ...(nullable ? { nullable } : {}),
  ...(values === null ? {} : { enum: values }),
});

const given = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined));

function identityAndDetails(statement: Statement): Record<string, unknown> {
  switch (statement.kind) {
    case 'purpose':
    case 'capability':
      return { text: statement.text };
    case 'audience':
      return { who: statement.who };
    case 'journey':
    case 'flag':
    case 'storage':
      return {};
    case 'screen':
      return { route: statement.route, title: statement.title };
    case 'link':
      return { from: statement.from, to: statement.to };
    case 'entity':
      return { name: statement.name, aliases: statement.aliases };
    case 'field':
      return {
        entity: statement.entity,
        name: statement.name,
        ...toValue(statement),
        ...given({ ref: statement.ref }),
      };
    case 'state': {
      const { entity, name, initial, final } = statement;
      return { entity, name, ...(initial ? { initial } : {}), ...(final ? { final } : {}) };
    }
    case 'transition': {
      const { entity, from, to, by, roles } = statement;
      return { entity, from, to, roles, ...given({ by }) };
    }
    case 'rule': {
      const { form, call, field, rule, value, message } = statement;
      return { field, rule, ...given({ form, call, value, message }) };
    }
    case 'role':
      return { name: statement.name };
    case 'permission': {
      const { role, allowed, call, route, action } = statement;
      return { role, allowed, ...given({ call, route, action }) };
    }
    case 'call':
      return { method: statement.method, path: statement.path };
    case 'query':
    case 'requestField':
      return { call: statement.call, name: statement.name, ...toValue(statement) };
    case 'responseField':
      return { call: statement.call, status: statement.status, name: statement.name, ...toValue(statement) };
    case 'status':
      return { call: statement.call, status: statement.status };
    case 'error':
      return given({ code: statement.code, status: statement.status, message: statement.message });
    case 'constant':
      return given({
        name: statement.name,
        value: statement.value,
        unit: statement.unit,
        meaning: statement.meaning,
      });
  }
}
