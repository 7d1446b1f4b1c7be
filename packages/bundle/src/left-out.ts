import type { Node, Program } from 'oxc-parser';
import { walk } from './evaluate/walk.ts';
import type { ReadFile, Sighted } from './face.ts';

/** What was seen in libraries and says nothing of the product: each with the libraries that have most of it. */
export interface LeftOut {
  /** Ways of sending requests: telemetry and HTTP clients. */
  calls: Seen;
  /** Error codes and classes. */
  errors: Seen;
  /** Numbers with a name. */
  constants: Seen;
}

export interface Seen {
  count: number;
  /** Most first; at most five. */
  libraries: string[];
}

const senders = new Set(['fetch', 'sendBeacon', 'XMLHttpRequest', 'EventSource', 'WebSocket']);
const maxLibraries = 5;

/** Finds them in one script, whose tree is needed no longer then. */
export function sightedIn(program: Program): Sighted {
  const found: Record<keyof LeftOut, number[]> = { calls: [], errors: [], constants: [] };
  walk(program, (node) => {
    const seen = seenIn(node);
    if (seen) found[seen].push(node.start);
  });
  const { calls, errors, constants } = found;
  return { calls: Uint32Array.from(calls), errors: Uint32Array.from(errors), constants: Uint32Array.from(constants) };
}

/** Counts what libraries have of the things that points 7 to 9 look for, so that "not shown" can say what was seen. */
export function leftOutOf(files: readonly ReadFile[]): LeftOut {
  const counts = { calls: new Map<string, number>(), errors: new Map(), constants: new Map() };
  for (const file of files) {
    const sighted = file.sighted ?? sightedIn(file.ast);
    for (const kind of ['calls', 'errors', 'constants'] as const)
      for (const offset of sighted[kind]) {
        const { kind: owner, package: library = 'unnamed' } = file.ownerAt(offset);
        if (owner === 'third-party') counts[kind].set(library, (counts[kind].get(library) ?? 0) + 1);
      }
  }
  return { calls: sumOf(counts.calls), errors: sumOf(counts.errors), constants: sumOf(counts.constants) };
}

function seenIn(node: Node): keyof LeftOut | undefined {
  if (node.type === 'Literal')
    return typeof node.value === 'string' && /^E[A-Z0-9]*_?[A-Z0-9_]{4,}$/.test(node.value) ? 'errors' : undefined;
  if (node.type === 'ClassDeclaration' || node.type === 'ClassExpression')
    return node.superClass?.type === 'Identifier' && /Error$/.test(node.superClass.name) ? 'errors' : undefined;
  if (node.type === 'Identifier') return senders.has(node.name) ? 'calls' : undefined;
  if (node.type === 'VariableDeclarator') return isNumber(node.init) ? 'constants' : undefined;
  return node.type === 'Property' && isNumber(node.value) ? 'constants' : undefined;
}

function isNumber(node: Node | null): boolean {
  return node?.type === 'Literal' && typeof node.value === 'number' && node.value > 1;
}

function sumOf(counts: ReadonlyMap<string, number>): Seen {
  const most = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  return {
    count: most.reduce((sum, [, count]) => sum + count, 0),
    libraries: most.slice(0, maxLibraries).map(([library]) => library),
  };
}
