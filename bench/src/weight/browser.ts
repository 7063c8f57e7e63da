import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium } from 'playwright-core';

export const debuggingPort = 5489;

/** A browser with an empty profile, which Lighthouse can join through the debugging port. */
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

/** Debian's where there is one, else the one that Playwright installed. */
function executable(): { executablePath?: string } {
  const debian = '/usr/bin/chromium';
  return existsSync(debian) ? { executablePath: debian } : {};
}
