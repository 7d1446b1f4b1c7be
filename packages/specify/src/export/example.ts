import type { Schema } from './schema.ts';

/** Texts of each format, so that what is made from a schema passes for it. */
const texts = new Map<string, string>(
  Object.entries({
    uuid: '00000000-0000-4000-8000-000000000000',
    ulid: '01J00000000000000000000000',
    date: '2030-01-15',
    'date-time': '2030-01-15T12:00:00.000Z',
    time: '12:00',
    email: 'person@example.com',
    uri: 'https://example.com/',
    integer: '1',
    number: '1',
    hex: '00ff',
    country: 'DE',
    currency: 'EUR',
    language: 'en',
  }),
);

/** A value that the schema allows; always the same one. Lists have one item, optional fields are there. */
export function exampleOf(schema: Schema): unknown {
  if (schema.enum !== undefined) return schema.enum[0];
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === 'array') return schema.items === undefined ? [] : [exampleOf(schema.items)];
  if (type === 'object') {
    const properties = Object.entries(schema.properties ?? {});
    return Object.fromEntries(properties.map(([name, property]) => [name, exampleOf(property)]));
  }
  if (type === 'integer' || type === 'number') return 1;
  if (type === 'boolean') return true;
  return type === 'string' ? (texts.get(schema.format ?? schema['x-format'] ?? '') ?? 'text') : null;
}
