import { resolve } from 'node:path';

/** Everything that the operator can say, read once at the start. */
export interface Wishes {
  /** `reset-owner`: print a link for a new password and end. */
  command: 'start' | 'reset-owner';
  port: number;
  host: string;
  /** The data folder, absolute. */
  data: string;
  owner: { email: string; password: string } | undefined;
  bootstrapToken: string | null;
  demo: boolean;
  trustProxy: string | false;
  /** Where the log goes; `-`: to the terminal. Absolute unless `-`. */
  logFile: string;
  logLevel: string;
}

/** A wish that cannot be granted; its message is one sentence for the operator. */
export class BadWish extends Error {}

/** @throws {BadWish} */
export function readWishes(environment: NodeJS.ProcessEnv, argv: readonly string[]): Wishes {
  const unknown = argv.find((argument) => !['--no-demo', 'start', 'reset-owner'].includes(argument));
  if (unknown !== undefined)
    throw new BadWish(`There is no ${unknown}; there are the option --no-demo and the command reset-owner.`);
  const data = resolve(environment.SIGHTGLASS_DATA || '.data');
  return {
    command: argv.includes('reset-owner') ? 'reset-owner' : 'start',
    port: readPort(environment.PORT),
    host: environment.HOST || '127.0.0.1',
    data,
    owner: readOwner(environment.SIGHTGLASS_OWNER_EMAIL, environment.SIGHTGLASS_OWNER_PASSWORD),
    bootstrapToken: readToken(environment.SIGHTGLASS_BOOTSTRAP_TOKEN),
    demo: !argv.includes('--no-demo'),
    trustProxy: environment.SIGHTGLASS_TRUST_PROXY || false,
    logFile: environment.SIGHTGLASS_LOG === '-' ? '-' : resolve(environment.SIGHTGLASS_LOG || `${data}/sightglass.log`),
    logLevel: environment.SIGHTGLASS_LOG_LEVEL || 'info',
  };
}

function readPort(text = ''): number {
  if (text === '') return 4600;
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_534) throw new BadWish('PORT must be a number from 0 to 65534.');
  return port;
}

function readOwner(email = '', password = ''): Wishes['owner'] {
  if (email === '' && password === '') return undefined;
  if (!/^\S+@\S+$/.test(email) || password === '')
    throw new BadWish('Set both SIGHTGLASS_OWNER_EMAIL, an e-mail address, and SIGHTGLASS_OWNER_PASSWORD, or neither.');
  return { email, password };
}

function readToken(token = ''): string | null {
  if (token === '') return null;
  if (/\s/.test(token)) throw new BadWish('SIGHTGLASS_BOOTSTRAP_TOKEN must not hold spaces.');
  return token;
}
