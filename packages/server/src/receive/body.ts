import type { ErrorCode } from '@sightglass/wire';
import type { Visit } from './visit.ts';

/**
 * Bytes of all bodies that are being read, together. Past the bound whoever holds most of it gives way, and comes again: so one project alone
 * has all of it, and keeps no other out, however slowly it sends (FAULTS K57).
 */
export interface Room {
  usedBytes: number;
  readonly maxBytes: number;
  /** By project; all together who have not said a key yet are one (''). */
  readonly holders: Map<string, Holder>;
  /** Those who are still sending: called when the server stops, so that they hear it instead of being cut off (FAULTS K56). */
  readonly sending: Set<() => void>;
}

interface Holder {
  bytes: number;
  /** Refuses a body of which something has come; in order of their first bytes. */
  readonly refuse: Set<() => void>;
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
      chunks.push(chunk);
      hold(room, project, chunk.length, giveWay);
      if (bytes > maxBytes) finish({ code: 'too_large' });
      else makeRoom(room);
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
    function giveWay(): void {
      finish({ code: 'backlog' });
    }
    function finish(read: ReadBody): void {
      clearTimeout(timer);
      room.sending.delete(stop);
      request.off('data', take).off('end', end).off('close', gone).off('error', gone);
      // A socket that breaks later has nobody to tell.
      request.on('error', () => undefined);
      letGo(room, project, bytes, giveWay);
      resolve(read);
    }
    room.sending.add(stop);
    request.on('data', take).on('end', end).on('close', gone).on('error', gone);
  });
}

function hold(room: Room, project: string, bytes: number, giveWay: () => void): void {
  const holder = room.holders.get(project) ?? { bytes: 0, refuse: new Set() };
  room.holders.set(project, holder);
  room.usedBytes += bytes;
  holder.bytes += bytes;
  holder.refuse.add(giveWay);
}

function letGo(room: Room, project: string, bytes: number, giveWay: () => void): void {
  const holder = room.holders.get(project);
  if (holder?.refuse.delete(giveWay) !== true) return;
  room.usedBytes -= bytes;
  holder.bytes -= bytes;
  if (holder.refuse.size === 0) room.holders.delete(project);
}

/** Of who has most, what began last goes: what has nearly come is not sent for nothing. */
function makeRoom(room: Room): void {
  while (room.usedBytes > room.maxBytes) {
    const [largest] = [...room.holders.values()].sort((one, other) => other.bytes - one.bytes);
    const newest = [...(largest?.refuse ?? [])].at(-1);
    if (newest === undefined) return;
    newest();
  }
}
