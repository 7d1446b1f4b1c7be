import type { Node } from 'oxc-parser';
import { literal, type Spot, type Unit, type Value } from '../evaluate/value.ts';
import { nameOfKey, type ObjectNode } from '../evaluate/walk.ts';
import type { World } from '../evaluate/world.ts';

/** What a document asks for at one place: names of fields, and of the fragments that are put in. */
export interface Selection {
  fields: { name: string; of: Selection }[];
  spreads: string[];
  /** What is asked only of one of several types: `... on ErrorResult {…}`. */
  variants: { on: string; of: Selection }[];
}

const nothing = (): Selection => ({ fields: [], spreads: [], variants: [] });

/** An operation of a GraphQL document, by its own name. */
export interface Operation {
  name: string;
  kind: 'query' | 'mutation' | 'subscription';
  /** With the type as it is written: `Int!`; empty where the document does not say. */
  variables: { name: string; type: string }[];
  asks: Selection;
}

export interface GraphqlDocument {
  operations: Operation[];
  fragments: { name: string; on: string; asks: Selection }[];
  at: Spot;
}

const starts = /^\s*(?:#.*\n\s*)*(?:query|mutation|subscription|fragment)\b/;

/** A document as text, in a template with a tag or without, and as code generators write it. */
export function documentAt(world: World, unit: Unit, node: Node): GraphqlDocument | undefined {
  if (node.type === 'ObjectExpression') return ofParsed(world, unit, node);
  const quasi =
    node.type === 'TaggedTemplateExpression' ? node.quasi : node.type === 'TemplateLiteral' ? node : undefined;
  if (node.type === 'TemplateLiteral' && unit.scopes.parentOf(node)?.type === 'TaggedTemplateExpression')
    return undefined;
  const written = quasi
    ? quasi.quasis.map(({ value }) => value.cooked ?? value.raw).join('')
    : node.type === 'Literal' && typeof node.value === 'string'
      ? node.value
      : '';
  if (written.length < 8 || !starts.test(written)) return undefined;
  const told = read(written);
  return told.operations.length + told.fragments.length === 0 ? undefined : { ...told, at: { unit, node } };
}

const token = /\.\.\.|[{}()[\]:!=@$|&]|"""[\s\S]*?"""|"(?:\\.|[^"\\\n])*"|[A-Za-z_]\w*|-?\d[\w.+-]*/g;

