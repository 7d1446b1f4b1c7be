import { type Specification, statementKey, wordsOf } from '@sightglass/wire';
import { entityNames } from './entity-names.ts';
import { type Schema, schemaOf } from './schema.ts';
import { basisOf, extensionsOf, sureOf } from './sure.ts';

export interface ExportOptions {
  /** Address of the dashboard, without a slash at its end; without it evidence is named and not linked. */
  origin?: string;
}

export interface EntitySchemas {
  $schema: string;
  title: string;
  description: string;
  $defs: Record<string, Schema>;
}

/** Each entity as a JSON Schema, under `$defs`, in one document. A field that names another entity says so in `x-ref`. */
export function toJsonSchema(specification: Specification, { origin }: ExportOptions = {}): EntitySchemas {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: `${specification.project.name}: entities`,
    description: basisOf(specification),
    $defs: entitySchemas(specification, origin),
  };
}

export function entitySchemas(specification: Specification, origin: string | undefined): Record<string, Schema> {
  const fields = Map.groupBy(sureOf(specification, 'field'), ({ entity }) => statementKey.entity(entity));
  const nameOf = entityNames(specification);
  const taken = new Set<string>();
  const schemas = sureOf(specification, 'entity').map((entity): [string, Schema] => {
    const own = fields.get(entity.key) ?? [];
    const schema = { type: 'object', ...schemaOf(own) };
    for (const field of own) {
      const property =
        schema.properties && Object.hasOwn(schema.properties, field.name) ? schema.properties[field.name] : undefined;
      if (property && field.ref !== null) property['x-ref'] = nameOf(field.ref);
    }
    return [
      freeName(pascalCase(entity.name) || 'Entity', taken),
      {
        ...schema,
        ...(entity.identifiedBy === null ? {} : { 'x-identified-by': entity.identifiedBy }),
        ...(entity.aliases.length === 0 ? {} : { 'x-aliases': entity.aliases }),
        ...extensionsOf(entity, specification.project.id, origin),
      },
    ];
  });
  return Object.fromEntries(schemas);
}

/** Letters of the Latin alphabet and digits alone: what every tool takes for a name. */
export function pascalCase(words: string): string {
  return wordsOf(words)
    .map((word) => word.replace(/[^A-Za-z0-9]/g, ''))
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}

/** The name, or the name and a number where it is taken; it is taken afterwards. */
export function freeName(name: string, taken: Set<string>): string {
  let free = name;
  for (let number = 2; taken.has(free); number += 1) free = `${name}${number}`;
  taken.add(free);
  return free;
}
