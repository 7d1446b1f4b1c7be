import { statSync, writeFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Inspection, toCycloneDx, toSpdx } from '@sightglass/bundle';
import type { Command, Terminal } from '../command.ts';
import { download } from '../inspect/download.ts';
import { toDocument } from '../inspect/markdown.ts';
import { type Gathered, readApart } from '../inspect/read.ts';

const formats = ['markdown', 'json', 'spdx', 'cyclonedx'] as const;
type Format = (typeof formats)[number];

export const inspectCommand: Command = {
  name: 'inspect',
  about: 'says what scripts show of a product, and which libraries are in them; needs no server',
  usage: `
sightglass inspect DIR|FILE|URL [options]

  DIR, FILE       scripts of a build, with their maps beside them or within
  URL             a page: its scripts from its own host, and the chunks that they name
  --format NAME   markdown (default), json, spdx (SPDX 2.3) or cyclonedx (CycloneDX 1.6)
  --out FILE      writes there instead of printing
  --release NAME  what the release is called; default: the name of DIR or the host`,
  run,
};

/** Megabytes from which one waits long enough to be told. */
const longFrom = 3;
const secondsPerMegabyte = 3;

async function run(args: readonly string[], terminal: Terminal): Promise<number> {
  const asked = askedFor(args);
  if (typeof asked === 'string') {
    terminal.say(asked);
    return 2;
  }
  const { target, format, out, name } = asked;
  const isAddress = /^https?:\/\//.test(target);
  const path = resolve(terminal.cwd, target);
  if (!isAddress && !statSync(path, { throwIfNoEntry: false })) {
    terminal.say(`There is no ${target}.`);
    return 2;
  }
  const label = isAddress ? new URL(target).host : basename(path);
  const at = Date.now();
  const downloaded = isAddress ? await download(new URL(target), terminal.fetch) : undefined;
  for (const sentence of downloaded?.missing ?? []) terminal.say(sentence);
  if (downloaded?.files.length === 0) return 2;
  const from = downloaded?.files ?? path;
  let scripts = 0;
  const progress = progressTo(terminal);
  const inspection = await readApart(
    { from, about: { name: label, release: name ?? label, at } },
    {
      onGathered(gathered) {
        scripts = gathered.scripts;
        announce(gathered, terminal);
        if (gathered.megabytes >= longFrom) progress.begin();
      },
      onShare: progress.tell,
    },
  );
  if (typeof inspection === 'string') {
    terminal.say(`${target} could not be read. ${inspection}`);
    return 2;
  }
  if (scripts === 0) {
    terminal.say(`${target} has no script that can be read.`);
    return 2;
  }
  const text = written(inspection, format, scripts, at);
  if (out === undefined) terminal.out(text);
  else writeFileSync(resolve(terminal.cwd, out), text);
  terminal.say(
    `${scripts} scripts, ${inspection.thirdParty.length} libraries, ${((Date.now() - at) / 1_000).toFixed(1)} s`,
  );
  return 0;
}

function announce({ scripts, left, megabytes }: Gathered, terminal: Terminal): void {
  if (left > 0) terminal.say(`${left} scripts are left out: no more than ${scripts} are read.`);
  if (megabytes >= longFrom)
    terminal.say(
      `Reading ${scripts} scripts, ${megabytes.toFixed(1)} MB: some ${Math.ceil(megabytes * secondsPerMegabyte)} s.`,
    );
}

/** Tells every tenth part of a long reading, each once. */
function progressTo(terminal: Terminal): { begin(): void; tell(share: number): void } {
  let told = Number.POSITIVE_INFINITY;
  return {
    begin: () => {
      told = 0;
    },
    tell(share) {
      const tenths = Math.floor(share * 10);
      if (tenths <= told || tenths >= 10) return;
      told = tenths;
      terminal.say(`${tenths * 10} % read`);
    },
  };
}

function askedFor(args: readonly string[]): { target: string; format: Format; out?: string; name?: string } | string {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        format: { type: 'string', default: 'markdown' },
        out: { type: 'string' },
        release: { type: 'string' },
      },
    });
    const [target, ...more] = positionals;
    if (target === undefined || more.length > 0)
      return 'Say one folder, file or address. `sightglass help inspect` says more.';
    const format = formats.find((one) => one === values.format);
    if (!format) return `There is no format "${values.format}": ${formats.join(', ')}.`;
    return {
      target,
      format,
      ...(values.out === undefined ? {} : { out: values.out }),
      ...(values.release === undefined ? {} : { name: values.release }),
    };
  } catch (error) {
    return (error as Error).message; // parseArgs throws for a person to read
  }
}

function written(inspection: Inspection, format: Format, scripts: number, at: number): string {
  if (format === 'markdown') return toDocument(inspection, scripts);
  const { project, release } = inspection.specification;
  const about = {
    name: release ?? project.name,
    namespace: `urn:sightglass:${encodeURIComponent(release ?? project.name)}:${at}`,
    at,
  };
  const value =
    format === 'json'
      ? inspection
      : format === 'spdx'
        ? toSpdx(inspection.thirdParty, about)
        : toCycloneDx(inspection.thirdParty, about);
  return `${JSON.stringify(value, null, 2)}\n`;
}
