import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { catalogue, endpoints, SightglassError } from '@sightglass/wire';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { sendProblem } from '../answer/problems.ts';

/** What the stage of a replay runs, in a document of an opaque origin, to which even we are another. */
const stage = /[\\/]assets[\\/]stage-[\w-]+\.js(?:\.br|\.gz)?$/;

/** Files whose names hold their content's hash never change. */
const immutable = 'public, max-age=31536000, immutable';

/**
 * The dashboard's files, and its first page for every path that is not a door: the dashboard's own router takes it from there. What
 * is neither gets a problem, with 405 and `allow` where only the method was wrong.
 *
 * @param base - The path of another site that everything lies under, as `/sightglass`.
 */
export async function serveDashboard(app: FastifyInstance, folder: string, base = ''): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    cacheControl: false,
    // The build packs scripts and sheets: of 2.7 MB that the specification loads, a third is sent.
    preCompressed: true,
    dotfiles: 'ignore',
    setHeaders: (reply, path) => {
      reply.header('cache-control', /[\\/]assets[\\/]/.test(path) ? immutable : 'no-cache');
      if (stage.test(path)) reply.header('cross-origin-resource-policy', 'cross-origin');
    },
  });

  app.get('/', { schema: { hide: true } }, (_request, reply) => sendPage(reply, folder, base));

  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '';
    const allowed = methodsOf(path);
    if (allowed.length > 0 && !allowed.includes(request.method)) {
      reply.header('allow', allowed.join(', '));
      return sendProblem(reply, new SightglassError('method_not_allowed'));
    }
    if (!isPage(request.method, path, request.headers.accept)) return sendProblem(reply, notFound());
    return sendPage(reply, folder, base);
  });
}

/** The first page is built with addresses beside it (`./assets/…`), but is seen at every path: they are told from the root. */
async function sendPage(reply: FastifyReply, folder: string, base: string): Promise<FastifyReply> {
  const built = await readFile(join(folder, 'index.html'), 'utf8').catch((cause: unknown) => {
    throw new SightglassError('not_found', 'The dashboard is not built yet; `npm start` builds it', { cause });
  });
  const page = built
    .replaceAll(/(href|src)="\.\//g, `$1="${base}/`)
    .replace('name="base-path" content=""', `name="base-path" content="${base}"`);
  return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page);
}

const patterns = endpoints.map(({ method, path }) => ({
  method,
  pattern: new RegExp(`^${path.replaceAll(/:[a-z]+/gi, '[^/]+')}$`),
}));
const ownPaths = /^\/(health|ready|metrics|sdk(-later|-recorder|-pictures|-assets)?\.js)$/;

function methodsOf(path: string): string[] {
  if (ownPaths.test(path)) return ['GET', 'HEAD'];
  return patterns.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
}

/** A browser that opens a page says that it takes HTML; programs and missing files get their 404. */
function isPage(method: string, path: string, accept = ''): boolean {
  return (
    (method === 'GET' || method === 'HEAD') &&
    !/^\/(api|v1|assets|datadog|rrweb)(\/|$)/.test(path) &&
    accept.includes('text/html')
  );
}

function notFound(): SightglassError {
  return new SightglassError('not_found', catalogue.not_found.title);
}
