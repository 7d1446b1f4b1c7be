import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { SightglassError } from '@sightglass/wire';
import type { FastifyInstance } from 'fastify';

interface Script {
  changedAt: number;
  plain: Buffer;
  gzip: Buffer;
  /** A tenth smaller. Browsers ask for it at secure addresses, and on their own machine. */
  br: Buffer;
  etag: string;
}

/**
 * `/sdk.js` and what it loads later: any page may load them. Kept for five minutes and then asked for by their etag, so that a
 * new SDK is out within minutes of an update and a page still pays nothing for most loads.
 */
export function serveSdk(app: FastifyInstance, folder: string): void {
  for (const file of [
    'sdk.js',
    'sdk-later.js',
    'sdk-recorder.js',
    'sdk-pictures.js',
    'sdk-sheets.js',
    'sdk-assets.js',
  ]) {
    let kept: Script | undefined;

    app.get(`/${file}`, { schema: { hide: true } }, async (request, reply) => {
      kept = await fresh(join(folder, file), kept);
      reply
        .header('access-control-allow-origin', '*')
        .header('cross-origin-resource-policy', 'cross-origin')
        .header('cache-control', 'public, max-age=300')
        .header('vary', 'accept-encoding')
        .header('etag', kept.etag)
        .type('text/javascript; charset=utf-8');
      if (request.headers['if-none-match'] === kept.etag) return reply.code(304).send();
      const accepted = request.headers['accept-encoding'] ?? '';
      const encoding = (['br', 'gzip'] as const).find((name) => new RegExp(`\\b${name}\\b`).test(accepted));
      return encoding ? reply.header('content-encoding', encoding).send(kept[encoding]) : reply.send(kept.plain);
    });
  }
}

/** @throws {SightglassError} `not_found` when the SDK is not built */
async function fresh(path: string, kept: Script | undefined): Promise<Script> {
  try {
    const { mtimeMs } = await stat(path);
    if (kept?.changedAt === mtimeMs) return kept;
    const plain = await readFile(path);
    const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
    const [zipped, br] = await Promise.all([promisify(gzip)(plain, { level: 9 }), promisify(brotliCompress)(plain)]);
    return { changedAt: mtimeMs, plain, gzip: zipped, br, etag };
  } catch (cause) {
    throw new SightglassError('not_found', 'The SDK is not built yet; `npm start` builds it', { cause });
  }
}
