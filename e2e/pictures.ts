import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from '@playwright/test';
import { buildWebWhenStale } from '../scripts/build-web.mjs';
import { basePort } from './fixtures/servers/ports.ts';
import type { Person } from './fixtures/data/people.ts';
import { Server } from './fixtures/servers/server.ts';
import { signIn } from './fixtures/actions/sign-in.ts';

/** The landing page's and the documents' pictures of the product, taken of the product: `node e2e/pictures.ts` makes them anew (docs/design.md). */
const root = fileURLToPath(new URL('..', import.meta.url));
const folders = { landing: join(root, 'web', 'landing', 'pictures'), documents: join(root, 'docs', 'pictures') };
const schemes = ['light', 'dark'] as const;
const desk = { width: 1440, height: 900, density: 1.5 };
const laptop = { width: 1280, height: 800, density: 1 };
const phone = { width: 360, height: 700, density: 2 };
const quality = 74;

const yesterday = new Date(Date.now() - 86_400_000).toLocaleDateString('en-CA', { timeZone: 'Asia/Kolkata' });

interface Shot {
  readonly name: string;
  readonly person: Person;
  readonly path: string;
  readonly size: typeof desk;
  /** Whose pictures it is among; the landing page's where nothing is said. */
  readonly of?: keyof typeof folders;
  /** What is pressed once the page stands. */
  readonly press?: RegExp;
}

const shots: readonly Shot[] = [
  { name: 'clinic', person: 'owner', path: `/dashboard/appointments?from=${yesterday}`, size: desk },
  { name: 'clinic-phone', person: 'owner', path: '/dashboard/appointments', size: phone },
  { name: 'revenue', person: 'owner', path: '/dashboard/revenue?period=monthly', size: desk },
  { name: 'revenue-phone', person: 'owner', path: '/dashboard/revenue?period=monthly', size: phone },
  {
    name: 'patient-phone',
    person: 'doctor',
    path: '/dashboard/appointments?status=completed',
    size: phone,
    press: /^View (?!prescription)/,
  },
  { name: 'turf-phone', person: 'turfOwner', path: '/turf-dashboard/bookings', size: phone },
  { name: 'home', person: 'owner', path: '/dashboard', size: laptop, of: 'documents' },
  { name: 'schedule', person: 'owner', path: '/dashboard/schedule', size: laptop, of: 'documents' },
  { name: 'queue-phone', person: 'turfDesk', path: '/turf-dashboard/employee', size: phone, of: 'documents' },
];

await buildWebWhenStale(root, process.execPath);
for (const folder of Object.values(folders)) await mkdir(folder, { recursive: true });
const server = await Server.open(basePort);
const browser = await chromium.launch({
  args: ['--no-sandbox', '--disable-background-networking'],
  ...(process.env['CHROMIUM'] && { executablePath: process.env['CHROMIUM'] }),
});
try {
  for (const shot of shots) await take(browser, shot);
} finally {
  await browser.close();
  await server.close();
}

/** One screen in both schemes, as WebP. */
async function take(from: Browser, { name, person, path, press, of = 'landing', size: { density, ...viewport } }: Shot): Promise<void> {
  const context = await from.newContext({ baseURL: server.url, viewport, deviceScaleFactor: density, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await signIn(page, person);
  for (const scheme of schemes) {
    await page.evaluate((value) => localStorage.setItem('samay-color-scheme', value), scheme);
    await page.goto(path);
    await settled(page);
    if (press) await open(page, press);
    await writeFile(join(folders[of], `${name}-${scheme}.webp`), await webp(page));
  }
  await context.close();
}

/** The stream of changes never ends, so there is no quiet network to wait for. */
async function settled(page: Page): Promise<void> {
  await page.getByRole('row').nth(2).or(page.locator('[data-row], [data-queued], [class*=event], main section').nth(1)).first().waitFor();
  await page.evaluate(() => document.fonts.ready);
  await page.waitForTimeout(1000);
}

async function open(page: Page, name: RegExp): Promise<void> {
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
