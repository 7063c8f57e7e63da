import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from '@playwright/test';
import { indiaDate, getWeekday } from '@samay/contract/core/time';
import { buildWhenStale } from '../scripts/build/build.mjs';
import { signIn } from './fixtures/actions/sign-in.ts';
import { ApiClient } from './fixtures/data/api-client.ts';
import type { Person } from './fixtures/data/people.ts';
import { basePort, Server } from './fixtures/servers/server.ts';

/**
 * Takes the screenshots of the landing page and of the documents: `node e2e/pictures.ts`
 * (docs/design.md), or those that are named.
 */
const root = fileURLToPath(new URL('..', import.meta.url));
const folders = {
  landing: join(root, 'web', 'landing', 'pictures'),
  documents: join(root, 'docs', 'pictures'),
};
const schemes = ['light', 'dark'] as const;
const desktop = { width: 1440, height: 900, density: 1.5 };
/** The size of the pictures that the first page shows, at most 1170 px wide. */
const scene = { width: 1280, height: 800, density: 1.25 };
const laptop = { width: 1280, height: 800, density: 1 };
const phone = { width: 360, height: 700, density: 2 };
/** The screens to take, all without an argument. */
const wanted = process.argv.slice(2);

const dayMs = 86_400_000;
/** The next day on which the clinic is open: tomorrow, or Monday. */
const nextDay =
  [1, 2]
    .map((days) => indiaDate(new Date(Date.now() + days * dayMs)))
    .find((day) => getWeekday(day) !== 'Sunday') ?? '';

interface Screenshot {
  readonly name: string;
  readonly person: Person;
  readonly path: string;
  readonly size: typeof desktop;
  /** The quality of the compression; lower for a screen full of text, which would be too large. */
  readonly quality?: number;
  /** The folder, `landing` by default. */
  readonly folder?: keyof typeof folders;
  /** The name of a button to press after the page has loaded. */
  readonly press?: RegExp;
}

const screenshots: readonly Screenshot[] = [
  { name: 'queue', person: 'desk', path: '/dashboard', size: scene },
  { name: 'queue-phone', person: 'desk', path: '/dashboard', size: phone },
  { name: 'schedule', person: 'desk', path: `/dashboard/schedule?view=day&day=${nextDay}`, size: scene },
  {
    name: 'schedule-phone',
    person: 'desk',
    path: `/dashboard/schedule?view=day&day=${nextDay}`,
    size: phone,
  },
  {
    name: 'clinic',
    person: 'owner',
    path: '/dashboard/appointments',
    size: { ...scene, height: 720 },
    quality: 40,
  },
  { name: 'clinic-phone', person: 'owner', path: '/dashboard/appointments', size: phone },
  { name: 'revenue', person: 'owner', path: '/dashboard/revenue?period=monthly', size: desktop, quality: 50 },
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
  {
    name: 'schedule',
    person: 'owner',
    path: `/dashboard/schedule?view=day&day=${nextDay}`,
    size: laptop,
    folder: 'documents',
  },
  {
    name: 'queue-phone',
    person: 'turfDesk',
    path: '/turf-dashboard/employee',
    size: phone,
    folder: 'documents',
  },
];

const today = indiaDate(new Date());
const doctors = [
  'Dr. Ananya Iyer',
  'Dr. Rajesh Deshpande',
  'Dr. Farhan Qureshi',
  'Dr. Harpreet Kaur Gill',
] as const;
const evening = [['17:30', '18:30'], [], ['17:00', '18:00'], ['19:00']] as const;
const people =
  `Aarav Menon, Diya Sethi, Kabir Anand, Meher Bedi, Ishaan Rao, Tara Nambiar, Rohan Bhatt, Anaya Pillai, Vihaan Joshi, Zara Merchant,
  Nikhil Shenoy, Leela Varma, Arjun Kamath, Sana Mirza, Dev Malhotra, Pari Chawla, Yash Gokhale, Mira Saxena, Reyansh Dutta, Kiara Lobo, Om Prabhu,
  Naina Kohli, Samar Gill, Ira Banerjee, Jay Thakkar`.split(/,\s+/);

/** Returns starts of a morning, different ones for each doctor. */
function morning(place: number): readonly string[] {
  return (
    [
      ['09:00', '09:45', '10:30', '11:45'],
      ['09:30', '10:00', '11:00', '12:00'],
      ['09:00', '10:15', '10:45', '11:30'],
      ['09:15', '10:00', '11:15'],
    ][place] ?? []
  );
}

await buildWhenStale(root, process.execPath);
for (const path of Object.values(folders)) await mkdir(path, { recursive: true });
const server = await Server.launch(basePort);
const browser = await chromium.launch({
  args: ['--no-sandbox', '--disable-background-networking'],
  ...(process.env['CHROMIUM'] && { executablePath: process.env['CHROMIUM'] }),
});
try {
  await bookFullDays();
  for (const screenshot of screenshots)
    if (wanted.length === 0 || wanted.includes(screenshot.name)) await take(browser, screenshot);
} finally {
  await browser.close();
  await server.close();
}

/**
 * Books fictional people in addition to those of the demo: the next day's morning, and people who
 * still come today. Taken times stay unchanged.
 */
async function bookFullDays(): Promise<void> {
  const desk = await ApiClient.signIn(server.url, 'desk');
  const names = [...people];
  for (const [place, doctor] of doctors.entries()) {
    const resourceId = await desk.resourceNamed(doctor);
    const booked = [
      ...morning(place).map((time) => ({ date: nextDay, time })),
      ...(evening[place] ?? []).map((time) => ({ date: today, time })),
    ];
    for (const at of booked) {
      const personName = names.shift();
      if (personName === undefined) return;
      const personContact = `98765 ${40_000 + names.length * 37}`;
      // Skips a time that is taken or over.
      await desk
        .createAppointment({
          personName,
          personContact,
          doctor,
          resourceId,
          duration: 30,
          overbookedReason: undefined,
          ...at,
        })
        .catch(() => undefined);
    }
  }
}

/** Takes one screen in both colour schemes, as WebP. */
async function take(
  from: Browser,
  { name, person, path, press, quality = 74, folder = 'landing', size: { density, ...viewport } }: Screenshot,
): Promise<void> {
  const context = await from.newContext({
    baseURL: server.url,
    viewport,
    deviceScaleFactor: density,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await signIn(page, person);
  for (const scheme of schemes) {
    await page.evaluate((value) => localStorage.setItem('samay-color-scheme', value), scheme);
    await page.goto(path);
    await waitUntilLoaded(page);
    if (press) await openDialog(page, press);
    await writeFile(join(folders[folder], `${name}-${scheme}.webp`), await webp(page, quality));
  }
  await context.close();
}

/** Waits for rows or sections. The live stream never ends, so `networkidle` never comes. */
async function waitUntilLoaded(page: Page): Promise<void> {
  await page
    .getByRole('row')
    .nth(2)
    .or(page.locator('[data-row], [data-queued], [data-block]').nth(1))
    .first()
    .waitFor();
  await page.evaluate(() => document.fonts.ready);
  await page.waitForTimeout(1000);
}

async function openDialog(page: Page, name: RegExp): Promise<void> {
  await page.getByRole('button', { name }).first().click();
  await page.getByRole('dialog').getByRole('term').first().waitFor();
  await page.waitForTimeout(500);
}

async function webp(page: Page, quality: number): Promise<Buffer> {
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality });
  await session.detach();
  return Buffer.from(data, 'base64');
}
