import type { Decoder, Outline } from './decoder.ts';

/** What crosses between a screen and the worker that decodes for it. */
export interface Call {
  call: number;
  method: keyof Decoder;
  args: unknown[];
}
export type Reply = { call: number } & ({ part: Outline } | { value: unknown } | { error: string });

/** Of a worker as much as is needed, or a test's own. */
export interface Line {
  postMessage(message: unknown, transfer?: Transferable[]): void;
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void;
  addEventListener(type: 'error', listener: (event: { message?: string }) => void): void;
  terminate(): void;
}

interface Waiting {
  onPart: (part: Outline) => void;
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/** The decoder at the other end. When the worker ends by itself, whoever waits hears of it. */
export function callDecoder(line: Line): Decoder {
  const waiting = new Map<number, Waiting>();
  let calls = 0;

  line.addEventListener('message', ({ data }) => {
    const reply = data as Reply; // from our own worker
    const one = waiting.get(reply.call);
    if (!one) return;
    if ('part' in reply) return one.onPart(reply.part);
    waiting.delete(reply.call);
    if ('error' in reply) one.reject(new Error(reply.error));
    else one.resolve(reply.value);
  });
  line.addEventListener('error', ({ message }) => {
    for (const one of waiting.values()) one.reject(new Error(message ?? 'The decoder ended'));
    waiting.clear();
  });

  function ask<Value>(
    method: keyof Decoder,
    args: unknown[],
    onPart: (part: Outline) => void = () => undefined,
    transfer: Transferable[] = [],
  ): Promise<Value> {
    calls += 1;
    const call = calls;
    return new Promise<unknown>((resolve, reject) => {
      waiting.set(call, { onPart, resolve, reject });
      line.postMessage({ call, method, args } satisfies Call, transfer);
    }) as Promise<Value>; // the other end is a `Decoder`
  }

  return {
    take: (channel, bytes) => ask('take', [channel, bytes], undefined, [bytes.buffer]),
    end: (channel) => ask('end', [channel]),
    news: () => ask('news', []),
    // Of a worker's screen every port is one that can be handed over.
    join: (viewer, port) => ask('join', [viewer, port], undefined, [port as MessagePort]),
    begin: (about, onPart) => ask('begin', [about], onPart),
    extend: (stretch, about, onPart) => ask('extend', [stretch, about], onPart),
    forget: (stretch) => ask('forget', [stretch]),
    stop() {
      for (const one of waiting.values()) one.reject(new Error('The decoder was stopped'));
      waiting.clear();
      line.terminate();
    },
  };
}

/** Answers calls with a decoder's own methods. */
export async function answerCall(
  decoder: Decoder,
  { call, method, args }: Call,
  send: (reply: Reply) => void,
): Promise<void> {
  const onPart = (part: Outline): void => send({ call, part });
  try {
    // What `callDecoder` sends is what the method takes.
    const run = decoder[method] as (...given: unknown[]) => Promise<unknown>;
    send({ call, value: await run(...args, onPart) });
  } catch (error) {
    send({ call, error: error instanceof Error ? error.message : String(error) });
  }
}