/** As far as it can be read: https://spec.graphql.org/October2021/#sec-Language */
function read(text: string): Omit<GraphqlDocument, 'at'> {
  const tokens = text.replace(/#[^\n]*/g, ' ').match(token) ?? [];
  const told: Omit<GraphqlDocument, 'at'> = { operations: [], fragments: [] };
  let at = 0;
  const isName = (one: string | undefined): one is string => one !== undefined && /^[A-Za-z_]/.test(one);
  /** What stands in brackets, without them. */
  function skip(open: string, close: string): string[] {
    const from = at;
    let depth = 0;
    do {
      if (tokens[at] === open) depth += 1;
      if (tokens[at] === close) depth -= 1;
      at += 1;
    } while (depth > 0 && at < tokens.length);
    return tokens.slice(from + 1, at - 1);
  }
  function skipDirectives(): void {
    while (tokens[at] === '@') {
      at += 2;
      if (tokens[at] === '(') skip('(', ')');
    }
  }
  function selection(): Selection {
    const found = nothing();
    skipDirectives();
    if (tokens[at] !== '{') return found;
    at += 1;
    while (at < tokens.length && tokens[at] !== '}') {
      if (tokens[at] === '...') {
        at += 1;
        const on = tokens[at] === 'on' ? tokens[at + 1] : undefined;
        if (on !== undefined) at += 2;
        else if (isName(tokens[at])) found.spreads.push(tokens[at++] ?? '');
        putIn(found, on, selection());
      } else if (isName(tokens[at])) {
        // `shown: name` asks for `name`.
        const name = (tokens[at + 1] === ':' ? tokens[at + 2] : tokens[at]) ?? '';
        at += tokens[at + 1] === ':' ? 3 : 1;
        if (tokens[at] === '(') skip('(', ')');
        found.fields.push({ name, of: selection() });
      } else at += 1;
    }
    at += 1;
    return found;
  }
  while (at < tokens.length) {
    const kind = tokens[at++];
    if (kind === 'fragment') {
      const [name = '', , on = ''] = tokens.slice(at, at + 3);
      at += 3;
      told.fragments.push({ name, on, asks: selection() });
    } else if (kind === 'query' || kind === 'mutation' || kind === 'subscription') {
      const name = isName(tokens[at]) ? (tokens[at++] ?? '') : '';
      const variables = tokens[at] === '(' ? variablesIn(skip('(', ')')) : [];
      const asks = selection();
      if (name !== '') told.operations.push({ name, kind, variables, asks });
    }
  }
  return told;
}

/** `$stage: Stage, $first: Int! = 20` */
function variablesIn(tokens: readonly string[]): Operation['variables'] {
  const starts = tokens.flatMap((one, at) => (one === '$' && tokens[at + 2] === ':' ? [at] : []));
  return starts.map((at, index) => {
    const told = tokens.slice(at + 3, starts[index + 1]);
    const end = told.findIndex((one) => one === '=' || one === '@');
    return { name: tokens[at + 1] ?? '', type: (end < 0 ? told : told.slice(0, end)).join('') };
  });
}

/** `{kind: 'Document', definitions: [{kind: 'OperationDefinition', name: {value: 'Stock'}, variableDefinitions: […]}]}`. */
function ofParsed(world: World, unit: Unit, node: ObjectNode): GraphqlDocument | undefined {
  const isDocument = node.properties.some(
    (one) =>
      one.type === 'Property' &&
      nameOfKey(one.key, one.computed) === 'kind' &&
      one.value.type === 'Literal' &&
      one.value.value === 'Document',
  );
  if (!isDocument) return undefined;
  const told: GraphqlDocument = { operations: [], fragments: [], at: { unit, node } };
  for (const one of itemsOf(world.evaluator.worth(unit, node), 'definitions')) {
    const kind = textOf(one, 'kind');
    const name = textOf(heldIn(one, 'name'), 'value') ?? '';
    const asks = selectionOf(heldIn(one, 'selectionSet'), 0);
    if (kind === 'FragmentDefinition')
      told.fragments.push({ name, on: textOf(heldIn(heldIn(one, 'typeCondition'), 'name'), 'value') ?? '', asks });
    if (kind !== 'OperationDefinition' || name === '') continue;
    const operation = textOf(one, 'operation');
    const variables = itemsOf(one, 'variableDefinitions').map((variable) => ({
      name: textOf(heldIn(heldIn(variable, 'variable'), 'name'), 'value') ?? '',
      type: '',
    }));
    const sort = operation === 'mutation' || operation === 'subscription' ? operation : 'query';
    told.operations.push({ name, kind: sort, variables: variables.filter((given) => given.name !== ''), asks });
  }
  return told;
}

const deepest = 8;

function selectionOf(set: Value | undefined, depth: number): Selection {
  const found = nothing();
  if (depth > deepest) return found;
  for (const one of itemsOf(set, 'selections')) {
    const kind = textOf(one, 'kind');
    const name = textOf(heldIn(one, 'name'), 'value') ?? '';
    const inner = selectionOf(heldIn(one, 'selectionSet'), depth + 1);
    if (kind === 'Field') found.fields.push({ name, of: inner });
    else if (kind === 'FragmentSpread') found.spreads.push(name);
    else putIn(found, textOf(heldIn(heldIn(one, 'typeCondition'), 'name'), 'value'), inner);
  }
  return found;
}

function putIn(found: Selection, on: string | undefined, inner: Selection): void {
  if (on !== undefined) found.variants.push({ on, of: inner });
  else {
    found.fields.push(...inner.fields);
    found.spreads.push(...inner.spreads);
    found.variants.push(...inner.variants);
  }
}

const heldIn = (value: Value | undefined, key: string): Value | undefined =>
  value?.is === 'object' ? value.entries.get(key)?.value() : undefined;
const textOf = (value: Value | undefined, key: string): string | undefined => literal(heldIn(value, key));
function itemsOf(value: Value | undefined, key: string): readonly Value[] {
  const list = heldIn(value, key);
  return list?.is === 'array' ? list.items : [];
}
