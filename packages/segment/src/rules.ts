import type { EpochMs, ReplayEvent } from '@sightglass/wire';
import { isChosen } from './chosen-sheets.ts';
import { isSheetOwner, type Model, rulesOf } from './model.ts';
import { isPosition, numberOf } from './plain.ts';
import { createSheetRules, type SheetRules } from './sheet-rules.ts';
import { change } from './teller.ts';
import { storedIn } from './tokens.ts';

/** `target, [[index, rule], …]`: rules are inserted, or deleted where `rule` is null, one after another. */
export function changeRules(model: Model, [target, changes]: readonly unknown[], at: EpochMs): ReplayEvent[] {
  const number = numberOf(target);
  const node = model.nodes.get(number);
  const isOwner = node !== undefined && isSheetOwner(node);
  const sheet: SheetRules | undefined = isOwner ? rulesOf(node) : model.sheets.get(number);
  if (!sheet || !Array.isArray(changes)) return [];
  const whose = isOwner ? { id: node.number } : { styleId: -number };
  const events: ReplayEvent[] = [];
  /** What comes one after another of the same kind is told together. */
  let run:
    | { adds?: { rule: string; index: number | number[] }[]; removes?: { index: number | number[] }[] }
    | undefined;
  for (const one of changes) {
    const [index, rule] = Array.isArray(one) ? (one as unknown[]) : [];
    const path = pathOf(index);
    if (path === null) continue;
    const place = path.length === 1 ? (path[0] ?? 0) : path;
    const kind = typeof rule === 'string' ? 'adds' : 'removes';
    if (!run?.[kind]) {
      run = { [kind]: [] };
      events.push(change(at, { source: 8, ...whose, ...run }));
    }
    if (typeof rule === 'string') {
      sheet.insert(path, rule);
      run.adds?.push({ rule: model.assets.css(rule), index: place });
    } else {
      sheet.remove(path);
      run.removes?.push({ index: place });
    }
  }
  // One that does not count is told as one that says nothing.
  return isOwner && !isChosen(node) ? [] : events;
}

/** `sheet, text`: the whole of a constructed sheet. False where it is none. */
export function defineSheet(
  model: Model,
  [number, text]: readonly unknown[],
  stored: (hash: string) => string,
): boolean {
  const css = storedIn(text, stored);
  if (typeof css !== 'string' || typeof number !== 'number' || number >= 0) return false;
  model.sheets.set(number, createSheetRules(css));
  return true;
}

function pathOf(index: unknown): number[] | null {
  const path: unknown[] = Array.isArray(index) ? index : [index];
  const isPath = path.length > 0 && path.length <= maxPath && path.every(isPosition);
  return isPath ? (path as number[]) : null;
}

const maxPath = 32;

/** What changing rules costs: in a rule within a rule, all that is in the outer one is taken apart. */
export function weighRules(model: Model, [target, changes]: readonly unknown[]): number {
  if (!Array.isArray(changes)) return 0;
  const number = numberOf(target);
  const size = (model.nodes.get(number)?.rules ?? model.sheets.get(number))?.size() ?? 0;
  const nested = changes.filter((one) => Array.isArray(one) && Array.isArray(one[0]));
  return changes.length + nested.length * (size / 2);
}
