import { type ChildProcess, type ForkOptions, fork } from 'node:child_process';
import { EventEmitter } from 'node:events';

/**
 * Node's `fork`, which never throws. Where no process can be started, Node tells some causes by the events `error` and `close` (EAGAIN, EMFILE) and
 * throws others (ENOMEM): whoever starts one again by a timer would end the server with that. Here all of them come as events.
 */
export function forked(module: string, args: readonly string[], options: ForkOptions): ChildProcess {
  try {
    return fork(module, args, options);
  } catch (cause) {
    return unstarted(cause);
  }
}

/** No `ChildProcess` of Node's: to kill one that has no process is to kill our own group. */
function unstarted(cause: unknown): ChildProcess {
  const child = Object.assign(new EventEmitter(), {
    ...{ pid: undefined, connected: false, exitCode: null, signalCode: null, killed: false },
    ...{ stdin: null, stdout: null, stderr: null, channel: null },
    ...{ kill: () => false, send: () => false, ref: () => undefined, unref: () => undefined },
  });
  process.nextTick(() => {
    child.emit('error', cause);
    child.emit('close', null, null);
  });
  return child as unknown as ChildProcess; // all that is asked of one that never ran
}
