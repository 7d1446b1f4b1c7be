import { Readable } from 'node:stream';
import { type LiveMessage, limits } from '@sightglass/wire';
import type { LiveHub } from '../parts.ts';

/** The fan-out with its watchers' side. */
export interface Hub extends LiveHub {
  /**
   * A stream of server-sent events. It ends when the reader goes, when `allowed` says no (asked every half second, so that access
   * taken away ends it within one), and when the reader is too slow for what comes.
   */
  watch(project: string, allowed: () => Promise<boolean>): Readable;
  /** How many watch, all projects together. */
  watchers(): number;
  stop(): void;
}

/** A reader that is this far behind is not watching. It may come again; the screens then ask for what they missed. */
const maxBehindBytes = 1024 * 1024;
const checkEveryMs = 500;

/** @param ticks - Milliseconds that never step back. */
export function createHub(now: () => number = Date.now, ticks: () => number = () => performance.now()): Hub {
  const rooms = new Map<string, Set<Readable>>();
  const begun = ticks();
  /** When something was stored or erased last, by project. */
  const changedAt = new Map<string, number>();

  function leave(project: string, stream: Readable): void {
    const room = rooms.get(project);
    room?.delete(stream);
    if (room?.size === 0) rooms.delete(project);
  }

  function write(stream: Readable, text: string): void {
    if (stream.readableLength > maxBehindBytes) stream.destroy();
    else stream.push(text);
  }

  /** Out of the room first: nothing may be pushed after the end. */
  function end(project: string, stream: Readable): void {
    if (rooms.get(project)?.has(stream) !== true) return;
    leave(project, stream);
    stream.push(null);
  }

  return {
    publish(project, message: LiveMessage) {
      if (message.type === 'stored' || message.type === 'erased') changedAt.set(project, ticks());
      const room = rooms.get(project);
      if (room === undefined) return;
      const event = toEvent(message);
      for (const stream of room) write(stream, event);
    },

    watched: (project) => rooms.has(project),

    watch(project, allowed) {
      const stream = new Readable({ read: () => undefined });
      const check = setInterval(async () => {
        if (!(await allowed())) end(project, stream);
      }, checkEveryMs);
      const heartbeat = setInterval(() => {
        if (rooms.get(project)?.has(stream)) write(stream, toEvent({ type: 'here', at: now() }));
      }, limits.liveSignMs);
      const room = rooms.get(project) ?? new Set();
      rooms.set(project, room.add(stream));
      stream.once('close', () => {
        clearInterval(check);
        clearInterval(heartbeat);
        leave(project, stream);
      });
      // The first bytes open the browser's EventSource at once; a lost connection is tried again after a second.
      stream.push('retry: 1000\n: watching\n\n');
      const quietMs = Math.floor(ticks() - (changedAt.get(project) ?? begun));
      stream.push(toEvent({ type: 'here', at: now(), quietMs }));
      return stream;
    },

    watchers: () => [...rooms.values()].reduce((sum, room) => sum + room.size, 0),

    stop() {
      for (const [project, room] of rooms) for (const stream of room) end(project, stream);
    },
  };
}

/** As server-sent events are written (HTML standard, 9.2.6). */
function toEvent(message: LiveMessage): string {
  return `event: ${message.type}\ndata: ${JSON.stringify(message)}\n\n`;
}
