import type { IncomingHttpHeaders } from 'node:http';

/**
 * The login cookie. `__Host-` makes the browser itself refuse it from another host, from a path and without `Secure`; browsers count
 * http://127.0.0.1 and http://localhost as trustworthy enough for that. Over plain http on any other host no browser keeps a
 * `Secure` cookie, so there, and only there, the login lives in a cookie without it, which whoever reads that network can read
 * too: the doctor says so, and HTTPS is the cure.
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
export function loginCookie(secret: string, headers: IncomingHttpHeaders, base = ''): string {
  const attributes = `Path=${base}/; HttpOnly; SameSite=Strict; Max-Age=2592000`;
  return isPlain(headers)
    ? `${plainName}=${secret}; ${attributes}`
    : `${cookieName(base)}=${secret}; ${attributes}; Secure`;
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
 * to trustworthy origins alone, so a network that plants a plain cookie for an https site gains nothing.
 */
export function loginSecret(headers: IncomingHttpHeaders, base = ''): string | undefined {
  const cookies = headers.cookie ?? '';
  const secure = cookieNamed(cookieName(base), cookies);
  if (secure !== undefined) return secure;
  return headers['sec-fetch-site'] === undefined ? cookieNamed(plainName, cookies) : undefined;
}

function cookieNamed(name: string, cookies: string): string | undefined {
  for (const pair of cookies.split(';')) {
    const [key, value] = pair.trim().split('=', 2);
    if (key === name && value) return value;
  }
  return undefined;
}

/** True when the browser says it came over http, from a host that is not this machine. */
function isPlain(headers: IncomingHttpHeaders): boolean {
  const origin = headers.origin ?? '';
  if (!origin.startsWith('http://')) return false;
  const host = URL.parse(origin)?.hostname ?? '';
  return !(host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127\./.test(host));
}
