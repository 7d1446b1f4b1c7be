import { type Node, visitorKeys } from 'oxc-parser';
import type { ReadFile } from './face.ts';

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

/** Counts what libraries have of the things that points 7 to 9 look for, so that "not shown" can say what was seen. */
export function leftOutOf(files: readonly ReadFile[]): LeftOut {
  const calls = new Map<string, number>();
  const errors = new Map<string, number>();
  const constants = new Map<string, number>();
  const count = (of: Map<string, number>, library: string) => of.set(library, (of.get(library) ?? 0) + 1);
  for (const file of files) {
    const waiting: Node[] = [file.ast];
    for (let node = waiting.pop(); node; node = waiting.pop()) {
      const seen = seenIn(node);
      if (seen) {
        const { kind, package: library = 'unnamed' } = file.ownerAt(node.start);
        if (kind === 'third-party') count({ calls, errors, constants }[seen], library);
      }
      for (const key of visitorKeys[node.type] ?? []) {
        const child = (node as unknown as Record<string, unknown>)[key]; // the keys are those of this type of node
        for (const one of Array.isArray(child) ? child : [child])
          if (typeof one === 'object' && one !== null && 'type' in one) waiting.push(one as Node); // what has a type in ESTree is a node
      }
    }
  }
  return { calls: sumOf(calls), errors: sumOf(errors), constants: sumOf(constants) };
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
