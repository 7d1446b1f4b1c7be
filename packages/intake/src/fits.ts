import type { wireRecord } from '@sightglass/wire';
import { compileLetters } from './letters.ts';

/** As much of a zod schema as this file reads; what it does not know, it leaves to the schema itself. */
interface Schema {
  _zod: { def: Definition };
  safeParse(value: unknown): { success: boolean };
}
interface Definition {
  type: string;
  checks?: { _zod: { def: Check } }[];
  shape?: Record<string, Schema>;
  values?: unknown[];
  entries?: Record<string, string>;
  options?: Schema[];
  discriminator?: string;
  innerType?: Schema;
  element?: Schema;
  keyType?: Schema;
  valueType?: Schema;
  getter?: () => Schema;
}
interface Check {
  check: string;
  format?: string;
  pattern?: RegExp;
  value?: number;
  inclusive?: boolean;
  minimum?: number;
  maximum?: number;
  fn?: (value: unknown) => unknown;
}
type Fits = (value: unknown) => boolean;

/**
 * Whether a value passes a schema, without building the parsed copy: about ten times quicker than parsing, which is what keeps the door
 * near the speed of `JSON.parse` (bench/intake). It is a function generated from the schema, as zod generates its own parser; whatever
 * the generator does not know goes to the schema itself. A property test holds the two together.
 *
 * @param schema - A zod schema of our own: its names become source text. Only JSON values are judged.
 */
export function compileFits(schema: typeof wireRecord): Fits {
  const source = createSource();
  const entry = source.functionFor(schema as unknown as Schema); // its inner side, as declared above
  const body = `${source.functions.join('\n')}\nreturn ${entry};`;
  return new Function('held', body)(source.held) as Fits; // the text above makes a function of one value
}

interface Source {
  functions: string[];
  /** What the text cannot spell: patterns, sets, functions. It refers to them by number. */
  held: unknown[];
  hold(thing: unknown): string;
  /** The name of a function that judges this schema. */
  functionFor(schema: Schema): string;
}

function createSource(): Source {
  const names = new Map<Schema, string>();
  const source: Source = {
    functions: [],
    held: [],
    hold: (thing) => `held[${source.held.push(thing) - 1}]`,
    functionFor(schema) {
      const before = names.get(schema);
      if (before !== undefined) return before;
      const name = `fits${names.size}`;
      // A schema that holds itself finds its name before its text is there.
      names.set(schema, name);
      source.functions.push(`function ${name}(v) { ${bodyOf(schema, source)} }`);
      return name;
    },
  };
  return source;
}

/** Statements that return whether `v` fits. */
function bodyOf(schema: Schema, source: Source): string {
  const { def } = schema._zod;
  const checks = checksOf(def);
  if (def.type === 'object' && def.shape !== undefined && checks.length === 0) return objectBody(def.shape, source);
  // Its getter makes a new schema each time, so it is asked once.
  if (def.type === 'lazy' && def.getter !== undefined) return `return ${judged(def.getter(), 'v', source)};`;
  const rest =
    def.type === 'record'
      ? recordBody(def, checks, source)
      : def.type === 'array'
        ? arrayBody(def, checks, source)
        : undefined;
  if (rest !== undefined) return rest;
  if (def.type === 'union' && def.discriminator !== undefined)
    return kindsBody(def.options ?? [], def.discriminator, source);
  return `return ${expression(schema, 'v', source) ?? `${source.hold(schema)}.safeParse(v).success`};`;
}

/** What is small is spelled where it stands; the rest is called by name. */
function judged(schema: Schema, value: string, source: Source): string {
  return expression(schema, value, source) ?? `${source.functionFor(schema)}(${value})`;
}

function expression({ _zod: { def } }: Schema, value: string, source: Source): string | undefined {
  const checks = checksOf(def);
  switch (def.type) {
    case 'string':
      return stringExpression(checks, value, source);
    case 'number':
      return numberExpression(checks, value);
    case 'boolean':
      return checks.length > 0 ? undefined : `typeof ${value} === 'boolean'`;
    case 'null':
      return `${value} === null`;
    case 'unknown':
      return 'true';
    case 'literal':
    case 'enum':
      return `(${(def.values ?? Object.values(def.entries ?? {})).map((one) => `${value} === ${JSON.stringify(one)}`).join(' || ')})`;
    case 'optional':
      return def.innerType && `(${value} === undefined || ${judged(def.innerType, value, source)})`;
    case 'nullable':
      return def.innerType && `(${value} === null || ${judged(def.innerType, value, source)})`;
    case 'union':
      if (def.discriminator !== undefined || def.options === undefined) return undefined;
      return `(${def.options.map((option) => judged(option, value, source)).join(' || ')})`;
    default:
      return undefined;
  }
}

