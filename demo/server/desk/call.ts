import type { Desk } from './desk.ts';
import type { User } from './shapes.ts';

/** One call of a signed-in person. */
export interface Call {
  desk: Desk;
  user: User;
  params: Record<string, string>;
  query: URLSearchParams;
  body: unknown;
}
