/** How much of a page a replay hides, most private first; `docs/recording.md` says what each of them shows. */
export type MaskLevel = 'all' | 'listed' | 'inputs' | 'none';

/** What a page may say about how it is watched. Shares are 0 to 1. The project's settings may ask for less, never for more. */
export interface Options {
  /** The project's client key: public, may only send. */
  key: string;
  /** Where the intake is, such as `https://sightglass.example`; with the path, where it lies under one of another site. */
  origin: string;
  release?: string;
  environment?: string;
  /** Share of sessions that are recorded at all; drawn once for a session. Default 1. */
  sampleRate?: number;
  /** Share of the recorded sessions that are replayed as well. Default 1. */
  replaySampleRate?: number;
  /** How much of the page a replay hides, whatever the project's settings allow. Default: as they say. */
  mask?: MaskLevel;
  /** `required`: nothing is stored and nothing sent before `consent(true)`. Default `given`. */
  consent?: 'given' | 'required';
  /** Take the browser's Global Privacy Control as a refusal. Default false. */
  respectGpc?: boolean;
  /** What may leave beyond the default. */
  allow?: {
    /** Names of the traits of `setUser` that are sent. Default none. */
    traits?: string[];
  };
}

/** The visitor, as the application knows them. The id is hashed in the page unless it is opaque already. */
export interface User {
  id: string | number;
  role?: string;
  traits?: Attributes;
}

export type Attributes = Record<string, string | number | boolean | null>;

/** What a page can say. Every call is safe at any time: before consent, after `stop()`, and when the SDK itself failed. */
export interface Sightglass {
  /** Who is using the page; null when they have signed out. */
  setUser(user: User | null): void;
  /** Context of everything that follows in this session. */
  setContext(attributes: Attributes): void;
  /** Something of the application's changed state: `state('order', 'submitted')`. */
  state(subject: string, to: string): void;
  event(name: string, attributes?: Attributes): void;
  /** An error that the application has caught. */
  error(error: unknown): void;
  /** Something happened here that is worth a replay, where the project keeps only those of sessions in which something broke. */
  keep(): void;
  /** `true` begins when consent was required; `false` stops at once and deletes what is stored and queued. */
  consent(given: boolean): void;
  stop(): void;
  readonly version: string;
  /** How often our own code failed in this page. */
  faults(): number;
}

export const version = '0.1.0';
