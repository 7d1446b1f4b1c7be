import type { Program } from 'oxc-parser';
import { emptyProgram } from '../empty-program.ts';
import { scopesOf } from '../evaluate/scope.ts';
import type { Unit } from '../evaluate/value.ts';
import type { BundleProblem, ReadFile } from '../face.ts';
import { linesOf } from '../lines.ts';
import { ownerOfSource } from '../own/by-path.ts';
import { parseText } from '../parse.ts';

/** Their trees are held as long as those of the scripts: of more than this, lot after lot, each let go before the next. */
const mostInLot = 6_000_000;

/** The product's own sources, as far as the maps carry their text. */
export interface Sources {
  /** Each a script of its own, whose places are original ones. They say what no bundle does: types, and names of constants that were put in where they are used. */
  lots: () => Generator<Unit[]>;
  /** Components and pages with markup of their own, whose attributes compiling may have put anywhere. Nothing of their markup is parsed. */
  markup: Unit[];
}

export function sourcesOf(files: readonly ReadFile[]): Sources {
  const own = ownSources(files);
  const scripts = own.filter(({ label, text }) => hasScript(label) && text.length <= mostInLot);
  return {
    *lots() {
      let lot: Unit[] = [];
      let length = 0;
      for (const { label, text } of scripts) {
        if (length + text.length > mostInLot) {
          yield lot;
          lot = [];
          length = 0;
        }
        const unit = unitOf(label, text);
        if (unit) lot.push(unit);
        length += text.length;
      }
      yield lot;
    },
    markup: own
      .filter(({ label }) => isComponent(label) || label.endsWith('.html'))
      .map(({ label, text }) => unitWith(label, text, emptyProgram())),
  };
}

/** Sources that are too long to be read, for telling. */
export function toldSources(files: readonly ReadFile[]): BundleProblem[] {
  return ownSources(files)
    .filter(({ label, text }) => hasScript(label) && text.length > mostInLot)
    .map(({ label, text }) => ({
      code: 'in_part',
      file: label,
      message: `This source of a map has ${text.length} characters, more than ${mostInLot}: its types, constants and flags were not read. What the script has of it was.`,
    }));
}

const isComponent = (label: string) => /\.(?:vue|svelte|astro)$/.test(label);
const hasScript = (label: string) => /\.(?:[cm]?[jt]sx?)$/.test(label) || isComponent(label);

const scriptTag = /<script\b(?:[^>"']|"[^"]*"|'[^']*')*>/gi;

/** The scripts of a component in one file, each where it stands: all else is blank. */
function scriptsOf(text: string): string {
  const parts: string[] = [];
  let at = 0;
  const blankTo = (end: number) => {
    parts.push(text.slice(at, end).replace(/[^\n\r]/g, ' '));
    at = end;
  };
  for (const { 0: tag, index } of text.matchAll(scriptTag)) {
    const end = text.indexOf('</script', index);
    if (index < at || end < 0) continue;
    blankTo(index + tag.length);
    parts.push(text.slice(at, end));
    at = end;
  }
  blankTo(text.length);
  return parts.join('');
}

/** Those of the product that have a text, each once: chunks share them. */
function ownSources(files: readonly ReadFile[]): { label: string; text: string }[] {
  const found = new Map<string, { label: string; text: string }>();
  for (const { sources } of files)
    for (const source of sources) {
      const { label, text } = source;
      if (text !== undefined && !found.has(label) && ownerOfSource(source).kind === 'product')
        found.set(label, { label, text });
    }
  return [...found.values()];
}

function unitOf(label: string, source: string): Unit | undefined {
  const text = isComponent(label) ? scriptsOf(source) : source;
  const isTyped = /\.[cm]?ts$/.test(label) || (isComponent(label) && !/<script\b[^>]*\blang=["']?[jt]sx/i.test(source));
  const lang = isTyped ? 'ts' : /\.js$/.test(label) ? 'jsx' : 'tsx';
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
