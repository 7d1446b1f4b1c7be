/**
 * Every bound that the doors and decoders keep; those that the SDK alone keeps stand where it does. A bound that bites is always told: to the
 * sender in the answer, to the customer under Settings → Intake. Bytes unless the name says otherwise.
 */

/** Body of one batch of records as it arrives. A beacon holds 64 KiB and a page flushes every few seconds: 20 times that is a backlog. */
export const maxRecordsBodyBytes = 2 * 1024 * 1024;
/** The same, unpacked. Real batches pack 5 to 12 times. */
export const maxRecordsUnpackedBytes = 16 * 1024 * 1024;
/** One segment as it arrives. A first snapshot of a very large page packs to about 2 MB; dropping it makes a session useless. */
export const maxSegmentBodyBytes = 16 * 1024 * 1024;
/** The same, unpacked: a 12 MB snapshot must pass (FAULTS M19). */
export const maxSegmentUnpackedBytes = 64 * 1024 * 1024;
/** Batches and segments in one request; a browser that kept 5 MB while the intake was away sends them in a handful of these. */
export const maxParcels = 100;
/** All of them as they arrive: a segment and a batch at their largest. */
export const maxParcelsBodyBytes = maxSegmentBodyBytes + maxRecordsBodyBytes;
/**
 * Replay of one session, as its segments arrive. An hour of ordinary use is 1 to 5 MB, and one lasts four at most: past this it is a page
 * that never rests, or somebody who floods. Its records are taken on.
 */
export const maxSessionReplayBytes = 256 * 1024 * 1024;
/** JSON nesting: page trees are deep, records never. Checked on bytes, before a tree is built (FAULTS M4). */
export const maxNesting = 64;
/** A snapshot nests two levels for each level of the page; browsers stop building at 512 open elements. */
export const maxSegmentNesting = 2_048;
/** Commas in one body bound how many values `JSON.parse` may build (FAULTS M5). */
export const maxJsonValues = 2_000_000;
export const maxRecordsPerBatch = 2_000;
export const maxEventsPerSegment = 50_000;
/** Kinds of operations in our own format: a reader skips those it does not know, and a store need not keep just anything. */
export const maxOperationKind = 255;
/** One stored text (a style sheet, mostly) of a project. What is longer stays in its segment. */
export const maxStoredTextChars = 4 * 1024 * 1024;
/**
 * Pictures and fonts of a page (docs/recording.md). Of 1 MB and more are photographs to download, not what a page is made of: the HTTP
 * Archive's median page has 1 MB of pictures in all, in about 20 files. A page load gives no more than these, in idle time.
 */
export const maxAssetBytes = 1024 * 1024;
export const maxPageAssets = 64;
/** Of so many addresses a page load asks whether they are there: what 64 are too few for is whole after some visits. */
export const maxPageAssetNames = 256;
/** Of one project, as they are stored. What comes after them is refused and counted as `assets_full`, until older ones go with their days. */
export const maxProjectAssets = 10_000;
export const maxProjectAssetBytes = 512 * 1024 * 1024;
/** One text field of a record; longer ones are cut, and the cut is counted as `truncated`. */
export const maxTextChars = 2_048;
/** Different lines of one session that full text finds, and their characters together. What comes after them is told as cut. */
export const maxSessionLines = 3_000;
export const maxSessionLineChars = 200_000;
export const maxNameChars = 256;
export const maxPathChars = 1_024;
export const maxStackFrames = 50;
export const maxFieldsPerForm = 100;
export const maxAttributes = 64;
export const maxShapeFields = 200;
/** A slow sender has this long for its whole body (FAULTS T30). */
export const bodyTimeoutMs = 20_000;
/** Clock skew that is believed; outside it the time of receipt stands (FAULTS C, STORAGE 7). */
export const maxPastMs = 7 * 24 * 3_600_000;
export const maxFutureMs = 10 * 60_000;
/** A batch that is sent again within this span is stored once. After it, once more at most for each span. */
export const duplicateWindowMs = 48 * 3_600_000;
/** A session ends after this long without a sign of life (as in OpenTelemetry's and others' RUM). */
export const sessionIdleMs = 30 * 60_000;
/**
 * How often the live door says that it is there when it has nothing else to say. Proxies close silent connections, commonly after 30 or
 * 60 s, and a reader tells a dead connection by its silence.
 */
export const liveSignMs = 15_000;
/** Of a member's password, wherever one is chosen. Length is what counts (NIST 800-63B, ASVS 6.2); no rules about kinds of characters. */
export const minPasswordChars = 12;
/** Evidence kept with one statement. */
export const maxEvidence = 5;

// Files of releases. A product of 3 MB minified has some 15 MB of maps.
/** One file as it arrives, packed or not. */
export const maxReleaseFileBytes = 64 * 1024 * 1024;
/** The same, unpacked: as much as the reader of maps takes. */
export const maxReleaseFileUnpackedBytes = 120 * 1024 * 1024;
/** All files of a release, unpacked. */
export const maxReleaseBytes = 512 * 1024 * 1024;
export const maxReleaseFiles = 4_000;
export const maxReleasePathChars = 512;
/** A file has this long to arrive: 64 MB at 2 Mbit/s. */
export const releaseFileTimeoutMs = 300_000;
/** An upload that nobody finished is forgotten after this long. */
export const releaseWaitMs = 24 * 3_600_000;
