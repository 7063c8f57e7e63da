import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Dependencies } from '../../../context/dependencies.ts';
import { fillPage, repeatPart } from './fill-page.ts';
import { planValues, siteValues, structuredData } from './present.ts';
import { Prices } from './prices.ts';

/**
 * Binds the public pages. The server renders them completely, so that they need no script and
 * search engines can read them.
 */
export async function publicRoutes(app: FastifyInstance, dependencies: Dependencies): Promise<void> {
  const { settings, webDirectory } = dependencies;
  app.get('/robots.txt', async (_request, reply) => text(reply, 'text/plain', robots(settings.publicUrl)));
  app.get('/sitemap.xml', async (_request, reply) =>
    text(reply, 'application/xml', sitemap(settings.publicUrl)),
  );

  // Missing if only the application was built.
  const directory = join(webDirectory ?? '', 'landing');
  if (!webDirectory || !existsSync(directory)) return;
  const prices = new Prices(dependencies);
  const site = siteValues(settings);
  const landing = await readFile(join(directory, 'index.html'), 'utf8');
  app.get('/', async (_request, reply) => {
    const plans = await prices.plans();
    const priced = repeatPart(landing, 'plan', plans.map(planValues));
    return page(reply, fillPage(priced, { ...site, structured: structuredData(settings, plans) }));
  });
  for (const name of ['privacy-policy', 'terms']) {
    const html = fillPage(await readFile(join(directory, `${name}.html`), 'utf8'), site);
    app.get(`/${name}`, async (_request, reply) => page(reply, html));
  }
}

function page(reply: FastifyReply, html: string): FastifyReply {
  return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(html);
}

function text(reply: FastifyReply, type: string, body: string): FastifyReply {
  return reply.header('cache-control', 'public, max-age=3600').type(`${type}; charset=utf-8`).send(body);
}

/** Writes robots.txt: the application behind the sign-in has nothing for search engines. */
function robots(site: string): string {
  const closed = [
    '/api/',
    '/dashboard',
    '/turf-dashboard',
    '/account',
    '/verify',
    '/oauth/',
    '/payment-callback',
    '/update-password',
  ];
  return [
    'User-agent: *',
    ...closed.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${site}/sitemap.xml`,
    '',
  ].join('\n');
}

function sitemap(site: string): string {
  const pages = ['/', '/privacy-policy', '/terms', '/login', '/get-started'];
  const urls = pages.map((path) => `  <url><loc>${site}${path}</loc></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`;
}
