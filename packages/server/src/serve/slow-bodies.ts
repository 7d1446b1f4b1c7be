import type { IncomingMessage, ServerResponse } from 'node:http';
import { endpoints } from '@sightglass/wire';
import { rawProblem } from '../answer/problems.ts';

/** Doors that take files have the time of the server itself; everything else is small. */
const slowDoors = endpoints
  .filter(({ takes }) => takes === 'bytes')
  .map(({ method, path }) => ({ method, path: new RegExp(`^${path.replaceAll(/:[a-z]+/g, '[^/?]+')}(\\?|$)`) }));

/** Ends a request whose body has not arrived within `bodyMs`, unless its door takes files. */
export function hurry(request: IncomingMessage, response: ServerResponse, bodyMs: number): void {
  const { method, url = '', headers } = request;
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return;
  if (slowDoors.some((door) => door.method === method && door.path.test(url))) return;
  const timer = setTimeout(() => {
    if (!response.headersSent) response.socket?.end(rawProblem(408));
    else request.destroy();
  }, bodyMs);
  const arrived = () => clearTimeout(timer);
  request.once('end', arrived).once('close', arrived);
}
