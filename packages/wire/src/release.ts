import { z } from 'zod';
import { projectRole } from './ask/endpoint.ts';
import { debugId, epochMs } from './ids.ts';
import { maxReleasePathChars } from './limits.ts';

/** Hexadecimal, of the unpacked content. */
export const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** A release's name as the watched application says it. It may hold slashes: in a path it is percent-encoded. */
export const releaseName = z.string().min(1).max(256);

/**
 * A file's name in its release: where it lies in the folder that was built, such as `assets/index-4f2a.js`. It is compared and shown,
 * never opened; so it has no root, does not climb, and holds nothing that a screen would not show.
 */
export const releasePath = z
  .string()
  .min(1)
  .max(maxReleasePathChars)
  .refine((path) => path.split('/').every((part) => part !== '' && part !== '.' && part !== '..'), {
    message: 'has an empty part, `.` or `..` in it',
  })
  .refine((path) => !/[\p{Cc}\p{Cf}\\:?#]|^~/u.test(path), {
    message: 'has a control character, backslash, colon, `?` or `#` in it, or begins with `~`',
  });

/** `page`: an `index.html`; `manifest`: what a framework writes of its routes and chunks, and texts in languages that are fetched. */
export const releaseFileKinds = ['script', 'map', 'page', 'manifest'] as const;
export type ReleaseFileKind = (typeof releaseFileKinds)[number];

/** What frameworks and bundlers write of their routes and chunks. */
const manifests =
  /(^|\/)(([\w-]+-)?manifest|stats|_buildManifest|build-manifest|routes-manifest|ngsw|import-map)\.(json|js)$/;

/** `locales/en/translation.json`, `assets/i18n/en.json`: texts that people read, fetched when the page runs. */
export const isCataloguePath = (path: string): boolean =>
  /(?:^|\/)(?:_?locales?|i18n|lang|langs|languages|translations?)\/(?:[\w.@-]+\/){0,3}[\w.@-]+\.json$/i.test(path);

const mostCatalogues = 40;
const maxCatalogueBytes = 1_000_000;

/** Of the catalogues beside scripts, those that are read: English first, since reading them all costs, and no more than 40 of 1 MB each. */
export function cataloguesToRead<File extends { path: string; bytes: number }>(files: readonly File[]): File[] {
  const isEnglish = ({ path }: File) => /(?:^|[/._-])en(?:[-_]\w+)?(?:[/._-])/i.test(path);
  return files
    .filter(({ path, bytes }) => isCataloguePath(path) && bytes <= maxCatalogueBytes)
    .toSorted((one, other) => Number(isEnglish(other)) - Number(isEnglish(one)) || (one.path < other.path ? -1 : 1))
    .slice(0, mostCatalogues);
}

/** By its name; `undefined` for what nothing here is read of. Maps of style sheets are such. */
export function releaseFileKindOf(path: string): ReleaseFileKind | undefined {
  if (/\.css\.map$/i.test(path)) return undefined;
  if (/\.map$/i.test(path)) return 'map';
  if (/\.json$/i.test(path)) return manifests.test(path) || isCataloguePath(path) ? 'manifest' : undefined;
  if (/\.[mc]?js$/i.test(path)) return 'script';
  return /\.html?$/i.test(path) ? 'page' : undefined;
}

export const releaseFile = z.object({
  path: releasePath,
  kind: z.enum(releaseFileKinds),
  sha256,
  /** Unpacked. */
  bytes: z.number().int(),
  at: epochMs,
  /** `waiting`: its upload is not finished, so nobody uses it yet. */
  state: z.enum(['counts', 'waiting']),
  /** What the bundler wrote into a script and its map so that they find each other. */
  debugId: z.string().nullable(),
  /** Of a script: the path of its map, or `inline`; null where there is none. */
  map: z.string().nullable(),
});
export type ReleaseFile = z.infer<typeof releaseFile>;

/** What was made of a release's code. `refused`: it cost too much or broke the reader; `reason` says how. */
export const codeReading = z.object({
  state: z.enum(['none', 'reading', 'read', 'refused']),
  reason: z.string().nullable(),
  /** How much is read, 0 to 1; only while it is being read. */
  share: z.number().optional(),
  /** Share of the code by whose it is, 0 to 1; null until it is read. */
  product: z.number().nullable(),
  libraries: z.number().int().nullable(),
  statements: z.number().int().nullable(),
  /** What was wrong with single files, for a person; at most 20. */
  problems: z.array(z.object({ file: z.string(), message: z.string() })),
});
export type CodeReading = z.infer<typeof codeReading>;

export const releaseSummary = z.object({
  release: z.string(),
  /** Of files that count. */
  files: z.number().int(),
  bytes: z.number().int(),
  scripts: z.number().int(),
  /** Scripts that have a map. */
  mapped: z.number().int(),
  /** Maps that no script calls for: of another build, or left over. */
  strayMaps: z.number().int(),
  /** Maps that are called as a script's and are not its own, or cannot be read, and why; at most 20. Such a one is stray, and its script has none. */
  unfitMaps: z.array(z.object({ script: z.string(), map: z.string(), why: z.string() })),
  /** Whether the maps were held against their scripts; that takes some seconds for a large release. */
  mapsChecked: z.boolean(),
  /** Files of an upload that is not finished. */
  waiting: z.number().int(),
  finishedAt: epochMs.nullable(),
  by: z.string(),
  code: codeReading,
});
export type ReleaseSummary = z.infer<typeof releaseSummary>;

export const releaseSettings = z.object({
  /** The least role that may see text of sources. Names of files, lines and functions are shown to whoever sees the issue. */
  sources: projectRole,
  /** Whether this server may fetch the scripts that the watched site serves. */
  fetching: z.boolean(),
  /** How many releases keep their files; the oldest go first. */
  keepReleases: z.number().int().min(1).max(1_000),
});
export type ReleaseSettings = z.infer<typeof releaseSettings>;
export const defaultReleaseSettings: ReleaseSettings = { sources: 'member', fetching: false, keepReleases: 100 };

/** A line of a stack as browsers tell it: line and column from 1. `file` is an address or a path. */
export const minifiedFrame = z.object({
  file: z.string().max(2_048),
  line: z.number().int().min(0).optional(),
  column: z.number().int().min(0).optional(),
  function: z.string().max(512).optional(),
  /** Of the script, where the stack's sender tells it: it goes before release and name. */
  debugId: debugId.optional(),
});
export type MinifiedFrame = z.infer<typeof minifiedFrame>;

/**
 * Why a frame stays as it came: the release has no files; none of them is this script; the script has no map; the map is damaged,
 * of another build, or cost too much; or it knows nothing of the place.
 */
export const notOriginal = z.enum(['no-files', 'no-script', 'no-map', 'bad-map', 'too-costly', 'put-off', 'no-place']);

/** A frame in the words of the sources, or why there are none. */
export const originalFrame = z.discriminatedUnion('found', [
  z.object({
    found: z.literal(true),
    file: z.string(),
    /** From 1. */
    line: z.number().int(),
    /** From 0, as in source maps. */
    column: z.number().int(),
    /** The function around the place as the source calls it; empty where it does not tell. */
    function: z.string(),
    owner: z.enum(['product', 'third-party', 'unknown']),
    /** Of third-party code, where it is known. */
    package: z.string().optional(),
    /** Lines of the source; absent where there is no text of it, or where the asker may not see it. */
    lines: z.object({ first: z.number().int(), text: z.array(z.string()) }).optional(),
  }),
  z.object({ found: z.literal(false), why: notOriginal, detail: z.string() }),
]);
export type OriginalFrame = z.infer<typeof originalFrame>;
