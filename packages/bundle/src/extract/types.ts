import type { Node } from 'oxc-parser';
import { emptyProgram } from '../empty-program.ts';
import { scopesOf } from '../evaluate/scope.ts';
import type { Unit } from '../evaluate/value.ts';
import { nameOfKey } from '../evaluate/walk.ts';
import type { FieldFact, TypeFact } from './fact.ts';

type Declared = Extract<Node, { type: 'TSInterfaceDeclaration' | 'TSTypeAliasDeclaration' }>;
/** Types by their names, each where it is declared. */
export type DeclaredTypes = Map<string, { unit: Unit; node: Declared }>;
type Member = TypeFact['fields'][number];

/** What sources declare, without the rest of them: that is let go. */
export function declaredIn(sources: readonly Unit[]): DeclaredTypes {
  const declared: DeclaredTypes = new Map();
  for (const { read } of sources) {
    const own = read.ast.body.flatMap((statement) => {
      const node = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
      return node?.type === 'TSInterfaceDeclaration' || node?.type === 'TSTypeAliasDeclaration' ? [node] : [];
    });
    if (own.length === 0) continue;
    const ast = { ...emptyProgram(), body: own };
    const unit = { read: { ...read, ast }, scopes: scopesOf(ast) };
    for (const node of own) declared.set(node.id.name, { unit, node });
  }
  return declared;
}

/** Types of objects that the sources declare, with what they extend; closed sets of texts are looked up. */
export function typesIn(declared: DeclaredTypes): TypeFact[] {
  return [...declared].flatMap(([name, { unit, node }]) => {
    const fields = fieldsOf(declared, name, 0);
    return fields.length > 0 ? [{ name, fields, at: { unit, node: node.id } }] : [];
  });
}

function fieldsOf(declared: DeclaredTypes, name: string, height: number): Member[] {
  const found = declared.get(name);
  if (!found || height > 4) return [];
  const { unit, node } = found;
  if (node.type === 'TSInterfaceDeclaration') {
    const above = node.extends.flatMap(({ expression }) =>
      expression.type === 'Identifier' ? fieldsOf(declared, expression.name, height + 1) : [],
    );
    return [...above, ...membersOf(declared, unit, node.body.body, '')];
  }
  return ofAnnotation(declared, unit, node.typeAnnotation, height);
}

function ofAnnotation(declared: DeclaredTypes, unit: Unit, type: Node, height: number): Member[] {
  if (type.type === 'TSTypeLiteral') return membersOf(declared, unit, type.members, '');
  if (type.type === 'TSIntersectionType')
    return type.types.flatMap((part) => ofAnnotation(declared, unit, part, height));
  if (type.type === 'TSTypeReference' && type.typeName.type === 'Identifier')
    return fieldsOf(declared, type.typeName.name, height + 1);
  return [];
}

function membersOf(declared: DeclaredTypes, unit: Unit, members: readonly Node[], before: string): Member[] {
  return members.flatMap((member): Member[] => {
    // Methods make an interface of a service, not of an entity.
    if (member.type !== 'TSPropertySignature' || !member.typeAnnotation) return [];
    const key = nameOfKey(member.key, member.computed);
    if (key === undefined) return [];
    const about = aboutType(declared, member.typeAnnotation.typeAnnotation);
    if (about === undefined) return [];
    const own: Member = {
      name: before + key,
      optional: member.optional ?? false,
      at: { unit, node: member },
      ...about.told,
    };
    return [
      own,
      ...(about.inner
        ? membersOf(declared, unit, about.inner, `${before}${key}${own.type === 'array' ? '[]' : ''}.`)
        : []),
    ];
  });
}

interface About {
  told: Pick<Member, 'type' | 'format' | 'nullable' | 'values' | 'ref'>;
  inner: readonly Node[] | undefined;
}

const plain: Record<string, FieldFact['type']> = {
  TSStringKeyword: 'string',
  TSNumberKeyword: 'number',
  TSBooleanKeyword: 'boolean',
  TSObjectKeyword: 'object',
};

/** `undefined`: functions, which no body carries. */
function aboutType(declared: DeclaredTypes, type: Node): About | undefined {
  const told = (is: FieldFact['type'], more: Partial<About['told']> = {}, inner?: readonly Node[]): About => ({
    told: { type: is, format: undefined, nullable: false, values: undefined, ref: undefined, ...more },
    inner,
  });
  const known = plain[type.type];
  if (known !== undefined) return told(known);
  switch (type.type) {
    case 'TSFunctionType':
      return undefined;
    case 'TSArrayType': {
      const item = aboutType(declared, type.elementType);
      return told('array', { ref: item?.told.ref }, item?.inner);
    }
    case 'TSTypeLiteral':
      return told('object', {}, type.members);
    case 'TSLiteralType':
      return told('string', { values: textsOf([type]) });
    case 'TSUnionType': {
      const rest = type.types.filter(({ type: is }) => is !== 'TSNullKeyword' && is !== 'TSUndefinedKeyword');
      const nullable = type.types.some(({ type: is }) => is === 'TSNullKeyword');
      const values = textsOf(rest);
      if (values) return told('string', { nullable, values });
      const [only] = rest;
      const inner = only && rest.length === 1 ? aboutType(declared, only) : undefined;
      return inner ? { ...inner, told: { ...inner.told, nullable } } : told('', { nullable });
    }
    case 'TSTypeReference': {
      const name = type.typeName.type === 'Identifier' ? type.typeName.name : undefined;
      const alias = name === undefined ? undefined : declared.get(name)?.node;
      if (name === 'Date') return told('string', { format: 'date-time' });
      if (name === 'Array' && type.typeArguments?.params[0])
        return told('array', { ref: aboutType(declared, type.typeArguments.params[0])?.told.ref });
      if (alias?.type === 'TSTypeAliasDeclaration' && alias.typeAnnotation.type !== 'TSTypeLiteral')
        return aboutType(declared, alias.typeAnnotation) ?? told('');
      return alias ? told('object', { ref: name }) : told('');
    }
    default:
      return told('');
  }
}

function textsOf(types: readonly Node[]): string[] | undefined {
  const texts = types.map((one) =>
    one.type === 'TSLiteralType' && one.literal.type === 'Literal' && typeof one.literal.value === 'string'
      ? one.literal.value
      : undefined,
  );
  return texts.length > 0 && texts.every((text) => text !== undefined) ? texts : undefined;
}
