import { formatOf, isSecretName, isSignedToken } from '@sightglass/privacy';
import { readQuery } from '../foreign/query.ts';
import { forbiddenKeys } from '../json/clean.ts';
import { segment } from './words.ts';

const maxParams = 20;

/** Names of a query's parameters with what their values look like; `secret` where that would tell a part of one. */
export function queryOf(query: string): Record<string, string> | undefined {
  const told: Record<string, string> = {};
  for (const [name, value] of [...readQuery(query)].slice(0, maxParams)) {
    const safe = name.replace(/[^[\]]+/g, segment).slice(0, 64) || '{token}';
    if (!forbiddenKeys.has(safe)) told[safe] = isSecretName(name) || isSignedToken(value) ? 'secret' : formatOf(value);
  }
  return Object.keys(told).length > 0 ? told : undefined;
}
