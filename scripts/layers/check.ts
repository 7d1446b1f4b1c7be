import { existsSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, normalize } from 'node:path';
import type { Import } from './imports.ts';

interface PackageRule {
  imports: string[];
  importsTypes?: string[];
  /** No file, socket, clock or engine: no Node built-in. */
  pure?: boolean;
  runs?: 'browser';
  /** Folders of `src` with what each may import. */
  rooms?: Record<string, string[]>;
  /** Rooms whose own folders do not import each other. */
  apart?: string[];
}
export interface Layers {
  packages: Record<string, PackageRule>;
}

/** Says in one line each where an import runs against `layers.json`. An empty answer means the house stands. */
export function againstLayers(layers: Layers, imports: readonly Import[]): string[] {
  return [...imports.flatMap((one) => judge(layers, one)), ...circles(imports)];
}

function judge(layers: Layers, one: Import): string[] {
  const [, home = ''] = one.from.split('/');
  const rule = layers.packages[home];
  const at = `${one.from}:${one.line}`;
  if (!rule) return [`${at}: package ${home} is not in layers.json`];

  if (one.to.startsWith('@sightglass/')) {
    const [, target = '', ...past] = one.to.split('/');
    if (past.length > 0) return [`${at}: reaches past the face of ${target}`];
    if (rule.imports.includes(target)) return [];
    if (rule.importsTypes?.includes(target))
      return one.typesOnly ? [] : [`${at}: ${home} may import only types from ${target}`];
    return [`${at}: ${home} may not import ${target}`];
  }
  if (isBuiltin(one.to)) return rule.pure || rule.runs === 'browser' ? [`${at}: ${home} may not use ${one.to}`] : [];
  if (!one.to.startsWith('.')) return [];
  const target = resolve(one);
  if (!target.startsWith(`packages/${home}/`)) return [`${at}: leaves its package by a path`];
  return rule.rooms ? judgeRooms(rule, home, one, target, at) : [];
}

function judgeRooms(rule: PackageRule, home: string, one: Import, target: string, at: string): string[] {
  const roomOf = (file: string) => file.slice(`packages/${home}/src/`.length).split('/');
  const [from = '', fromFolder] = roomOf(one.from);
  const [to = '', toFolder] = roomOf(target);
  const allowed = rule.rooms?.[from];
  if (!allowed || !rule.rooms?.[to]) return []; // a file beside the rooms, such as main.tsx
  if (from !== to) return allowed.includes(to) ? [] : [`${at}: room ${from} may not import room ${to}`];
  if (rule.apart?.includes(from) && fromFolder !== toFolder)
    return [`${at}: ${from} ${fromFolder} and ${toFolder} stay apart`];
  return [];
}

function resolve(one: Import): string {
  return normalize(join(dirname(one.from), one.to.replace(/\?.*$/, '')));
}

/** Circles between files, types included: each is told once, from its first file on. */
function circles(imports: readonly Import[]): string[] {
  const next = new Map<string, string[]>();
  for (const one of imports) {
    if (!one.to.startsWith('.')) continue;
    next.set(one.from, [...(next.get(one.from) ?? []), resolve(one)]);
  }
  const done = new Set<string>();
  const told = new Set<string>();
  const walk = (file: string, path: string[]): void => {
    const start = path.indexOf(file);
    if (start >= 0) {
      const circle = path.slice(start);
      const first = circle.indexOf([...circle].sort()[0] ?? '');
      told.add([...circle.slice(first), ...circle.slice(0, first), circle[first]].join(' → '));
      return;
    }
    if (done.has(file)) return;
    for (const target of next.get(file) ?? []) walk(target, [...path, file]);
    done.add(file);
  };
  for (const file of next.keys()) walk(file, []);
  return [...told].map((circle) => `circle: ${circle}`);
}

/** Imports of files that are not there; a bundler would say so only later. */
export function missing(root: string, imports: readonly Import[]): string[] {
  return imports
    .filter((one) => one.to.startsWith('.') && !existsSync(join(root, resolve(one))))
    .map((one) => `${one.from}:${one.line}: there is no ${one.to}`);
}
