import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { Settings } from '../core/settings.ts';
import { AppError } from '../core/app-error.ts';
import { isSecretPage } from './headers.ts';

const worker = join('offline', 'worker.js');

/** Serves the built web app: its files unchanged, and index.html for every address of the app. */
export async function serveWeb(app: FastifyInstance, directory: string, settings: Settings): Promise<void> {
  const page = await readFile(join(directory, 'index.html'), 'utf8');
  await app.register(fastifyStatic, {
    root: directory,
    // A route for each file, and for its compressed copies, would take longer than the rest of the
    // app.
    serve: false,
    preCompressed: true,
    setHeaders: (reply, served) => {
      const path = served.replace(/\.(?:br|gz)$/, '');
      if (path.endsWith(worker)) {
        // The service worker controls the whole site and must not be cached: its next version has
        // the same address.
        reply.header('service-worker-allowed', '/').header('cache-control', 'no-store');
        return;
      }
      const hashed = /(?:-|[/]js[/])[\w-]{8}\.\w+$/.test(path);
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'public, max-age=300');
    },
  });
  const files = await filesIn(directory);
  app.get<{ Params: { '*': string } }>('/*', async (request, reply) => {
    if (files.has(request.params['*'])) return reply.sendFile(request.params['*']);
    const path = request.url.split('?')[0] ?? '';
    // A missing file is a 404; only paths of the app get the app.
    if (path.startsWith('/api/') || /\.\w+$/.test(path)) throw new AppError('not_found');
    const html = onlyFor(path, page)
      .replaceAll('__CSP_NONCE__', reply.styleNonce)
      .replaceAll('__SAMAY_MODE__', settings.demo ? 'demo' : 'production');
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', isSecretPage(request.url) ? 'no-store' : 'no-cache')
      .send(html);
  });
}

/**
 * Lists the files that are served unchanged: none that begins with a dot, and none of the landing
 * page, which modules/public/site renders.
 */
async function filesIn(directory: string): Promise<ReadonlySet<string>> {
  const names = await readdir(directory, { recursive: true });
  const paths = names.map((name) => name.replaceAll('\\', '/'));
  return new Set(
    paths.filter((path) => /[^/]\.\w+$/.test(path) && !/\.(?:br|gz)$|^landing\/[^/]*\.html$/.test(path)),
  );
}

/** Removes the preloads of other paths from the page (web/page-preloads.ts). */
function onlyFor(path: string, page: string): string {
  return page.replaceAll(/<link [^<>]*>\n?/g, (link) => {
    const wanted = /data-page="([^"]*)"/.exec(link)?.[1];
    return wanted === undefined || wanted === path ? link : '';
  });
}
