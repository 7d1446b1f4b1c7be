import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { SightglassError } from '@sightglass/wire';

export interface Passwords {
  /** Argon2id in the PHC string format, with its own salt. */
  hash(password: string): Promise<string>;
  /**
   * Takes as long for nobody (`stored` undefined) as for somebody, so that time does not tell who has an account.
   *
   * @param guesses - How often whoever asks was wrong of late: who was least often comes first.
   * @throws {SightglassError} `too_many_attempts`: too many wait who were wrong no oftener
   */
  verify(password: string, stored: string | undefined, guesses?: number): Promise<boolean>;
}

interface Turn {
  guesses: number;
  begin(): void;
  refuse(error: SightglassError): void;
}

/** OWASP password storage cheat sheet, argon2id: 19 MiB, 2 passes, 1 lane. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 };
const saltBytes = 16;
const tagBytes = 32;
/** One hash at a time, and so many in the queue: sign-ins must not take the memory and threads that the intake needs. */
const maxWaiting = 32;

const derive = promisify(argon2);

/** Node 24.7 brought argon2; the `node` package pins a later one, so there is no second algorithm to keep safe. */
export async function createPasswords(): Promise<Passwords> {
  const waiting: Turn[] = [];
  let isBusy = false;

  async function inTurn<T>(guesses: number, work: () => Promise<T>): Promise<T> {
    if (isBusy) await new Promise<void>((begin, refuse) => wait({ guesses, begin, refuse }));
    isBusy = true;
    try {
      return await work();
    } finally {
      // It is busy until the next one has begun: nobody comes between.
      const next = waiting.shift();
      if (next === undefined) isBusy = false;
      else next.begin();
    }
  }

  /** Behind those who were wrong no oftener. Guesses from many networks fill the room, and take it from nobody who comes in from elsewhere. */
  function wait(turn: Turn): void {
    const after = waiting.findLastIndex(({ guesses }) => guesses <= turn.guesses);
    waiting.splice(after + 1, 0, turn);
    if (waiting.length > maxWaiting)
      waiting.pop()?.refuse(new SightglassError('too_many_attempts', undefined, { retryAfter: 5 }));
  }

  function tag(password: string, salt: Buffer, { memory, passes, parallelism }: typeof cost): Promise<Buffer> {
    return derive('argon2id', { message: password, nonce: salt, memory, passes, parallelism, tagLength: tagBytes });
  }

  async function hash(password: string): Promise<string> {
    const salt = randomBytes(saltBytes);
    const made = await inTurn(0, () => tag(password, salt, cost));
    return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${plain(salt)}$${plain(made)}`;
  }

  const nobody = await hash(randomBytes(16).toString('hex'));

  return {
    hash,
    async verify(password, stored, guesses = 0) {
      const { salt, expected, used } = parse(stored ?? nobody);
      const made = await inTurn(guesses, () => tag(password, salt, used));
      return timingSafeEqual(made, expected) && stored !== undefined;
    },
  };
}

function plain(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}

function parse(stored: string): { salt: Buffer; expected: Buffer; used: typeof cost } {
  const [, , , numbers, salt, tag] = stored.split('$');
  const [memory, passes, parallelism] = (numbers ?? '').split(',').map((pair) => Number(pair.slice(2)));
  if (!memory || !passes || !parallelism || !salt || !tag) throw new Error('A stored password is not in PHC format');
  return {
    salt: Buffer.from(salt, 'base64'),
    expected: Buffer.from(tag, 'base64'),
    used: { memory, passes, parallelism },
  };
}
