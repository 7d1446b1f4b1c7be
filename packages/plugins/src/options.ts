import { rm } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { gatherFiles } from './upload/gather.ts';
import { upload } from './upload/upload.ts';

/** What both plugins take. Whatever is not given comes from the environment. */
export interface SightglassOptions {
  /** As `init` is told it in the page. Default: `SIGHTGLASS_RELEASE`. */
  release?: string;
  /** Default: `SIGHTGLASS_URL`, else `http://127.0.0.1:4600`. */
  url?: string;
  /** `p_…`. Default: `SIGHTGLASS_PROJECT`. */
  project?: string;
  /** Of a member of the project. Default: `SIGHTGLASS_TOKEN`. Without one nothing is uploaded: so builds on a desk stay as they are. */
  token?: string;
  /** Where the built files are served, below the host, such as `app/`; only needed where two builds have files of one name. */
  prefix?: string;
  /** Delete the source maps of the build once they are uploaded, so that they are not served. Default: false. */
  deleteMaps?: boolean;
  /** The release is exactly this build. Default: false, so that several builds can make up one release. */
  replace?: boolean;
  /** An upload that fails fails the build. Default: false: it is a warning. */
  strict?: boolean;
}

/** How the bundler tells people. */
export interface Voice {
  say(message: string): void;
  warn(message: string): void;
}

/**
 * Uploads what a bundler wrote.
 *
 * @param names - Below `folder`, as the bundler tells them.
 * @throws {Error} when `strict`, and it did not work.
 */
export async function uploadBuilt(
  options: SightglassOptions,
  folder: string,
  names: readonly string[],
  voice: Voice,
  env: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  const release = options.release ?? env.SIGHTGLASS_RELEASE;
  const project = options.project ?? env.SIGHTGLASS_PROJECT;
  const token = options.token ?? env.SIGHTGLASS_TOKEN;
  const url = new URL(options.url ?? env.SIGHTGLASS_URL ?? 'http://127.0.0.1:4600');
  const origin = `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
  if (!token) return voice.say('Sightglass: no token, so nothing is uploaded.');
  try {
    if (!release || !project)
      throw new Error('say `release` and `project`, or SIGHTGLASS_RELEASE and SIGHTGLASS_PROJECT');
    const files = await gatherFiles(folder, names, options.prefix);
    const door = { origin, project, token, release, fetch, pause };
    const { sent, there, refused, summary } = await upload(door, files, {
      replace: options.replace ?? false,
      onLooking: () => voice.say('Sightglass: waiting until the server has held the maps against the scripts …'),
    });
    for (const { path, reason } of refused) voice.warn(`Sightglass: ${path} was refused: ${reason}`);
    for (const { script, map, why } of summary.unfitMaps)
      voice.warn(`Sightglass: ${map} is not used for ${script}. ${why}`);
    const maps = `${summary.mapped} of ${summary.scripts} scripts have a source map`;
    voice.say(`Sightglass: release ${release}: ${sent} files sent, ${there} were there; ${maps}.`);
    if (options.deleteMaps) for (const { file } of files) if (/\.map$/.test(file)) await rm(file, { force: true });
  } catch (error) {
    const message = `Sightglass: the upload failed, ${(error as Error).message}`; // everything here throws errors
    if (options.strict) throw new Error(message, { cause: error });
    voice.warn(message);
  }
}
