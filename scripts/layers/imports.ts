import { globSync, readFileSync } from 'node:fs';
import { parseSync } from 'oxc-parser';

export interface Import {
  /** Path of the importing file, from the repository's root. */
  from: string;
  to: string;
  typesOnly: boolean;
  line: number;
}

/** Source files of the packages; tests and their stages are judged by nobody, they may look at anything. */
export function sourceFiles(root: string): string[] {
  return globSync('packages/*/src/**/*.{ts,tsx}', { cwd: root })
    .filter((file) => !/\.test\.tsx?$|\/testing\//.test(file))
    .sort();
}

/** Every import and re-export of a file, types included, static and dynamic. */
export function importsOf(root: string, file: string): Import[] {
  const source = readFileSync(`${root}/${file}`, 'utf8');
  const { module } = parseSync(file, source);
  const lineAt = (offset: number) => source.slice(0, offset).split('\n').length;
  const found: Import[] = [];
  for (const statement of module.staticImports) {
    const typesOnly =
      /^import\s+type\b/.test(source.slice(statement.start, statement.end)) ||
      (statement.entries.length > 0 && statement.entries.every((entry) => entry.isType));
    found.push({ from: file, to: statement.moduleRequest.value, typesOnly, line: lineAt(statement.start) });
  }
  for (const statement of module.staticExports) {
    const entry = statement.entries.find((one) => one.moduleRequest);
    if (!entry?.moduleRequest) continue;
    const typesOnly = statement.entries.every((one) => one.isType);
    found.push({ from: file, to: entry.moduleRequest.value, typesOnly, line: lineAt(statement.start) });
  }
  for (const call of module.dynamicImports) {
    const literal = /^['"](.*)['"]$/.exec(source.slice(call.moduleRequest.start, call.moduleRequest.end));
    if (literal?.[1]) found.push({ from: file, to: literal[1], typesOnly: false, line: lineAt(call.start) });
  }
  return found;
}
