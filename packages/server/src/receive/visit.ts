import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Door } from '../journal/index.ts';

/** A request at one of the doors. */
export interface Visit {
  request: IncomingMessage;
  response: ServerResponse;
  path: string;
  /** Without its question mark. */
  query: string;
  door: Door;
  /** '' until its key is known. */
  project: string;
}
