import type { Program } from 'oxc-parser';
import { emptyProgram } from '../empty-program.ts';
import { scopesOf } from '../evaluate/scope.ts';
import type { Unit } from '../evaluate/value.ts';
import type { ReadFile } from '../face.ts';
import { linesOf } from '../lines.ts';
import { ownerOfSource } from '../own/by-path.ts';
import { parseText } from '../parse.ts';

const mostSources = 2_000;
const mostChars = 400_000;
/** Their trees are held as long as those of the scripts. */
const mostInAll = 6_000_000;

/** The product's own sources, as far as the maps carry their text. */
export interface Sources {
  /** Each a script of its own, whose places are original ones. They say what no bundle does: types, and names of constants that were put in where they are used. */
  scripts: Unit[];
  /** Components and pages with markup of their own, whose attributes compiling may have put anywhere. Nothing of them is parsed. */
  markup: Unit[];
}

export function sourcesOf(files: readonly ReadFile[]): Sources {
  const units = new Map<string, Unit>();
  const markup = new Map<string, Unit>();
  let length = 0;
  for (const { sources } of files)
    for (const source of sources) {
      const { label, text } = source;
      if (text === undefined || text.length > mostChars || units.has(label) || units.size >= mostSources) continue;
      if (length + text.length > mostInAll || ownerOfSource(source).kind !== 'product') continue;
      if (/\.(?:vue|svelte|astro|html)$/.test(label)) {
        markup.set(label, unitWith(label, text, emptyProgram()));
        continue;
      }
      if (!/\.(?:[cm]?[jt]sx?)$/.test(label)) continue;
      length += text.length;
      const unit = unitOf(label, text);
      if (unit) units.set(label, unit);
    }
  return { scripts: [...units.values()], markup: [...markup.values()] };
}

function unitOf(label: string, text: string): Unit | undefined {
  const lang = /\.[cm]?ts$/.test(label) ? 'ts' : /\.js$/.test(label) ? 'jsx' : 'tsx';
  const { program } = parseText(label, text, { lang, sourceType: 'unambiguous' });
  return program.body.length === 0 ? undefined : unitWith(label, text, program);
}

function unitWith(label: string, text: string, program: Program): Unit {
  const lines = linesOf(text);
  const whole = { start: 0, end: text.length, owner: { kind: 'product' } } as const;
  const read: ReadFile = {
    file: { path: label, text },
    ast: program,
    placeOf: (offset) => {
      const at = lines.at(offset);
      return { file: label, ...at, offset, original: { file: label, ...at } };
    },
    sourceOf: (name) => (name === label ? text : undefined),
    regions: [whole],
    ownerAt: () => whole.owner,
    sources: [],
    problems: [],
  };
  return { read, scopes: scopesOf(program) };
}
