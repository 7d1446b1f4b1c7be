import type { Catalog, KeptReleaseFile, ReleaseBlobs } from '@sightglass/store';
import { cataloguesToRead } from '@sightglass/wire';
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

/**
 * Looks up what counts of a release. A script without a map of its own release gets that of another release of the project in which
 * the same content has one: a chunk that did not change is often uploaded with its map once.
 */
export async function filesThatCount(
  { releases }: Pick<Catalog, 'releases'>,
  project: string,
  release: string,
): Promise<ReleaseFiles> {
  const files = (await releases.files(project, release)).filter(({ state }) => state === 'counts');
  const scripts = files.filter(({ kind }) => kind === 'script');
  const documents = documentsOf(files);
  const maps = matchMaps(files);
  const dark = scripts.filter(({ path }) => !maps.has(path));
  if (dark.length === 0) return { files, scripts, documents, maps };
  const elsewhere = await releases.releasesWith(
    project,
    dark.map(({ sha256 }) => sha256),
  );
  for (const other of elsewhere) {
    if (other === release) continue;
    const theirs = (await releases.files(project, other)).filter(({ state }) => state === 'counts');
    const found = matchMaps(theirs);
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
