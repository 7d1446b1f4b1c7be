import {
  type MarkdownOptions,
  toJsonSchema,
  toMarkdown,
  toMermaid,
  toOpenApi,
  toPlaywright,
  toXState,
} from '@sightglass/specify';
import type { Specification, SpecificationFormat } from '@sightglass/wire';
import { Media } from './handlers.ts';

type FileFormat = Exclude<SpecificationFormat, 'json'>;
type Ground = NonNullable<MarkdownOptions['ground']>;

interface Kind {
  type: string;
  /** How the file's name ends. */
  ending: string;
  /** @param origin - Of the dashboard, so that evidence can be linked. */
  write(specification: Specification, origin: string, ground: Ground): string;
}

const json = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;
const markdown = 'text/markdown; charset=utf-8';
// text/typescript is not registered; this is what it is to whoever only shows it.
const script = 'text/plain; charset=utf-8';

const kinds: Record<FileFormat, Kind> = {
  markdown: {
    type: markdown,
    ending: 'md',
    write: (specification, origin, ground) => toMarkdown(specification, { origin, ground }),
  },
  openapi: {
    type: 'application/vnd.oai.openapi+json;version=3.1',
    ending: 'openapi.json',
    write: (specification, origin) => json(toOpenApi(specification, { origin })),
  },
  'json-schema': {
    type: 'application/schema+json',
    ending: 'schema.json',
    write: (specification, origin) => json(toJsonSchema(specification, { origin })),
  },
  mermaid: { type: markdown, ending: 'diagrams.md', write: (specification) => toMermaid(specification) },
  xstate: { type: script, ending: 'machines.ts', write: (specification) => toXState(specification) },
  playwright: { type: script, ending: 'spec.ts', write: (specification) => toPlaywright(specification) },
};

/** A specification as a file. */
export function exported(
  specification: Specification,
  format: FileFormat,
  origin: string,
  ground: Ground = 'full',
): Media {
  const { type, ending, write } = kinds[format];
  const about = [specification.project.name, specification.release ?? ''].map(plain).filter(Boolean);
  return new Media(type, write(specification, origin, ground), `${about.join('-') || 'specification'}.${ending}`);
}

/** `Tenon Parts Desk` → `tenon-parts-desk`. */
function plain(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9.]+/g, '-')
    .replace(/^[-.]+|[-.]+$/g, '');
}