function stringExpression(checks: Check[], value: string, source: Source): string | undefined {
  const terms = [`typeof ${value} === 'string'`];
  for (const { check, maximum, format, pattern } of checks)
    if (check === 'max_length' && maximum !== undefined) terms.push(`${value}.length <= ${maximum}`);
    else if (check === 'string_format' && format === 'regex' && pattern !== undefined && !pattern.global)
      terms.push(patternExpression(pattern, value, source));
    else return undefined;
  return `(${terms.join(' && ')})`;
}

function patternExpression(pattern: RegExp, value: string, source: Source): string {
  const letters = compileLetters(pattern);
  return letters === undefined ? `${source.hold(pattern)}.test(${value})` : `${source.hold(letters)}(${value})`;
}

function numberExpression(checks: Check[], value: string): string | undefined {
  const terms = [`typeof ${value} === 'number'`, `Number.isFinite(${value})`];
  for (const { check, value: bound, inclusive, format } of checks)
    if (check === 'greater_than' && inclusive === true && bound !== undefined) terms.push(`${value} >= ${bound}`);
    else if (check === 'less_than' && inclusive === true && bound !== undefined) terms.push(`${value} <= ${bound}`);
    else if (check === 'number_format' && format === 'safeint') terms.push(`Number.isSafeInteger(${value})`);
    else return undefined;
  return `(${terms.join(' && ')})`;
}

const notAnObject = "if (typeof v !== 'object' || v === null || Array.isArray(v)) return false;";

/** Other keys than the schema's may be there; zod leaves them out of its copy. */
function objectBody(shape: Record<string, Schema>, source: Source): string {
  const fields = Object.entries(shape).map(
    ([name, schema]) => `x = v[${JSON.stringify(name)}]; if (!(${judged(schema, 'x', source)})) return false;`,
  );
  return `${notAnObject} let x; ${fields.join(' ')} return true;`;
}

function recordBody({ keyType, valueType }: Definition, checks: Check[], source: Source): string | undefined {
  if (keyType?._zod.def.type !== 'string' || valueType === undefined) return undefined;
  const refinements = checks.flatMap(({ check, fn }) => (check === 'custom' && fn !== undefined ? [fn] : []));
  if (refinements.length < checks.length) return undefined;
  const asked = refinements.map((refinement) => `if (!${source.hold(refinement)}(v)) return false;`);
  const each = `x = v[k]; if (!(${judged(keyType, 'k', source)}) || !(${judged(valueType, 'x', source)})) return false;`;
  // What JSON makes inherits nothing that is counted here.
  return `${notAnObject} let x; for (const k in v) { ${each} } ${asked.join(' ')} return true;`;
}

function arrayBody({ element }: Definition, checks: Check[], source: Source): string | undefined {
  if (element === undefined) return undefined;
  const terms = ['Array.isArray(v)'];
  for (const { check, minimum, maximum } of checks)
    if (check === 'min_length' && minimum !== undefined) terms.push(`v.length >= ${minimum}`);
    else if (check === 'max_length' && maximum !== undefined) terms.push(`v.length <= ${maximum}`);
    else return undefined;
  return `if (!(${terms.join(' && ')})) return false; for (let i = 0; i < v.length; i += 1) { const x = v[i]; if (!(${judged(element, 'x', source)})) return false; } return true;`;
}

function kindsBody(options: Schema[], discriminator: string, source: Source): string {
  const cases = options.flatMap((option) => {
    const kinds = option._zod.def.shape?.[discriminator]?._zod.def.values ?? [];
    return kinds.map((kind) => `case ${JSON.stringify(kind)}: return ${source.functionFor(option)}(v);`);
  });
  return `${notAnObject} switch (v[${JSON.stringify(discriminator)}]) { ${cases.join(' ')} default: return false; }`;
}

function checksOf(def: Definition): Check[] {
  return (def.checks ?? []).map((check) => check._zod.def);
}
