import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BrowserContext } from '@playwright/test';

const scripts = fileURLToPath(new URL('../../web/dist/static/js', import.meta.url));

/**
 * From now on the site is another version: every script has a name that no page of before knows, and the names of before are gone. The
 * server behind it stays the one it is.
 */
export async function deploy(context: BrowserContext): Promise<void> {
  const files = new Map(readdirSync(scripts).flatMap((name) => (name.endsWith('.js') ? [[renamed(name), name] as const] : [])));
  await context.route('**/static/js/*.js', (route) => {
    const file = files.get(new URL(route.request().url()).pathname.split('/').at(-1) ?? '');
    if (!file) return route.fulfill({ status: 404, contentType: 'application/json', body: '{}' });
    return route.fulfill({ contentType: 'text/javascript', body: renamed(readFileSync(join(scripts, file), 'utf8')) });
  });
  await context.route('**/*', async (route) => {
    const request = route.request();
    if (!request.isNavigationRequest() && !request.url().endsWith('/login')) return route.fallback();
    const response = await route.fetch();
    return route.fulfill({ response, body: renamed(await response.text()) });
  });
}

/** Every hash in the names of scripts is another one. */
function renamed(text: string): string {
  return text.replaceAll(/-([\w-]{8})\.js\b/g, (_, hash: string) => `-${hash.slice(1)}${hash[0] ?? ''}.js`);
}
