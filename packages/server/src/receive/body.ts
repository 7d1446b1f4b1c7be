import type { ErrorCode } from '@sightglass/wire';
import type { Visit } from './visit.ts';

/** Bytes of all bodies that are being read, together: past the bound new ones wait outside (FAULTS K57). */
export interface Room {
  usedBytes: number;
  readonly maxBytes: number;
  /** Of them, whose: nobody has more than half of the room, and neither have all together who have not said a key yet (''). */
  readonly heldBy: Map<string, number>;
  /** Those who are still sending: called when the server stops, so that they hear it instead of being cut off (FAULTS K56). */
  readonly sending: Set<() => void>;
}

export type ReadBody = { body: Buffer } | { code: ErrorCode } | { aborted: true };

/** Reads a body, no more of it than allowed and no longer than allowed. */
export function readBody(
  { request, project }: Pick<Visit, 'request' | 'project'>,
  maxBytes: number,
  timeoutMs: number,
  room: Room,
): Promise<ReadBody> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) return Promise.resolve({ code: 'too_large' });
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const timer = setTimeout(() => finish({ code: 'body_timeout' }), timeoutMs);

    function take(chunk: Buffer): void {
      bytes += chunk.length;
      hold(room, project, chunk.length);
      if (bytes > maxBytes) finish({ code: 'too_large' });
      else if (isFullFor(project, room)) finish({ code: 'backlog' });
      else chunks.push(chunk);
    }
    function end(): void {
      finish({ body: chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks, bytes) });
    }
    function stop(): void {
      finish({ code: 'stopping' });
    }
    function gone(): void {
      finish({ aborted: true });
    }
    function finish(read: ReadBody): void {
      clearTimeout(timer);
      room.sending.delete(stop);
      request.off('data', take).off('end', end).off('close', gone).off('error', gone);
      // A socket that breaks later has nobody to tell.
      request.on('error', () => undefined);
      hold(room, project, -bytes);
      resolve(read);
    }
    room.sending.add(stop);
    request.on('data', take).on('end', end).on('close', gone).on('error', gone);
  });
}

function hold(room: Room, project: string, bytes: number): void {
  room.usedBytes += bytes;
  const held = (room.heldBy.get(project) ?? 0) + bytes;
  if (held > 0) room.heldBy.set(project, held);
  else room.heldBy.delete(project);
}

function isFullFor(project: string, { usedBytes, maxBytes, heldBy }: Room): boolean {
  return usedBytes > maxBytes || (heldBy.get(project) ?? 0) > maxBytes / 2;
}
