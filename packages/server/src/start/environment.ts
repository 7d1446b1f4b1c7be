import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { isNetwork } from '../networks.ts';
import type { CountryHeader } from '../receive/index.ts';

/** `reset-owner` prints a link for a new password; `backup` and `restore` move a data folder into and out of one file. All but `start` end. */
export type Command =
  | { name: 'start' }
  | { name: 'reset-owner' }
  | { name: 'backup'; file: string }
  /** `erasedSince`: the data folder whose place the restored one takes, absolute: who was erased there since is not to come back. */
  | { name: 'restore'; file: string; erasedSince: string | undefined };

/** Everything that the operator can say, read once at the start. */
export interface Wishes {
  command: Command;
  port: number;
  host: string;
  /** The data folder, absolute. */
  data: string;
  owner: { email: string; password: string } | undefined;
  bootstrapToken: string | null;
  demo: boolean;
  trustProxy: string | false;
  /** undefined: no country is told. */
  countryHeader: CountryHeader | undefined;
  /** The path of another site that everything lies under, as `/sightglass`; '': none. */
  basePath: string;
  /** A ClickHouse server for the rows; undefined: the embedded engine. */
  clickhouse: ClickHouseAddress | undefined;
  /** Where the log goes; `-`: to the terminal. Absolute unless `-`. */
  logFile: string;
  logLevel: string;
}

export interface ClickHouseAddress {
  /** Without user and database. */
  url: string;
  user: string;
  password: string;
  database: string;
}

/** A wish that cannot be granted; its message is one sentence for the operator. */
export class BadWish extends Error {}

/** @throws {BadWish} */
export function readWishes(environment: NodeJS.ProcessEnv, argv: readonly string[]): Wishes {
  const data = resolve(environment.SIGHTGLASS_DATA || '.data');
  const trustProxy = readProxies(environment.SIGHTGLASS_TRUST_PROXY);
  return {
    command: readCommand(argv.filter((one) => one !== '--no-demo')),
    port: readPort(environment.PORT),
    host: environment.HOST || '127.0.0.1',
    data,
    owner: readOwner(environment.SIGHTGLASS_OWNER_EMAIL, environment.SIGHTGLASS_OWNER_PASSWORD),
    bootstrapToken: readToken(environment.SIGHTGLASS_BOOTSTRAP_TOKEN),
    demo: !argv.includes('--no-demo'),
    trustProxy,
    countryHeader: readCountryHeader(environment.SIGHTGLASS_COUNTRY_HEADER, trustProxy),
    basePath: readBasePath(environment.SIGHTGLASS_BASE_PATH),
    clickhouse: readClickHouse(environment.SIGHTGLASS_CLICKHOUSE),
    logFile: environment.SIGHTGLASS_LOG === '-' ? '-' : resolve(environment.SIGHTGLASS_LOG || `${data}/sightglass.log`),
    logLevel: readLevel(environment.SIGHTGLASS_LOG_LEVEL),
  };
}

function readCommand([name = 'start', ...rest]: readonly string[]): Command {
  if (name === 'backup' || name === 'restore') return readMove(name, rest);
  const unknown = name === 'start' || name === 'reset-owner' ? rest[0] : name;
  if (unknown !== undefined)
    throw new BadWish(
      `There is no ${unknown}; there are the option --no-demo and the commands reset-owner, backup FILE and restore FILE [--erased-since FOLDER].`,
    );
  return { name: name === 'reset-owner' ? name : 'start' };
}

function readMove(name: 'backup' | 'restore', rest: readonly string[]): Command {
  const usage = `Say one file: ${name} FILE${name === 'restore' ? ' [--erased-since FOLDER]' : ''}.`;
  const { values, positionals } = readArguments(rest, usage);
  const [file, ...others] = positionals;
  const erasedSince = values['erased-since'];
  if (file === undefined || others.length > 0 || erasedSince === '') throw new BadWish(usage);
  if (name === 'restore')
    return { name, file, erasedSince: erasedSince === undefined ? undefined : resolve(erasedSince) };
  if (erasedSince !== undefined) throw new BadWish(usage);
  return { name, file };
}

function readArguments(args: readonly string[], usage: string) {
  try {
    return parseArgs({ args: [...args], options: { 'erased-since': { type: 'string' } }, allowPositionals: true });
  } catch (cause) {
    throw new BadWish(usage, { cause });
  }
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

function readClickHouse(text = ''): ClickHouseAddress | undefined {
  if (text === '') return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const database = url === undefined ? '' : decodeURIComponent(url.pathname.slice(1)) || 'default';
  // The address may hold a password: it is not repeated.
  if (url === undefined || !/^https?:$/.test(url.protocol) || !/^\w+$/.test(database) || url.search + url.hash !== '')
    throw new BadWish('SIGHTGLASS_CLICKHOUSE must be https://USER:PASSWORD@HOST:8443/DATABASE, or the same with http.');
  return {
    url: url.origin,
    user: decodeURIComponent(url.username) || 'default',
    password: decodeURIComponent(url.password),
    database,
  };
}

/** Of names that need no escape anywhere: it is compared, and written into pages, cookies and addresses, as it is. */
function readBasePath(text = ''): string {
  const path = text.replace(/\/+$/, '');
  if (path !== '' && !/^(\/[\w~-][\w.~-]*){1,8}$/.test(path))
    throw new BadWish('SIGHTGLASS_BASE_PATH must be a path such as /sightglass, of letters, digits, dots and dashes.');
  return path;
}

function readToken(token = ''): string | null {
  if (token === '') return null;
  if (/\s/.test(token)) throw new BadWish('SIGHTGLASS_BOOTSTRAP_TOKEN must not hold spaces.');
  return token;
}

const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];

function readLevel(level = ''): string {
  if (level === '') return 'info';
  if (!levels.includes(level)) throw new BadWish(`SIGHTGLASS_LOG_LEVEL must be one of ${levels.join(', ')}.`);
  return level;
}

function readProxies(text = ''): string | false {
  const proxies = text.split(',').map((one) => one.trim());
  if (text.trim() === '') return false;
  if (!proxies.every(isNetwork))
    throw new BadWish('SIGHTGLASS_TRUST_PROXY must be addresses or networks, with commas: 10.0.0.7, 192.168.0.0/16.');
  return proxies.join(',');
}

function readCountryHeader(name = '', trusted: string | false): CountryHeader | undefined {
  if (name === '') return undefined;
  if (!/^[\w-]+$/.test(name))
    throw new BadWish('SIGHTGLASS_COUNTRY_HEADER must be the name of a header: CF-IPCountry.');
  if (trusted === false)
    throw new BadWish('SIGHTGLASS_COUNTRY_HEADER needs SIGHTGLASS_TRUST_PROXY: else anybody could tell any country.');
  return { name: name.toLowerCase(), networks: trusted.split(',') };
}
