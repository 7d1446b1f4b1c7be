/** Pictures and fonts that the page shows and its server gives to anybody. A worker fetches them; here is what names and tells them. */
export interface Assets {
  /**
   * How the stream calls an address that shows something: as `said`, which is the address scrubbed, with a mark where that may stand for
   * more than one. The mark is 12 bits of the address: enough to tell those of a page apart, and too few to find one by.
   */
  name(url: string, base: string, said: string): string;
  /** A page begins anew: what it shows is told once more. */
  again(): void;
  /** What was told may not have arrived. */
  lost(): void;
  stop(): void;
}

/**
 * Why pictures (and fonts, but for `fonts`) are not in a recording: the project wants none; only fonts; the page's policy lets no worker begin;
 * the visitor saves data, or waits for each byte.
 */
export type WhyWithout = 'none' | 'fonts' | 'forbidden' | 'saving';

/** What of pictures and fonts is kept. */
export interface WantedAssets {
  fontsOnly: boolean;
  /** What the project does not have yet may be fetched. */
  mayFetch: boolean;
  /** Of the intake, which knows what the project has. */
  origin: string;
  /** The client key. */
  key: string;
}

/** What a page tells the worker. */
export interface Gathering extends WantedAssets {
  urls: string[];
  /** A file that is larger is left. */
  maxBytes: number;
  /** All files together; 0: only what the project has already. */
  room: number;
}

/**
 * Of one address; 0 ends the list. No or an empty `hash`: it is not to be had. `text`: the project does not have it yet. `name`: its address,
 * hashed for the project.
 */
export type Gathered = [url: string, hash?: string, text?: string, name?: string];
