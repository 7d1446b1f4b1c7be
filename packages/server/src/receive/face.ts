import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Journal, Teller } from '../journal/face.ts';
import type { KeyRing, LiveHub, Outcomes } from '../parts.ts';
import type { CountryOf } from './country.ts';

export interface ReceiverParts {
  keys: KeyRing;
  journal: Pick<Journal, 'append'>;
  hub: Pick<LiveHub, 'watched'>;
  outcomes: Outcomes;
  /** Whether this API token belongs to an admin of the project: old times then pass, and the data is marked as a sample. */
  backfill(token: string, project: string): boolean | Promise<boolean>;
  /** Whether an admin has switched recording off: nothing is taken then, not even from an admin. */
  isOff?(project: string): boolean;
  /** Whether this session was erased: nothing more of it is taken. */
  isErased?(project: string, session: string): boolean;
  /** Whether a batch or segment of this identity (see `ledger/identity.ts`) is here: told to who brings old times. */
  isKnown?(identity: Buffer): boolean;
  /** Default: nobody tells. */
  countryOf?: CountryOf;
  now(): number;
  /** One project's share. Default 500 requests a second with bursts of 5,000. */
  quota?: { perSecond: number; burst: number };
  /** Milliseconds of looking through one project's bodies, while others send too. Default 500 a second with bursts of 3,000. */
  time?: { perSecond: number; burst: number };
  /** Of one session's replay, as it arrives; past it the records alone are taken. Default: what the wire says. */
  sessionReplayBytes?: number;
  /** Of all bodies that are being read at once. Default 192 MiB. */
  roomBytes?: number;
  bodyTimeoutMs?: number;
  teller?: Teller;
}

/** The intake's own doors, `/v1/records`, `/v1/segments` and for both `/v1/parcels`, without a framework between them and the journal. */
export interface Receiver {
  /** Whether this URL is one of ours. */
  handles(url: string | undefined): boolean;
  handle(request: IncomingMessage, response: ServerResponse): void;
  /** From now on every request is answered with `stopping`; resolves when what was being written is answered. */
  stop(): Promise<void>;
}
