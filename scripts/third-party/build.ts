/**
 * Builds the index of third-party code, `packages/bundle/third-party.bin`, from the packages pinned in `packages.txt`:
 * `node scripts/third-party/build.ts [FOLDER]`. They are fetched with `npm pack` into FOLDER (kept; default a new one in the
 * temporary folder) and never run. Takes some minutes.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { encodeIndex, type Hash, hashOf, type IndexedPackage, tokensOf } from '@sightglass/bundle';
import { parseSync } from 'oxc-parser';
import { withoutCarried } from './carried.ts';
import { copyIn, manifestOf, scriptsOf } from './files.ts';

/** A token of more packages than these tells nothing; SPECIFY measured 20 of 790 packages, and here are more. */
const commonFrom = 24;
/** A file with fewer telling tokens cannot be recognised by them. */
const fewestTokens = 4;

const root = fileURLToPath(new URL('../..', import.meta.url));
const specs = readFileSync(new URL('packages.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n');
const indexed = new Set(specs.map((spec) => spec.replace(/@[^@]+$/, '')));
const folder = process.argv[2] ?? mkdtempSync(join(tmpdir(), 'third-party-'));

interface Script {
  package: number;
  tokens: Set<string>;
}
const packages: IndexedPackage[] = [];
const scripts: Script[] = [];
const numbers = new Map<string, number>();
for (const spec of specs) index(unpacked(spec));

const namesOf = new Map<string, Set<string>>();
for (const script of scripts)
  for (const token of script.tokens) {
    const name = packages[script.package]?.name ?? '';
    const names = namesOf.get(token);
    if (names) names.add(name);
    else namesOf.set(token, new Set([name]));
  }
const common = [...namesOf].filter(([, names]) => names.size > commonFrom).map(([token]) => token);

for (const script of scripts) for (const token of common) script.tokens.delete(token);
withoutCarried(scripts.map(({ package: at, tokens }) => ({ name: packages[at]?.name ?? '', tokens })));

const files: { package: number; tokens: Hash[] }[] = [];
const twins = new Set<string>();
for (const script of scripts) {
  const telling = [...script.tokens].sort();
  const twin = `${packages[script.package]?.name}\n${telling.join('\n')}`; // the same for CommonJS and modules, and for version after version
  if (telling.length < fewestTokens || twins.has(twin)) continue;
  twins.add(twin);
  files.push({ package: script.package, tokens: telling.map(hashOf) });
}
const bytes = encodeIndex({ packages, files, common: common.map(hashOf) });
writeFileSync(join(root, 'packages/bundle/third-party.bin'), bytes);
console.log(
  `${packages.length} packages, ${files.length} of ${scripts.length} files, ${namesOf.size} tokens, ${common.length} common, ${bytes.length} bytes`,
);

/** The folder of a package, fetched and unpacked unless it is there. */
function unpacked(spec: string): string {
  const name = spec
    .replace(/^@/, '')
    .replace('/', '-')
    .replace(/@([^@]+)$/, '-$1');
  const target = join(folder, 'x', name);
  if (existsSync(join(target, 'package.json'))) return target;
  mkdirSync(target, { recursive: true });
  mkdirSync(join(folder, 'tgz'), { recursive: true });
  const archive = join(folder, 'tgz', `${name}.tgz`);
  if (!existsSync(archive))
    command('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', join(folder, 'tgz'), spec]);
  command('tar', ['xzf', archive, '-C', target, '--strip-components=1']);
  return target;
}

function command(name: string, args: string[]): void {
  const { status } = spawnSync(name, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error(`${name} ${args.join(' ')} ended with ${status}`);
}

function index(from: string): void {
  const manifest = manifestOf(from);
  for (const file of scriptsOf(from, manifest.name)) {
    const text = readFileSync(join(from, file), 'utf8');
    const { program } = parseSync(file, text, { lang: 'jsx', sourceType: 'unambiguous' });
    if (program.body.length === 0) continue;
    const copy = copyIn(manifest.name, file, (name) => indexed.has(name));
    const about =
      copy === undefined
        ? manifest
        : { name: copy, version: '', licence: '', about: `compiled copy in ${manifest.name}` };
    scripts.push({ package: numberOf(about), tokens: tokensOf(program) });
  }
}

function numberOf(about: IndexedPackage): number {
  const key = `${about.name}@${about.version}`;
  const number = numbers.get(key) ?? packages.push(about) - 1;
  numbers.set(key, number);
  return number;
}
