import type { IncomingHttpHeaders } from 'node:http';

/**
 * The login cookie. `__Host-` makes the browser itself refuse it from another host, from a path and without `Secure`. Over plain http
 * no browser keeps a `Secure` cookie of another machine, so there, and only there, the login lives in a cookie without it, which
 * whoever reads that network can read too: the doctor says so, and HTTPS is the cure. Of http://127.0.0.1 and http://localhost Safari
 * keeps none either, where all others do: there both are given, and no network lies between.
 */
const secureName = '__Host-sightglass';
const plainName = 'sightglass';
/** Under a path of another site: what else is on that host is not sent it. Of the same site all the same: see docs/running.md. */
const pathName = '__Secure-sightglass';

/**
 * SameSite=Strict: the dashboard's page itself is public, and by the time it asks the API it is same-site, so a link from a
 * chat still finds its reader signed in.
 *
 * @param base - The path of another site that everything lies under.
 */
export function loginCookies(secret: string, headers: IncomingHttpHeaders, base = ''): string[] {
  const attributes = `Path=${base}/; HttpOnly; SameSite=Strict; Max-Age=2592000`;
  const { origin = '' } = headers;
  const plain = `${plainName}=${secret}; ${attributes}`;
  const secure = `${cookieName(base)}=${secret}; ${attributes}; Secure`;
  if (!origin.startsWith('http://')) return [secure];
  return isThisMachine(origin) ? [secure, plain] : [plain];
}

/** Over https. */
export function cookieName(base: string): string {
  return base === '' ? secureName : pathName;
}

/** Takes the login back from the browser, under both names. */
export function noLoginCookies(base = ''): string[] {
  const attributes = `Path=${base}/; HttpOnly; SameSite=Strict; Max-Age=0`;
  return [`${cookieName(base)}=; ${attributes}; Secure`, `${plainName}=; ${attributes}`];
}

/**
 * The secret of the login cookie. The plain one is believed only where no `Secure` cookie could be: browsers send `Sec-Fetch-*`
 * to trustworthy origins alone, and what our own pages ask for says where they lie. So a network that plants a plain cookie for an
 * https site gains nothing.
 */
export function loginSecret(headers: IncomingHttpHeaders, base = ''): string | undefined {
  const cookies = headers.cookie ?? '';
  const secure = cookieNamed(cookieName(base), cookies);
  if (secure !== undefined) return secure;
  const mayBePlain = headers['sec-fetch-site'] === undefined || isThisMachine(headers.referer ?? headers.origin ?? '');
  return mayBePlain ? cookieNamed(plainName, cookies) : undefined;
}

function cookieNamed(name: string, cookies: string): string | undefined {
  for (const pair of cookies.split(';')) {
    const [key, value] = pair.trim().split('=', 2);
    if (key === name && value) return value;
  }
  return undefined;
}

/** An address of plain http on the machine that the browser runs on. */
function isThisMachine(address: string): boolean {
  const { protocol, hostname: host } = URL.parse(address) ?? { protocol: '', hostname: '' };
  const isLoopback =
    host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127(\.\d+){3}$/.test(host);
  return protocol === 'http:' && isLoopback;
}
