import { PassThrough, type Readable } from 'node:stream';

/**
 * Has a body read by somebody who may give it up in the middle. A request whose stream is destroyed half read leaves its connection to
 * the next one, which then waits for ever; so what was not wanted is read past.
 */
export async function lend<Answer>(body: Readable, read: (lent: Readable) => Promise<Answer>): Promise<Answer> {
  const lent = new PassThrough();
  const endWith = (error: Error) => lent.destroy(error);
  body.once('error', endWith).pipe(lent);
  try {
    return await read(lent);
  } finally {
    body.off('error', endWith).unpipe(lent);
    lent.destroy();
    body.on('error', () => undefined).resume(); // nobody waits for the rest, so nobody minds where it ends
  }
}
