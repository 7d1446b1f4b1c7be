import type { Catalog, KeptReleaseFile, ReleaseBlobs } from '@sightglass/store';
import { cataloguesToRead } from '@sightglass/wire';
import { createRemembered } from '../remembered.ts';
import { type MapOfScript, matchMaps } from './match.ts';
import type { MapFile } from './reading/messages.ts';

/** The files of a release that count, with the map of each script. */
export interface ReleaseFiles {
  files: KeptReleaseFile[];
  scripts: KeptReleaseFile[];
  /** Pages and manifests that say something of the whole product. */
  documents: KeptReleaseFile[];
  /** By the script's path. */
  maps: ReadonlyMap<string, MapOfScript>;
}

/** What a release has by itself: all of its files, those that count, and the maps that these have of their own. */
export type OwnFiles = (
  project: string,
  release: string,
) => Promise<{ all: readonly KeptReleaseFile[]; files: KeptReleaseFile[]; maps: ReadonlyMap<string, MapOfScript> }>;

/** A release is looked up beside as many others, and a list asks for each of them in turn. */
const mostRemembered = 24;

/** For one answer, which asks for the same releases again and again: what was read of them last is read once. */
export function ownFilesOf({ releases }: Pick<Catalog, 'releases'>): OwnFiles {
  const remembered = createRemembered<ReturnType<OwnFiles>>(mostRemembered);
  async function read(project: string, release: string): ReturnType<OwnFiles> {
    const all = await releases.files(project, release);
    const files = all.filter(({ state }) => state === 'counts');
    return { all, files, maps: matchMaps(files) };
  }
  return (project, release) => {
    const name = `${project} ${release}`;
    const own = remembered.get(name) ?? read(project, release);
    remembered.set(name, own);
    return own;
  };
}

/**
 * Looks up what counts of a release. A script without a map of its own release gets that of another release of the project in which
 * the same content has one: a chunk that did not change is often uploaded with its map once.
 */
export async function filesThatCount(
  { releases }: Pick<Catalog, 'releases'>,
  project: string,
  release: string,
  ownFiles: OwnFiles = ownFilesOf({ releases }),
): Promise<ReleaseFiles> {
  const { files, maps: own } = await ownFiles(project, release);
  const scripts = files.filter(({ kind }) => kind === 'script');
  const documents = documentsOf(files);
  const maps = new Map(own);
  const dark = scripts.filter(({ path }) => !maps.has(path));
  if (dark.length === 0) return { files, scripts, documents, maps };
  const elsewhere = await releases.releasesWith(
    project,
    dark.map(({ sha256 }) => sha256),
  );
  for (const other of elsewhere) {
    if (other === release) continue;
    const { files: theirs, maps: found } = await ownFiles(project, other);
    for (const script of dark) {
      const same = theirs.find(({ sha256, kind }) => kind === 'script' && sha256 === script.sha256);
      const map = same && found.get(same.path);
      if (map && !maps.has(script.path)) maps.set(script.path, map);
    }
  }
  return { files, scripts, documents, maps };
}

const mostDocuments = 3;
const maxDocumentBytes = 1_000_000;

/** The pages nearest to the root, the routes that a framework lists, and catalogues of texts. Whatever else is kept says nothing that scripts do not. */
function documentsOf(files: readonly KeptReleaseFile[]): KeptReleaseFile[] {
  const depth = ({ path }: KeptReleaseFile) => path.split('/').length;
  const pages = files
    .filter(
      ({ path, kind }) =>
        (kind === 'page' && /(?:^|\/)index\.html?$/i.test(path)) || /(?:^|\/)routes-manifest\.json$/.test(path),
    )
    .filter(({ bytes }) => bytes <= maxDocumentBytes)
    .toSorted((one, other) => depth(one) - depth(other))
    .slice(0, mostDocuments);
  return [...pages, ...cataloguesToRead(files)];
}

/** For the reading process, which opens the file itself. */
export function toMapFile(blobs: Pick<ReleaseBlobs, 'fileOf'>, project: string, map: MapOfScript): MapFile {
  return { file: blobs.fileOf(project, map.sha256), inline: map.inline };
}
