import type { FastifyInstance } from 'fastify';

/**
 * No inline script anywhere, nothing from other origins, no frame around us. Styles may be inline: Mantine positions with style
 * attributes, and a replay is a page full of them; a style can neither run nor (with img and font bound to ourselves) call out.
 */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data: blob:",
  "media-src 'self'",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  // The stage of a replay, a document of ours with an origin of nobody's. It inherits all of this, and may run scripts of ours alone.
  'frame-src data:',
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "object-src 'none'",
  "frame-ancestors 'none'",
].join('; ');

const headers = {
  'content-security-policy': contentSecurityPolicy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
};

/** On every reply, errors and files included. A door that must differ (the SDK) says so itself. */
export function addSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', async (_request, reply) => {
    addSecurityHeadersTo(reply);
  });
}

/** For what is answered before any hook runs. */
export function addSecurityHeadersTo(reply: { headers(values: Record<string, string>): unknown }): void {
  reply.headers(headers);
}
