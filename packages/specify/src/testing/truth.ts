import type { CallName, Specification, Statement } from '@sightglass/wire';
import { make, specificationOf } from './statements.ts';

/** A statement of a ground truth: `kind` and the fields of that kind, as `fixtures/parts-desk` writes them. */
export interface TrueStatement {
  kind: string;
  [name: string]: unknown;
}
interface TrueItem {
  id: string;
  point: string;
  change: string;
  breaking: boolean;
  subject: TrueStatement;
}
export interface Truth {
  release: string;
  points: Record<string, { statements: TrueStatement[] }>;
  changes?: { items: TrueItem[] };
}

/** What a specification that knows everything would say of the example application. */
export function specificationOfTruth({ release, points }: Truth): Specification {
  const all = Object.values(points).flatMap(({ statements }) => statements);
  return specificationOf(
    all.flatMap((one) => statementOfTruth(one) ?? []),
    { release },
  );
}

export function statementOfTruth(one: TrueStatement): Statement | undefined {
  const text = (name: string, otherwise = '') => (typeof one[name] === 'string' ? one[name] : otherwise);
  const flag = (name: string) => one[name] === true;
  const call = (name: string) => (one[name] as CallName | undefined) ?? null; // the forms of the ground truth
  const route = (name: string) => text(name).replace(/:(\w+)/g, '{$1}');
  const value = {
    ...{ type: text('type', 'string'), format: text('format') || null, required: flag('required') },
    ...{ nullable: flag('nullable'), values: (one.enum as string[] | undefined) ?? null },
    seenBy: { 'type:null': flag('nullable') ? 12 : 0, optional: flag('required') ? 0 : 12 },
  };
  const name = text('name');
  const of = call('call');
  switch (one.kind) {
    case 'screen':
      return make.screen({ route: route('route'), title: text('title') });
    case 'link':
      return make.link({ from: route('from'), to: route('to') });
    case 'entity':
      return make.entity({ name, calls: [] });
    case 'field':
      return make.field({ entity: text('entity'), name, ref: text('ref') || null, ...value });
    case 'state':
      return make.state({ entity: text('entity'), name, initial: flag('initial'), final: flag('final') });
    case 'transition':
      return make.transition({ entity: text('entity'), from: text('from'), to: text('to'), by: call('by') });
    case 'rule': {
      const limit = (one.value as string | number | undefined) ?? null;
      const rule = one.rule as 'required'; // one of the rules' names
      const shared = { field: text('field'), rule, value: limit, message: text('message') || null };
      return make.rule({ call: of, form: text('form') || null, ...shared });
    }
    case 'role':
      return make.role({ name });
    case 'permission': {
      const done = { call: of, route: one.route === undefined ? null : route('route'), action: text('action') || null };
      return make.permission({ role: text('role'), ...done, allowed: flag('allowed') });
    }
    case 'call':
      return make.call({ method: text('method'), path: text('path') });
    case 'query':
      return of === null ? undefined : make.query({ call: of, name, ...value });
    case 'requestField':
      return of === null ? undefined : make.requestField({ call: of, name, ...value });
    case 'responseField':
      return of === null ? undefined : make.responseField({ call: of, status: Number(one.status), name, ...value });
    case 'status': {
      const codes = text('note') === '' ? [] : [text('note')];
      return of === null ? undefined : make.status({ call: of, status: Number(one.status), codes });
    }
    case 'error':
      return make.error({ code: text('code'), status: Number(one.status), message: text('message') });
    case 'constant':
      return make.constant({ name: name || text('meaning'), value: one.value as number, meaning: text('meaning') });
    default:
      return undefined;
  }
}
