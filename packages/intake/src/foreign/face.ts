import type { BatchEnvelope, ReplayEvent, WireRecord } from '@sightglass/wire';
import type { About } from '../clock.ts';
import type { Notes, NumberedRecord } from '../decoded.ts';

/**
 * What a door of another SDK is: where it stands, whose key it takes, what it answers, and the decoder. A format is a folder in
 * `intake/src` and one line in `intake/src/index.ts`; its name is also its door's in the journal (`doors` in server/src/journal/entry.ts has
 * a number for it) and in Settings → Intake. docs/formats/adding-a-format.md goes through it step by step.
 *
 * The road of a body: the receiver finds the format by {@link opens}, the key by {@link keyOf}, reads at most {@link maxBodyBytes}, syncs
 * the body **as it came** together with its {@link Head}, and answers. Nothing is decoded before the answer: what an SDK loses by a
 * refusal it never sends again. The digest then unpacks the outer packing (content-encoding, or gzip/zlib by first bytes), calls
 * {@link decode}, and stores; what cannot be understood goes to the quarantine, the good items beside it do not.
 */
export interface ForeignFormat {
  /** Stands in the rows as `intake`: `datadog`, `sentry`, `rrweb`. */
  intake: string;
  /** Whether a path (without query, always with a leading slash) is this format's. Asked of every request: cheap. */
  opens(path: string): boolean;
  /** The project's client key (`sgk_…`, or its 32 hex digits alone), wherever this SDK carries it. undefined: not here. */
  keyOf(request: Asked): string | undefined;
  /** Where the key may stand in the body only (a Sentry tunnel): asked when {@link keyOf} found none, with the body as it came. */
  keyInBody?(body: Uint8Array, tools: Tools): string | undefined;
  /** As it arrives. */
  maxBodyBytes: number;
  /** After the outer packing is off. What is packed inside is the decoder's to bound, with {@link Tools.inflate}. */
  maxUnpackedBytes: number;
  /** Of a body that is on the disk: status and text, '' for none. It may depend on the request (`{"id":…}`), never on the decoding. */
  answer(request: Asked, body: Uint8Array): { status: number; text: string; contentType?: string };
  /**
   * Of a refusal, where this SDK must not be told as others are; headers are lower-case. Absent: a problem document with the code's own
   * status and `retry-after`. CORS headers are added to both.
   */
  answerRefusal?(refusal: { code: string; status: number; retryAfter: number | undefined }): {
    status: number;
    text: string;
    headers: Record<string, string>;
  };
  /** Methods beside POST that are answered without a body being read, such as the GET of a configuration. */
  answerGet?(request: Asked): { status: number; text: string; contentType: string } | undefined;
  /**
   * Where decoding a body again tells other records than before, for what others told meanwhile: the first byte of what is the same in a body
   * that comes again. It then counts as a duplicate as a whole. Absent: its batches and segments tell.
   */
  sameFrom?(body: Uint8Array): number;
  /**
   * Pure, bounded, never throws: the same bytes give the same answer, since the digest decodes again after a crash. Use a
   * `createGatherer` to hold to the schema, the clock and the bounds. `reason`: nothing of it can be taken; the whole body goes to the
   * quarantine. Reasons never repeat a value of the body.
   */
  decode(body: Uint8Array, head: Head, about: About, tools: Tools): Lifted | { reason: string };
}

/** A request as the door sees it, before a byte of the body is read. */
export interface Asked {
  /** Without query. */
  path: string;
  /** Without the question mark, still encoded; '' for none. See `readQuery`, which bears a second `?` as some SDKs append one. */
  query: string;
  /** By lower-case name; undefined where absent. */
  header(name: string): string | undefined;
}

/** What the journal keeps of a request beside its body. */
export interface Head {
  path: string;
  query: string;
  contentType: string;
  userAgent: string;
  /** Of the page that sent, as browsers say it of every POST to another origin: by it a call is known to be to the page's own host. */
  origin?: string | undefined;
}

/** What a pure decoder cannot do by itself. */
export interface Tools {
  /** gzip, zlib or raw deflate, told by the first bytes. undefined: damaged, cut short, or more than `maxBytes` come out. */
  inflate(bytes: Uint8Array, maxBytes: number): Uint8Array | undefined;
  /** What the first 2 KiB of such bytes become, whatever follows: at most 2 MB. undefined: damaged. */
  inflateStart(bytes: Uint8Array): Uint8Array | undefined;
  /** UTF-8; bytes that are none become U+FFFD. */
  toText(bytes: Uint8Array): string;
  /** What an earlier body of the same project and door left under this name ({@link Lifted.kept}), as long as claims are kept. */
  recall?(name: string): string | undefined;
}

/** Who sent a record. Records of one sender come as one batch. */
export type Sender = Pick<BatchEnvelope, 'session' | 'tab' | 'release' | 'environment' | 'visitor' | 'role'>;

/** Which thing a record tells of. */
export interface Told {
  /**
   * Of the event, in its kind and tab: told again with the same id (a retry, a newer document version), the highest `version` stands
   * and the others are not counted. '' only for views, whose `view` is their id. At most 256 characters.
   */
  id: string;
  /** Default 0. */
  version?: number;
}

/** Records of one sender. `identity` is a hash of what they are, so that the same body sent again is a duplicate. */
export interface LiftedBatch {
  sender: Sender;
  identity: string;
  records: (NumberedRecord & { told: Told })[];
}

/**
 * A piece of replay in rrweb's events (`rrweb/2`). `page` and `seq` are its identity in the tab: the same again with the same content is
 * a duplicate, with other content goes to the quarantine. `page` is whatever begins with a whole page; its segments are played in
 * order of `seq`, and a hole in the numbers is shown as a gap.
 */
export interface LiftedSegment {
  session: string;
  tab: string;
  page: string;
  seq: number;
  /** A full snapshot is in it. */
  anchor: boolean;
  /** In the order in which they are to be applied; times are rounded to whole milliseconds. What is no rrweb event costs itself. */
  events: ReplayEvent[];
}

/** All that came out of one body: it may hold several sessions, records and segments. */
export interface Lifted {
  batches: LiftedBatch[];
  segments: (LiftedSegment & { from: number; until: number })[];
  /** Items that were understood and not taken, by code (`too_late`, `invalid_record`). */
  refused: Record<string, number>;
  /** Items that nobody could understand, by reason: the body goes to the quarantine, once, and the good items stay taken. */
  aside: Record<string, number>;
  /** What the SDK says about itself and no person did, by name (`telemetry`, `client_report`): counted as remarks, not stored. */
  apart: Record<string, number>;
  /**
   * For later bodies to recall, by name: what stands under a name stays as it was first said, so that a body that is decoded again after
   * a crash finds no other answer. Values are short and cleaned.
   */
  kept: [name: string, value: string][];
  notes: Notes & { forbidden: number; replaced: number };
}

/** A record before it is judged; whatever its schema does not know is refused or cut. */
export type Unjudged = WireRecord;
