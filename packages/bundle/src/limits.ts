/** Bounds on what a release may hand in: past them it is told, never tried. Sizes in UTF-16 units of the text, which is what parsing costs. */
export const maxBundleLength = 60 * 2 ** 20;
export const maxScriptLength = 20 * 2 ** 20;
/** A longer release is read in rounds, each of no more than this that is nobody's library: a tree with the meaning of its names takes a hundred times its length. */
export const maxRoundLength = 3 * 2 ** 20;
/** Of all rounds together; what is more is told. */
export const maxCloseLength = 24 * 2 ** 20;
/** Steps of looking values up, for a release. So many take minutes; a product of 10 MB takes some ten million. */
export const mostSteps = 150_000_000;
/** A map is four to eight times its script where it carries the sources. */
export const maxMapLength = 120 * 2 ** 20;
export const maxMapSegments = 8_000_000;
/** Each costs four bytes, whatever stands in it. */
export const maxMapLines = 2_000_000;
export const maxMapSources = 100_000;
export const maxMapSections = 10_000;
/** Longest name of a source that is told; what is longer is cut. */
export const maxSourceName = 512;
/** Reading a release happens in a process or a worker of its own, which is ended past these. */
export const maxReadMs = 300_000;
const maxReadMegabytes = 400;
/** Where one script is longer than 5 MB: it is a tree all at once, eighty times its length with the meaning of its names. */
const mostReadMegabytes = 800;

/**
 * What reading may take of the language's own memory.
 *
 * @param longest - Bytes of the longest script.
 */
export const readMegabytes = (longest: number): number =>
  Math.min(mostReadMegabytes, Math.max(maxReadMegabytes, Math.ceil((longest * 80) / 1e6)));
