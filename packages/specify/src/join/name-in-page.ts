import { type CallName, placeOf } from '@sightglass/wire';
import { isAnyCall } from '../observe/call-key.ts';

/**
 * A function of the server that a page calls at its own address: `POST /bookings/new#bookRoom`. What is called by name at one address for
 * all calls, as `POST /graphql#Orders`, is none.
 */
export function nameInPage({ method, path }: CallName): { page: string; name: string } | undefined {
  const [page = '', name] = path.split('#');
  return method === 'POST' && name !== undefined && !isAnyCall(page) ? { page: placeOf(page), name } : undefined;
}
