import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { gatherFolder, type Injected, injectDebugIds, type Uploaded, upload } from '@sightglass/plugins';
import type { Command, Terminal } from '../command.ts';
import { projectOf, type Server, serverOf, serverOptions, serverUsage } from '../server.ts';
import { progressBar } from './progress-bar.ts';

export const uploadCommand: Command = {
  name: 'upload',
  about: 'sends the scripts and source maps of a build, so that errors are told in the words of the sources',
  usage: `
sightglass upload DIR --release NAME [options]

  DIR             a built folder: scripts, source maps, index.html, manifests and catalogues of texts in it are sent
  --release NAME  as the page tells it to the SDK; default: SIGHTGLASS_RELEASE
  --prefix PATH   put before each path, such as app/, where two builds of one release have files of one name
  --inject        writes a debug id into scripts of DIR and their maps where they have none, so that they are found to
                  belong together whatever they are called; deploy the folder as it is then
  --replace       the release is exactly this folder; without it the files join those of earlier uploads
  --url URL       the same as --server
${serverUsage('member')}

What was cut short can be done again: nothing is sent twice, and nothing is used until all of it is there.
Exit codes: 0 all is there, 1 some files were refused, or maps are not of their scripts, 2 nothing is used of it.`,
  run,
};

interface Asked {
  folder: string;
  release: string;
  prefix: string;
  replace: boolean;
  inject: boolean;
  server: Server;
}

async function run(args: readonly string[], terminal: Terminal): Promise<number> {
  const asked = askedFor(args, terminal);
  if (typeof asked === 'string') {
    terminal.say(asked);
    return 2;
  }
  const { folder, release, prefix, replace, inject, server } = asked;
  try {
    if (inject) {
      const names = (await gatherFolder(folder)).map(({ path }) => path);
      tellInjected(await injectDebugIds(folder, names), terminal);
    }
    const files = await gatherFolder(folder, prefix);
    if (files.length === 0) {
      terminal.say(`${folder} has no script and no source map.`);
      return 2;
    }
    const project = await projectOf(server, terminal.fetch);
    if (typeof project === 'object') {
      terminal.say(project.problem);
      return 2;
    }
    const door = { origin: server.origin, token: server.token, project, release, fetch: terminal.fetch, pause };
    const uploaded = await upload(door, files, {
      replace,
      onProgress: (progress) => terminal.progress?.(progressBar(progress)),
      onLooking: () =>
        terminal.say('All of it is there. Waiting until the server has held the maps against the scripts …'),
    });
    tell(uploaded, release, terminal);
    return uploaded.refused.length + uploaded.summary.unfitMaps.length > 0 ? 1 : 0;
  } catch (error) {
    terminal.say((error as Error).message); // file system and upload throw errors
    return 2;
  }
}

function askedFor(args: readonly string[], terminal: Terminal): Asked | string {
  try {
    const text = { type: 'string' } as const;
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        ...serverOptions,
        release: text,
        prefix: text,
        url: text,
        replace: { type: 'boolean' },
        inject: { type: 'boolean' },
      },
    });
    const [folder, ...more] = positionals;
    if (folder === undefined || more.length > 0) return 'Say one folder. `sightglass help upload` says more.';
    const path = resolve(terminal.cwd, folder);
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return `There is no folder ${folder}.`;
    const release = values.release ?? terminal.env.SIGHTGLASS_RELEASE;
    if (!release) return 'Say which release: --release NAME, or SIGHTGLASS_RELEASE.';
    const server = serverOf({ ...values, server: values.server ?? values.url }, terminal.env);
    if (typeof server === 'string') return server;
    const prefix = values.prefix === undefined ? '' : `${values.prefix.replace(/^\/+|\/+$/g, '')}/`;
    return { folder: path, release, prefix, replace: values.replace ?? false, inject: values.inject ?? false, server };
  } catch (error) {
    return (error as Error).message; // parseArgs throws for a person to read
  }
}

function tellInjected({ scripts, maps, there, left }: Injected, { say }: Terminal): void {
  for (const { path, reason } of left) say(`Left as it is: ${path}. ${reason}`);
  say(
    scripts + maps === 0
      ? `Debug ids: nothing to write, ${there} scripts have theirs.`
      : `Debug ids: written into ${scripts} scripts and ${maps} maps, ${there} had theirs. Deploy the folder as it is now.`,
  );
}

function tell({ sent, there, refused, summary }: Uploaded, release: string, { say }: Terminal): void {
  for (const { path, reason } of refused) say(`Refused: ${path}. ${reason}`);
  say(`Release ${release}: ${sent} files sent, ${there} were there already. The release has ${summary.files} files.`);
  const { scripts, mapped, strayMaps, unfitMaps, mapsChecked } = summary;
  for (const { script, map, why } of unfitMaps) say(`Not used: ${map} for ${script}. ${why}`);
  say(
    `${mapped} of ${scripts} scripts have a source map${strayMaps > 0 ? `; ${strayMaps} maps belong to no script` : ''}.`,
  );
  if (!mapsChecked)
    say('Whether the maps are of these scripts is still being looked at: Settings → Releases will say.');
}
