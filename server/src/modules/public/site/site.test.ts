import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/fixtures/app.ts';
import { buildApp } from '../../../app.ts';
import { readSettings } from '../../../core/settings.ts';
import { asPlatform } from '../../../db/tenant.ts';
import { siteValues } from './present.ts';

let app: TestApp;
let serving: FastifyInstance;
let folder: string;
let now: Date;
beforeAll(async () => {
  app = await testApp();
  folder = await mkdtemp(join(tmpdir(), 'samay-site-'));
  await mkdir(join(folder, 'landing'));
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>The application</title>');
  const priced =
    '<link href="{{site}}/"><script type="application/ld+json">{{structured}}</script><!--plan-->[{{name}} {{price}} {{limit}}]<!--/plan-->';
  await writeFile(join(folder, 'landing', 'index.html'), priced);
  for (const name of ['privacy-policy', 'terms'])
    await writeFile(join(folder, 'landing', `${name}.html`), `${name} {{contact}}`);
  now = app.dependencies.clock();
  serving = await buildApp({ ...app.dependencies, clock: () => now, webDirectory: folder });
});
afterAll(async () => {
  await serving.close();
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

it('shows the prices of the database, at most ten seconds old, and escapes the names of plans [P-3.1, P-4.1]', async () => {
  expect(await getBody('/')).toContain('[Basic Free 25][Premium ₹999 250][Enterprise ₹2,999 2,500]');
  await asPlatform(app.dependencies, (tx) =>
    tx
      .updateTable('plans')
      .set({ monthly_price_paise: 1_234_550, name: '</script><b>' })
      .where('id', '=', 'premium')
      .execute(),
  );
  now = new Date(now.getTime() + 9_999);
  expect(await getBody('/')).toContain('[Premium ₹999 250]');
  now = new Date(now.getTime() + 1);
  const page = await getBody('/');
  expect(page).toContain('[&#60;/script&#62;&#60;b&#62; ₹12,345.50 250]');
  expect(page).not.toContain('</script><b>');
});

it('answers the small print, what search engines ask for, and not the pages as they are filled in [P-3.3]', async () => {
  for (const name of ['privacy-policy', 'terms']) expect(await getBody(`/${name}`)).toContain(name);
  const site = app.dependencies.settings.publicUrl;
  expect(await getBody('/robots.txt')).toContain(`Sitemap: ${site}/sitemap.xml`);
  expect(await getBody('/sitemap.xml')).toContain(`<loc>${site}/privacy-policy</loc>`);
  expect((await serving.inject('/landing/index.html')).statusCode).toBe(404);
  expect(await getBody('/login')).toContain('The application');
});

it.each([
  [{}, 'ask the business that invited you'],
  [
    { SMTP_URL: 'smtp://127.0.0.1', MAIL_FROM: 'Samay <mail@example.com>' },
    '<a href="mailto:mail@example.com">mail@example.com</a>',
  ],
  [
    { SMTP_URL: 'smtp://127.0.0.1', MAIL_FROM: 'mail@example.com', CONTACT_EMAIL: 'help@example.com' },
    '<a href="mailto:help@example.com">help@example.com</a>',
  ],
])('shows the contact address under %j [P-3.4]', (environment, contact) => {
  expect(siteValues(readSettings(environment)).contact).toBe(contact);
});

async function getBody(url: string): Promise<string> {
  const answer = await serving.inject(url);
  expect(answer.statusCode, url).toBe(200);
  return answer.body;
}
