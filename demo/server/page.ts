import type { Desk } from './desk/desk.ts';

/** How the page is told to be watched: where the SDK is, and under which key. */
export interface Watching {
  origin: string;
  key: string;
}

export interface PageOptions {
  watching?: Watching | undefined;
  /** Show how to sign in: for a demo on somebody's own machine only. */
  hints?: boolean | undefined;
}

/** The host page with its snippet. Everything put in is escaped for the place it goes to. */
export function pageFor(desk: Desk, template: string, { watching, hints }: PageOptions): string {
  const snippet = watching
    ? `<script defer crossorigin src="${attribute(watching.origin)}/sdk.js" data-key="${attribute(watching.key)}" data-release="${desk.release}"></script>`
    : '';
  const told = hints
    ? `<script type="application/json" id="desk-hints">${JSON.stringify(hintsOf(desk)).replaceAll('<', '\\u003c')}</script>`
    : '';
  return template.replace('<!--watching-->', snippet).replace('<!--hints-->', told);
}

/** Scripts of our own and of the SDK; a worker from a blob, since the SDK compresses in one. */
export function policyFor(watching: Watching | undefined): string {
  const from = watching ? ` ${watching.origin}` : '';
  return [
    "default-src 'self'",
    `script-src 'self'${from}`,
    `connect-src 'self'${from} https://telemetry.invalid`,
    "img-src 'self' data:",
    `worker-src 'self' blob:`,
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
  ].join('; ');
}

function hintsOf(desk: Desk) {
  return (['member', 'admin', 'viewer'] as const).flatMap((role) => {
    const user = [...desk.users.values()].find((one) => one.role === role && one.active);
    return user ? [{ role, email: user.email, password: user.password }] : [];
  });
}

const attribute = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
