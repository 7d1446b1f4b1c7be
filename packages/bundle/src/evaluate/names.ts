import type { Node } from 'oxc-parser';
import type { Binding } from './scope.ts';
import type { Unit } from './value.ts';

const linesBySource = new WeakMap<Unit['read'], Map<string, string[]>>();

/**
 * What the author called it: through the source map where there is one, else the name in the script if no minifier would have made
 * it (minifiers give out names of up to three letters).
 */
export function authorsName(unit: Unit, identifier: Node): string | undefined {
  const { original } = unit.read.placeOf(identifier.start);
  if (original) {
    const line = linesOf(unit, original.file)?.[original.line - 1];
    const name =
      line === undefined ? undefined : /^[\p{ID_Start}$_][\p{ID_Continue}$]*/u.exec(line.slice(original.column))?.[0];
    if (name !== undefined && !keywords.has(name)) return name;
  }
  return identifier.type === 'Identifier' && identifier.name.length >= 4 ? identifier.name : undefined;
}

/** Of a variable, from where it is declared. */
export function nameOfBinding(unit: Unit, binding: Binding): string | undefined {
  const [declaration] = binding.declarations;
  return declaration ? authorsName(unit, declaration) : undefined;
}

/** A map may point at the beginning of a statement instead of at the name. */
const keywords = new Set(
  'const let var function class return if for while do new async await export default import from of in switch case throw try catch typeof void null true false this'.split(
    ' ',
  ),
);

function linesOf(unit: Unit, file: string): string[] | undefined {
  const known = linesBySource.get(unit.read) ?? new Map<string, string[]>();
  linesBySource.set(unit.read, known);
  const lines = known.get(file);
  if (lines) return lines;
  const text = unit.read.sourceOf(file);
  if (text === undefined) return undefined;
  const split = text.split(/\r\n|[\n\r\u2028\u2029]/);
  known.set(file, split);
  return split;
}
