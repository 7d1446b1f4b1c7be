import { isObject } from '@sightglass/privacy';
import type { ResourceRecord } from '@sightglass/wire';
import { identifies, kindBefore } from './identity.ts';
import { type CallPlace, type FoundObject, isValue } from './objects.ts';
import type { Seen } from './seen.ts';

type Change = NonNullable<ResourceRecord['changes']>[number];

const maxChanges = 50;
const maxNamed = 40;

/**
 * Which objects of an answer hold another state than when they were last seen, and by which call. Remembers what is held now.
 *
 * @param sent - The call's own body: a write may name its object there.
 */
export function changesIn(
  found: readonly FoundObject[],
  call: CallPlace & { path: string; status: number },
  sent: unknown,
  seen: Seen,
): Change[] {
  const changes: Change[] = [];
  const writes = !call.reads;
  const inPath = call.parts.slice(1).filter((part) => part);
  const named = writes ? [...inPath, ...namesIn(sent)].slice(0, maxNamed).map((value) => seen.hash(value)) : [];
  const told = { method: call.method, path: call.path };
  for (const { at, id, kind, states } of found) {
    const object = seen.hash(id, kind);
    const made = writes && isMade(at, kind, call) && !inPath.includes(`${id}`) && seen.isNew(object);
    for (const { field, value } of states) {
      const before = seen.sight(object, field, value);
      if (made) changes.push({ at, field, to: value, by: told });
      else if (before && before.was !== value) {
        const by = writes ? told : seen.lastWrite(before.at, seen.hash(id))?.by;
        changes.push({ at, field, from: before.was, to: value, by });
      }
    }
  }
  if (writes) seen.wrote({ named, by: told });
  return changes.slice(0, maxChanges);
}

/** A POST that answers with one thing of the kind that its path is about has made it. */
function isMade(
  at: string,
  kind: string,
  { told, status, operation, method }: CallPlace & { status: number },
): boolean {
  if (method !== 'POST' || at.includes('[')) return false;
  if (operation) return makes.test(operation);
  return (status === 201 && at === '$') || (/^20[01]$/.test(status as never) && kind === kindBefore(told));
}

const makes = /(^|[./_])(create|add|new|open|register|place|book|insert)(?![a-z])/i;

/** What a body names at its top, and in what GraphQL and JSON-RPC call variables, input and parameters. */
function namesIn(sent: unknown): (string | number)[] {
  if (!isObject(sent)) return [];
  const { input, params, variables } = sent;
  return namesOf(sent).concat([variables, input, params].flatMap(namesIn));
}

function namesOf(sent: object): (string | number)[] {
  return Object.entries(sent).flatMap(([key, value]: [string, unknown]) =>
    isValue(value) && identifies(key) !== undefined ? [value] : [],
  );
}
