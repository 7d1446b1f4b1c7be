import type { EpochMs } from '@sightglass/wire';
import type { Assets } from './asset.ts';
import type { Stored } from './stored.ts';

/** A piece of recording, as text made once. `events` is a JSON array of the operations of `docs/formats/segment.md`. */
export interface Piece {
  from: EpochMs;
  until: EpochMs;
  /** An anchor begins in it: a player can begin here. */
  anchor: boolean;
  events: string;
}

/** Records what the page looks like. The one face between us and whatever does the recording. */
export interface Recorder {
  start(emit: (piece: Piece) => void): void;
  /** Ends the current piece. */
  cut(): void;
  /** Someone looks on: shorter pieces. */
  watch(watched: boolean): void;
  /** The page is to be written anew: what was told before may be let go. */
  renew(): void;
  /** A piece never arrived: the same, and the recording says so. */
  lost(): void;
  stop(): void;
}

/**
 * How much is hidden where no element says more. `all`: every text, whatever elements allow. `listed`: every text but what elements
 * allow. `inputs`: fields, and texts that look like a secret. `none`: secrets.
 */
export type MaskLevel = 'all' | 'listed' | 'inputs' | 'none';

/** Tells an operation of `docs/formats/segment.md`, its time left out. */
export type Put = (operation: [kind: number, ...items: unknown[]]) => void;

/** Takes pictures of what canvases and videos show, so many in a second, until the answer is called. */
export type TakePictures = (
  perSecond: number,
  /** The number of a node that was written, and how it is hidden (`mode.ts`). */
  known: { id(node: unknown): number; mode(id: number): number | undefined },
  put: Put,
  wrap: RecorderParts['wrap'],
) => () => void;

/** What is recorded with, in files of their own. */
export interface RecordingParts {
  recorder: CreateRecorder;
  pictures: TakePictures;
  sheets: RecorderParts['publicRules'];
}

/** What a recorder is given, so that its own file holds nothing twice. */
export interface RecorderParts {
  mask: MaskLevel;
  /** Pictures a second of canvases and videos. */
  pictures: number;
  /** Takes them where any are wanted, and tells besides what scripts animate. */
  take: TakePictures;
  /** Keeps pictures and fonts, or says why it does not. */
  assets(put: Put): Assets;
  /** The text of a file, from the browser's cache where it is there, unless `cache` says otherwise; by a worker: the page hears and sees nothing of it. */
  fileOf(url: string, cache?: RequestCache): Promise<string | undefined>;
  /**
   * The rules of a sheet that no script may read, where it is to be had as one that may be read and the page would not notice; of one that has no
   * address its text, where rules of it lack what they say. Never fails.
   */
  publicRules(sheet: CSSStyleSheet): Promise<Iterable<Pick<CSSRule, 'cssText'>> | string | undefined>;
  /** Knows which texts the project has already, so that their hash is enough. */
  stored(put: Put, wake: () => void): Stored;
  isSecret(element: Element): boolean;
  /** Takes ids, query, fragment and what was typed out of an address. */
  scrubUrl(url: string): string;
  scrubTitle(title: string): string;
  /** Takes out what the person typed, where the page shows it elsewhere: all of it, what is no plain word, or secrets only; of a text also a piece of a word. */
  hideTyped(text: string, kind?: 'any' | 'odd' | 'secret', node?: Node): string;
  /**
   * What an element is called, or an attribute that it has, unless a text that was put into the page's markup as it is made a name of what was typed:
   * `<Ada>`, `title=Ada Lovelace`.
   */
  nameOf(element: Element, name: string): string;
  /** The person typed here, or is about to: in a frame or a closed shadow root, where nobody else listens. */
  typed(field: Element, now: boolean | undefined): void;
  /** The same of what is pasted or dropped: an editor may put it in by itself, and has the caret in the last of its lines. */
  brought(event: Event): void;
  /** Hears an event of this page first of all, among others of ours who do. The answer ends it. */
  listen(name: string, handler: (event: Event) => void): () => void;
  wrap<Args extends unknown[], T>(task: (...args: Args) => T): (...args: Args) => T | undefined;
}

export type CreateRecorder = (parts: RecorderParts) => Recorder;
