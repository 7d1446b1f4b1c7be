import type { Program } from 'oxc-parser';
import type { MapSource } from './map/read.ts';

/** One script of a release, or a page or manifest beside its scripts. `path` as it is served or stored, such as `assets/index-4f2a.js`; it names the file in all evidence. */
export interface BundleFile {
  path: string;
  text: string;
  /** JSON text of the source map, when there is one; or what gets it, so that maps are held one after the other. It is input from outside: it may be anything. */
  map?: string | (() => string | undefined);
}

/** Lines from 1, columns from 0 in UTF-16 units, as in source maps. */
export interface OriginalPlace {
  /** The source as its map names it, without its scheme: `src/orders/api.ts`, `node_modules/axios/lib/axios.js`. */
  file: string;
  line: number;
  column: number;
}

/** A place in a script of the release. */
export interface Place {
  file: string;
  /** From 1. */
  line: number;
  /** From 0, in UTF-16 units. */
  column: number;
  /** From the beginning of the file, in UTF-16 units. */
  offset: number;
  /** The place in the source, where a map tells it. */
  original?: OriginalPlace;
}

/** Whose code it is. What is `unknown` stays unknown: it makes no statement by itself. */
export interface Owner {
  kind: 'product' | 'third-party' | 'unknown';
  /** Name on the registry, such as `@tanstack/query-core`. Only for third-party code, and only where it is known. */
  package?: string;
  /** Only where map, manifest or a literal tells it. */
  version?: string;
}

/** Where a script has one of the things that points 7 to 9 look for: offsets, by what they are. */
export type Sighted = Record<'calls' | 'errors' | 'constants', Uint32Array>;

/** A stretch of a script with one owner. Regions of a file are in order, do not overlap, and together cover the file. */
export interface Region {
  /** UTF-16 offset, inclusive. */
  start: number;
  /** UTF-16 offset, exclusive. */
  end: number;
  owner: Owner;
}

/** One script, parsed, with its places and its owners. */
export interface ReadFile {
  file: BundleFile;
  /** ESTree with UTF-16 offsets. Empty when the script cannot be parsed; `problems` says so then. Empty too in a long release: see `takes`. */
  ast: Program;
  /** With `until`, of what stands from the one offset to the other: its source is the first that it has, and not that of what ends where it begins. */
  placeOf(offset: number, until?: number): Place;
  /** Text of a source by the name that `Place.original.file` gives it; `undefined` without a map or when the map has no text for it. */
  sourceOf(original: string): string | undefined;
  regions: Region[];
  ownerAt(offset: number): Owner;
  /** Sources of its map, with the text of what is the product's. */
  sources: readonly MapSource[];
  /** What was wrong with the script or its map. */
  problems: BundleProblem[];
  /** Of a long release: what its tree showed of libraries, since `ast` is empty and the tree let go. */
  sighted?: Sighted;
  /** Addresses of the scripts that it takes something from; likewise. */
  takes?: readonly string[];
}

/** A fault in what was handed in, as a value: bad input never throws. */
export interface BundleProblem {
  code:
    | 'bad_script'
    | 'script_too_large'
    | 'bundle_too_large'
    | 'bad_map'
    | 'map_too_large'
    | 'foreign_map'
    | 'left_out'
    | 'in_part';
  file: string;
  /** What was wrong and where, for a person. */
  message: string;
}

/** A page or a manifest: read for what it says of the product, and not as a script. */
export const isDocument = (path: string): boolean => /\.(?:html?|json)$/i.test(path);
