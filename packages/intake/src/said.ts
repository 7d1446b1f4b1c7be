import type { ConsoleRecord } from '@sightglass/wire';
import { fieldsOf } from './given.ts';
import { forbiddenKeys } from './json/clean.ts';
import { isSecretName, scrubMessage, segment } from './privacy/index.ts';

const maxAttributes = 20;

/** What was written to the console, as a template. */
export function lineOf(said: unknown): string {
  const parts = Array.isArray(said) ? said.slice(0, 20) : [said];
  return scrubMessage(
    parts
      .filter((part) => part !== undefined)
      .map((part) => (typeof part === 'string' ? part : typeof part === 'object' ? '{object}' : String(part)))
      .join(' '),
  );
}

const levels: Record<string, ConsoleRecord['level']> = {
  trace: 'debug',
  debug: 'debug',
  info: 'info',
  log: 'log',
  warning: 'warn',
  warn: 'warn',
  error: 'error',
  fatal: 'error',
  assert: 'assert',
};

export function levelOf(level: unknown): ConsoleRecord['level'] {
  return typeof level === 'string' && Object.hasOwn(levels, level) ? (levels[level] ?? 'log') : 'log';
}

type Attributes = Record<string, string | number | boolean | null>;

/** Simple values that an application attached; texts as templates, secrets and what is nested not at all. */
export function attributesOf(data: unknown): Attributes {
  const told: Attributes = {};
  for (const [name, value] of Object.entries(fieldsOf(data)).slice(0, maxAttributes)) {
    const key = segment(name).slice(0, 64);
    if (key === '' || forbiddenKeys.has(key) || isSecretName(name)) continue;
    if (typeof value === 'string') told[key] = scrubMessage(value);
    else if (typeof value === 'boolean' || value === null) told[key] = value;
    else if (typeof value === 'number' && Number.isFinite(value)) told[key] = value;
  }
  return told;
}
