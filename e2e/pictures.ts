import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from '@playwright/test';
import { buildWebWhenStale } from '../scripts/build-web.mjs';
import { signIn } from './fixtures/actions/sign-in.ts';
import type { Person } from './fixtures/data/people.ts';
import { basePort, Server } from './fixtures/servers/server.ts';

/** Takes the screenshots of the landing page and of the documents: `node e2e/pictures.ts` (docs/design.md). */
const root = fileURLToPath(new URL('..', import.meta.url));
const folders = { landing: join(root, 'web', 'landing', 'pictures'), documents: join(root, 'docs', 'pictures') };
const schemes = ['light', 'dark'] as const;
const desktop = { width: 1440, height: 900, density: 1.5 };
const laptop = { width: 1280, height: 800, density: 1 };
const phone = { width: 360, height: 700, density: 2 };
const quality = 74;

const yesterday = new Date(Date.now() - 86_400_000).toLocaleDateString('en-CA', { timeZone: 'Asia/Kolkata' });

interface Screenshot {
  readonly name: string;
  readonly person: Person;
  readonly path: string;
  readonly size: typeof desktop;
  /** The folder, `landing` by default. */
  readonly folder?: keyof typeof folders;
  /** The name of a button to press after the page has loaded. */
  readonly press?: RegExp;
}

const screenshots: readonly Screenshot[] = [
  { name: 'clinic', person: 'owner', path: `/dashboard/appointments?from=${yesterday}`, size: desktop },
  { name: 'clinic-phone', person: 'owner', path: '/dashboard/appointments', size: phone },
  { name: 'revenue', person: 'owner', path: '/dashboard/revenue?period=monthly', size: desktop },
  { name: 'revenue-phone', person: 'owner', path: '/dashboard/revenue?period=monthly', size: phone },
  {
    name: 'patient-phone',
    person: 'doctor',
    path: '/dashboard/appointments?status=completed',
    size: phone,
    press: /^View (?!prescription)/,
  },
  { name: 'turf-phone', person: 'turfOwner', path: '/turf-dashboard/bookings', size: phone },
  { name: 'home', person: 'owner', path: '/dashboard', size: laptop, folder: 'documents' },
  { name: 'schedule', person: 'owner', path: '/dashboard/schedule', size: laptop, folder: 'documents' },
  { name: 'queue-phone', person: 'turfDesk', path: '/turf-dashboard/employee', size: phone, folder: 'documents' },
];

await buildWebWhenStale(root, process.execPath);
for (const path of Object.values(folders)) await mkdir(path, { recursive: true });
const server = await Server.launch(basePort);
const browser = await chromium.launch({
  args: ['--no-sandbox', '--disable-background-networking'],
  ...(process.env['CHROMIUM'] && { executablePath: process.env['CHROMIUM'] }),
});
try {
  for (const screenshot of screenshots) await take(browser, screenshot);
} finally {
  await browser.close();
  await server.close();
}

/** Takes one screen in both colour schemes, as WebP. */
async function take(
  from: Browser,
  { name, person, path, press, folder = 'landing', size: { density, ...viewport } }: Screenshot,
): Promise<void> {
  const context = await from.newContext({ baseURL: server.url, viewport, deviceScaleFactor: density, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await signIn(page, person);
  for (const scheme of schemes) {
    await page.evaluate((value) => localStorage.setItem('samay-color-scheme', value), scheme);
    await page.goto(path);
    await waitUntilLoaded(page);
    if (press) await openDialog(page, press);
    await writeFile(join(folders[folder], `${name}-${scheme}.webp`), await webp(page));
  }
  await context.close();
}

/** Waits for rows or sections. The live stream never ends, so `networkidle` never comes. */
async function waitUntilLoaded(page: Page): Promise<void> {
  await page.getByRole('row').nth(2).or(page.locator('[data-row], [data-queued], [class*=event], main section').nth(1)).first().waitFor();
  await page.evaluate(() => document.fonts.ready);
  await page.waitForTimeout(1000);
}

async function openDialog(page: Page, name: RegExp): Promise<void> {
  await page.getByRole('button', { name }).first().click();
  await page.getByRole('dialog').getByRole('term').first().waitFor();
  await page.waitForTimeout(500);
}

async function webp(page: Page): Promise<Buffer> {
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality });
  await session.detach();
  return Buffer.from(data, 'base64');
}
