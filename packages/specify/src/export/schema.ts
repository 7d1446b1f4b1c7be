import { textFormat } from '@sightglass/wire';

/** A JSON Schema (2020-12), as far as it is inferred. */
export interface Schema {
  type?: string | string[];
  format?: string;
  'x-format'?: string;
  enum?: (string | null)[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: Schema;
  [extension: `x-${string}`]: unknown;
}

/** What statements say of one value. */
export interface ValueSaid {
  /** `items[].partNo`; `$` is the whole. `{key}` stands for the keys of a map. */
  name: string;
  type: string;
  format: string | null;
  required: boolean;
  nullable: boolean;
  values: string[] | null;
}

interface Node {
  said?: ValueSaid;
  children: Map<string, Node>;
}

/** The values of one body, put together to its schema; nothing else than what they say is claimed. */
export function schemaOf(values: readonly ValueSaid[]): Schema {
  const root: Node = { children: new Map() };
  for (const said of values) {
    let node = root;
    for (const step of stepsOf(said.name)) {
      const next = node.children.get(step) ?? { children: new Map() };
      node.children.set(step, next);
      node = next;
    }
    node.said = said;
  }
  return toSchema(root);
}

/** `items[].partNo` is read `items`, `[]`, `partNo`. */
function stepsOf(name: string): string[] {
  if (name === '$') return [];
  return name.split('.').flatMap((part) => {
    const lists = /(?:\[\])+$/.exec(part)?.[0] ?? '';
    const own = part.slice(0, part.length - lists.length);
    return [...(own === '' ? [] : [own]), ...Array.from({ length: lists.length / 2 }, () => '[]')];
  });
}

function toSchema({ said, children }: Node): Schema {
  const own: Schema = said === undefined ? {} : valueSchema(said);
  if (children.size === 0) return own;
  const nullable = said?.nullable === true;
  const item = children.get('[]');
  if (item !== undefined) return { ...own, ...typed('array', nullable), items: toSchema(item) };
  const map = children.get('{key}');
  const named = [...children].filter(([step]) => step !== '{key}');
  const required = named.filter(([, node]) => node.said?.required === true).map(([step]) => step);
  return {
    ...own,
    ...typed('object', nullable),
    // From entries, since a field may be called `__proto__`.
    ...(named.length === 0
      ? {}
      : { properties: Object.fromEntries(named.map(([step, node]) => [step, toSchema(node)])) }),
    ...(required.length === 0 ? {} : { required: required.toSorted() }),
    ...(map === undefined ? {} : { additionalProperties: toSchema(map) }),
  };
}

const typed = (type: string, nullable: boolean): Pick<Schema, 'type'> => ({ type: nullable ? [type, 'null'] : type });

const jsonTypes = ['object', 'array', 'string', 'integer', 'number', 'boolean', 'null'];
/** Formats that JSON Schema knows, by our name. */
const knownFormats = new Map<string, string>(
  Object.entries({
    uuid: 'uuid',
    date: 'date',
    'date-time': 'date-time',
    time: 'time',
    email: 'email',
    url: 'uri',
  }),
);

export function valueSchema({ type, format, nullable, values }: Omit<ValueSaid, 'name' | 'required'>): Schema {
  const types = type.split(/\W+/).filter((word) => jsonTypes.includes(word));
  if (nullable && !types.includes('null')) types.push('null');
  const [first] = types;
  const known = format === null ? undefined : knownFormats.get(format);
  return {
    ...(first === undefined || (nullable && types.length === 1) ? {} : { type: types.length === 1 ? first : types }),
    ...(known === undefined ? {} : { format: known }),
    ...(known === undefined && textFormat.safeParse(format).success && format !== null ? { 'x-format': format } : {}),
    ...(values === null ? {} : { enum: nullable ? [...values, null] : values }),
  };
}
