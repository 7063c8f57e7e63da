import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium } from 'playwright-core';

export const debuggingPort = 5489;

/** Starts a browser with an empty profile. Lighthouse connects to it through the debugging port. */
export async function withBrowser<T>(work: (context: BrowserContext) => Promise<T>): Promise<T> {
  const profile = await mkdtemp(join(tmpdir(), 'samay-bench-browser-'));
  const context = await chromium.launchPersistentContext(profile, {
    ...executable(),
    args: ['--no-sandbox', '--disable-background-networking', `--remote-debugging-port=${debuggingPort}`],
  });
  try {
    return await work(context);
  } finally {
    await context.close();
    await rm(profile, { recursive: true, force: true });
  }
}

/** Debian's Chromium if it is installed, else Playwright's. */
function executable(): { executablePath?: string } {
  const debian = '/usr/bin/chromium';
  return existsSync(debian) ? { executablePath: debian } : {};
}
