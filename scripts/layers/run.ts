import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { againstLayers, type Layers, missing } from './check.ts';
import { importsOf, sourceFiles } from './imports.ts';

const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
const layers = JSON.parse(readFileSync(`${root}/layers.json`, 'utf8')) as Layers; // our own file, tested by its use
const files = sourceFiles(root);
const imports = files.flatMap((file) => importsOf(root, file));
const told = [...againstLayers(layers, imports), ...missing(root, imports)];
for (const line of told) console.error(line);
console.log(`layers: ${files.length} files, ${imports.length} imports, ${told.length} against the rules`);
process.exitCode = told.length === 0 ? 0 : 1;
