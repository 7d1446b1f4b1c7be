import type { Readable } from 'node:stream';
import type * as wire from '@sightglass/wire';
import type { Caller } from '../accounts/caller.ts';

/** The doors of the API by name, as the wire describes them. */
export type Endpoints = {
  [Name in keyof typeof wire as (typeof wire)[Name] extends { access: wire.Access; path: string }
    ? Name
    : never]: (typeof wire)[Name];
};
export type EndpointName = keyof Endpoints;

/** `_output` of a zod schema, without asking every file here to know zod. */
type Out<Schema> = Schema extends { _zod: { output: infer Output } } ? Output : never;

export interface Asked<Name extends EndpointName> {
  params: Out<Endpoints[Name]['params']>;
  query: Out<Endpoints[Name]['query']>;
  body: Out<Endpoints[Name]['body']>;
  /** Already judged. Absent only behind doors that anyone may use. */
  caller: Caller | undefined;
  /** The peer's address; of the named proxies' client where there are some. */
  address: string;
  /** As the caller wrote it, so that links in an answer lead back the way it came: `https://sightglass.example`, with `base`. */
  origin: string;
  /** Of the page that asks, as its browser knows it; else `origin`. */
  opened: string;
  /** The path of another site that everything lies under, as `/sightglass`; mostly ''. */
  base: string;
  headers: import('node:http').IncomingHttpHeaders;
  /** Cookies to send back. */
  setCookie(cookie: string): void;
  /** Aborted when the asker goes away. */
  signal: AbortSignal;
}

/** An answer that is not JSON. */
export class Media {
  readonly type: string;
  readonly body: Readable | string;
  /** What it is called where it is saved; letters, digits, dots and dashes. */
  readonly fileName: string | undefined;
  /** Saved, never shown by the browser in our own name. */
  readonly saved: boolean;

  constructor(type: string, body: Readable | string, fileName?: string, saved = false) {
    this.type = type;
    this.body = body;
    this.fileName = fileName;
    this.saved = saved;
  }
}

/** What answers a door. It throws `SightglassError` for what a caller must be told; anything else thrown is a bug of ours. */
export type Handler<Name extends EndpointName> = (
  asked: Asked<Name>,
) => Promise<Out<Endpoints[Name]['answer']> | Media>;

/** A door without a handler, or an answer of another shape, is a type error. */
export type Handlers = { [Name in EndpointName]: Handler<Name> };
