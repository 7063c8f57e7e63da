import type { BrowserContext, Page } from 'playwright-core';
import { withBrowser } from '../weight/browser.ts';
import { startDemoServer } from '../servers/demo-server.ts';
import { ports } from '../servers/ports.ts';
import { factsOf } from '../results/machine.ts';
import type { Options } from '../load/options.ts';
import { measureScores } from '../weight/lighthouse-scores.ts';
import { writeResult } from '../results/results.ts';
import { type PageWeight, weigh } from '../weight/page-weight.ts';

const port = ports.demo;

/**
 * Measures the bytes until each page is usable, and Lighthouse's scores: the first page, the page of a business
 * and /login signed out, the list signed in as the front desk.
 */
export async function runWeightPart(options: Options): Promise<void> {
  const turns = options.quick ? 1 : 5;
  const server = await startDemoServer(port);
  try {
    const facts = factsOf();
    const pages = await withBrowser(async (context): Promise<PageWeight[]> => {
      const login = `${server.address}/login`;
      const list = `${server.address}/dashboard/appointments`;
      const first = `${server.address}/`;
      const open = `${server.address}/b/green-turf-arena/turf-booking`;
      await publishPage(context, server.address);
      const openWeight = await weigh(context, open, timesShown);
      const openScores = await measureScores(open, turns);
      const firstWeight = await weigh(context, first, sceneLoaded);
      const firstScores = await measureScores(first, turns);
      const loginWeight = await weigh(context, login, loginUsable);
      const loginScores = await measureScores(login, turns);
      const page = await context.newPage();
      await signIn(page, login, 'desk@citycare.example');
      await page.close();
      const listWeight = await weigh(context, list, listUsable);
      return [
        { page: 'the first page, its scene included', limit: 100, ...firstWeight, lighthouse: firstScores },
        { page: 'free times on the page of a business', limit: 75, ...openWeight, lighthouse: openScores },
        { page: '/login', limit: 120, ...loginWeight, lighthouse: loginScores },
        {
          page: 'the appointments list',
          limit: 210,
          ...listWeight,
          lighthouse: await measureScores(list, turns),
        },
      ];
    });
    await writeResult('weight', { facts, pages }, options);
    for (const { page, javascript, css, lighthouse } of pages)
      console.log(page, { javascript, css, ...lighthouse });
  } finally {
    await server.stop();
  }
}

/** Lets search engines list the page of the demo's ground, as its owner does; they are asked about such pages alone. */
async function publishPage(context: BrowserContext, address: string): Promise<void> {
  const page = await context.newPage();
  await signIn(page, `${address}/login`, 'owner@greenturf.example');
  await page.goto(`${address}/turf-dashboard/settings/online`);
  await page.getByLabel(/search engines/i).check();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText(/^Saved\./).waitFor();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await loginUsable(page);
  await page.close();
}

async function timesShown(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: / [ap]m/ })
    .first()
    .waitFor();
}

async function signIn(page: Page, login: string, email: string): Promise<void> {
  await page.goto(login);
  await loginUsable(page);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('demo1234');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/*dashboard');
}

/** Waits for the animated scene, which the first movement of the mouse loads. */
async function sceneLoaded(page: Page): Promise<void> {
  await page.mouse.move(200, 200);
  await page.waitForFunction(() => 'lenisVersion' in globalThis);
}

async function loginUsable(page: Page): Promise<void> {
  await page.getByLabel('Email').waitFor();
}

async function listUsable(page: Page): Promise<void> {
  await page.getByRole('row').nth(3).waitFor();
}
