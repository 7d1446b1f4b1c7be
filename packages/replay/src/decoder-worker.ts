import { createDecoder } from './decoder.ts';
import { answerCall, type Call } from './decoder-line.ts';

/** The worker of a screen that shows a replay. */
const decoder = createDecoder();
const screen = self as unknown as {
  postMessage(message: unknown): void;
  addEventListener(type: 'message', listener: (event: { data: Call }) => void): void;
};
screen.addEventListener('message', ({ data }) => void answerCall(decoder, data, (reply) => screen.postMessage(reply)));
