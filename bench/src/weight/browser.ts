import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BrowserContext, chromium } from 'playwright-core';
import { ports } from '../servers/ports.ts';
import { installBrowser } from '../../../scripts/browser.mjs';

/** Downloads a browser if the machine has none. */
const playwright = fileURLToPath(new URL('cli.js', import.meta.resolve('playwright-core/package.json')));

/**
 * Starts the tests' browser with an empty profile. Lighthouse connects to it through the debugging
 * port.
 */
export async function withBrowser<T>(work: (context: BrowserContext) => Promise<T>): Promise<T> {
  const profile = await mkdtemp(join(tmpdir(), 'samay-bench-browser-'));
  const executablePath = await installBrowser(process.execPath, playwright);
  const context = await chromium.launchPersistentContext(profile, {
    ...(executablePath !== '' && { executablePath }),
    args: ['--no-sandbox', '--disable-background-networking', `--remote-debugging-port=${ports.debugging}`],
  });
  try {
    return await work(context);
  } finally {
    await context.close();
    await rm(profile, { recursive: true, force: true });
  }
}
