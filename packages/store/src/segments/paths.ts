import { join } from 'node:path';
import { DamagedSegment } from './segments.ts';

/**
 * Where things are, below the root:
 *
 *     <project>/<live|sample>/<Monday of the week>/<hour>.pack            segments as they came, hour YYYYMMDDHH of receipt
 *                                                  c<hour>.pack           the same, compacted
 *                                                  blobs                  long strings, each once
 *                                                  <nnn>-<hash>.dictionary
 *     <project>/<live|sample>/sheets/<hash>                               texts that segments name, each once
 *     <project>/<live|sample>/assets/<hash>                               pictures and fonts that they name, each once
 *     <project>/live/addresses/<name>                                     what a page's address led to when it was fetched last
 *
 * A week's folder needs nothing but the sheets and assets, so retention and removal delete files and never rewrite one. Who is erased is
 * written over with zeros where they stand; where a dictionary was made of what they did, the rest of the week was written anew into `<Monday>.<n>`.
 */
export type Kind = 'live' | 'sample';

const weekMs = 7 * 24 * 3_600_000;
const mondayMs = 4 * 24 * 3_600_000;

export function weekOf(time: number): string {
  const monday = Math.floor((time - mondayMs) / weekMs) * weekMs + mondayMs;
  return new Date(monday).toISOString().slice(0, 10);
}

/** The first moment after the week. */
export function weekEnd(week: string): number {
  return Date.parse(`${week.slice(0, 10)}T00:00:00Z`) + weekMs;
}

/** The name of a week's folder, among others of a project's. */
export function isWeek(name: string): boolean {
  return /^\d{4}-\d\d-\d\d/.test(name);
}

/** Whether a row's `pack` is one that the compactor wrote. */
export function isCompacted(pack: string): boolean {
  return /\/c\d+\.pack$/.test(pack);
}

/** `<live|sample>/<week's folder>` of a row's `pack`. */
export function folderOfPack(pack: string): string {
  return pack.slice(0, pack.lastIndexOf('/'));
}

/** The folder that a week is written to after this one. */
export function renewedName(name: string): string {
  const [monday = name, count = '0'] = name.split('.');
  return `${monday}.${Number(count) + 1}`;
}

/** Written anew: whatever a dictionary of before held is not to come back. */
export function isRenewed(name: string): boolean {
  return name.includes('.');
}

/** The last folder of a week among these; its plain name where there is none. */
export function lastOfWeek(week: string, names: readonly string[]): string {
  const counts = names.filter((name) => name.startsWith(`${week}.`)).map((name) => Number(name.slice(week.length + 1)));
  const last = Math.max(0, ...counts.filter(Number.isInteger));
  return last === 0 ? week : `${week}.${last}`;
}

export function hourOf(time: number): string {
  return new Date(time).toISOString().slice(0, 13).replaceAll(/[-T]/g, '');
}

/** The first moment after the hour of a pack; undefined for a file that is no pack. */
export function packEnd(file: string): number | undefined {
  const [, year, month, day, hour] = /^c?(\d{4})(\d\d)(\d\d)(\d\d)\.pack$/.exec(file) ?? [];
  if (hour === undefined) return undefined;
  return Date.parse(`${year}-${month}-${day}T${hour}:00:00Z`) + 3_600_000;
}

/** Projects' ids come from the catalog, but a path is a path. */
export function projectFolder(root: string, project: string): string {
  if (!/^[\w-]{1,64}$/.test(project)) throw new Error('A project id that is no file name');
  return join(root, project);
}

export interface PackPath {
  /** The week's folder. */
  folder: string;
  file: string;
}

/** A row's `pack` is `<live|sample>/<week's folder>/<file>`. */
export function packPath(root: string, project: string, pack: string): PackPath {
  const [, kind, week, file] = /^(live|sample)\/(\d{4}-\d\d-\d\d(?:\.\d{1,6})?)\/(c?\d{10}\.pack)$/.exec(pack) ?? [];
  if (kind === undefined || week === undefined || file === undefined) throw new DamagedSegment('The row names no pack');
  return { folder: join(projectFolder(root, project), kind, week), file };
}
