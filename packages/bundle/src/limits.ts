/** Bounds on what a release may hand in: past them it is told, never tried. Sizes in UTF-16 units of the text, which is what parsing costs. */
export const maxBundleLength = 60 * 2 ** 20;
export const maxScriptLength = 20 * 2 ** 20;
/** Of a longer release only scripts that hold the product's code are read for statements, and of those no more than this. */
export const maxCloseLength = 10 * 2 ** 20;
/** A map is four to eight times its script where it carries the sources. */
export const maxMapLength = 120 * 2 ** 20;
export const maxMapSegments = 8_000_000;
export const maxMapSources = 100_000;
export const maxMapSections = 10_000;
/** Longest name of a source that is told; what is longer is cut. */
export const maxSourceName = 512;
/** Reading a release happens in a worker, which is ended past these. One of 18 MB, of which 10 MB are read closely, takes 24 s and 1 GB in all. */
export const maxReadMs = 120_000;
export const maxReadMegabytes = 1_024;
