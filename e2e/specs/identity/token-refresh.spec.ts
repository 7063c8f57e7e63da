import { setTimeout } from 'node:timers/promises';
import type { BrowserContext, Page, Route } from '@playwright/test';
import { expect, test } from '../../fixtures/test.ts';
import { signIn } from '../../fixtures/actions/sign-in.ts';

// I7: several tabs, a long day, sleep, no network and a failing server sign nobody out, and each expiry costs one refresh.

const minuteMs = 60_000;
const tokenMinutes = 15;
/** The tabs look every 30 s, and renew what ends within 90 (specification 9). */
const tickMs = 30_000;
const marginMs = 90_000;
/** Less than the patience with an answer, which the page's clock counts too: none may be given up while minutes pass in an instant. */
const stepMs = 5000;
const isFull = process.env['FULL'] === '1';
/** The whole working day, or an hour of it. */
const hours = isFull ? 8 : 1;
const refreshPath = '**/api/session/refresh';

// Five tabs load, and hours of their timers run: much work on a busy machine.
test.describe.configure({ timeout: isFull ? 900_000 : 120_000 });

test('five tabs over a working day: nobody is signed out, one refresh for each expiry', async ({ open }) => {
  const day = await Day.begin(await open());
  await day.pass(hours * 60 * minuteMs);
  process.stdout.write(`${JSON.stringify({ id: 'I7', n: day.refreshes, violations: day.early, hours, tabs: day.pages.length })}\n`);
  expect(day.early, 'refreshes of a token that was not about to expire').toBe(0);
  expect(day.refreshes).toBeGreaterThanOrEqual((hours * 60) / tokenMinutes);
  await day.expectSignedIn();
});

test('five tabs that sleep for hours and wake at once refresh once', async ({ open }) => {
  const day = await Day.begin(await open());
  await day.sleep(3 * 60 * minuteMs);
  await expect.poll(() => day.refreshes).toBe(1);
  await day.pass(2 * minuteMs);
  expect(day.refreshes).toBe(1);
  await day.expectSignedIn();
});

test('ten minutes without a network, past the end of the token, sign nobody out', async ({ open, consoleErrors }) => {
  consoleErrors.expect(/ERR_INTERNET_DISCONNECTED/);
  const day = await Day.begin(await open());
  await day.pass(10 * minuteMs);
  await day.setOffline(true);
  await day.pass(10 * minuteMs, tickMs);
  expect(day.refreshes).toBe(0);
  for (const page of day.pages) await expect(page).not.toHaveURL(/login/);
  await day.setOffline(false);
  await day.pass(minuteMs);
  await expect.poll(() => day.refreshes).toBe(1);
  await day.pass(minuteMs);
  expect(day.refreshes).toBe(1);
  await day.expectSignedIn();
});

test('a server that fails to refresh signs nobody out, and the next try mends it', async ({ open, consoleErrors }) => {
  consoleErrors.expect(/status of 50[03]/);
  const day = await Day.begin(await open());
  const failing = { times: 0 };
  const fail = async (route: Route) => {
    failing.times += 1;
    await route.fulfill({ status: failing.times % 2 ? 500 : 503, body: 'no' });
  };
  await day.context.route(refreshPath, fail);
  await day.pass(20 * minuteMs, tickMs);
  expect(failing.times).toBeGreaterThan(2);
  for (const page of day.pages) await expect(page).not.toHaveURL(/login/);
  await day.context.unroute(refreshPath, fail);
  await day.pass(minuteMs);
  await expect.poll(() => day.refreshes).toBe(1);
  await day.pass(minuteMs);
  expect(day.refreshes).toBe(1);
  await day.expectSignedIn();
});

/**
 * Five tabs of one browser, whose clock only moves when told. The server's own runs as ever, so what it says of expiry is moved along.
 */
class Day {
  readonly context: BrowserContext;
  readonly pages: Page[];
  /** Refreshes that were answered, and those of them that came while the last token was still good. */
  refreshes = 0;
  early = 0;
  #now: number;
  #expiresAt: number;
  #underWay = 0;
  #isOffline = false;
  /** Until the clock stands again. */
  #standing: Promise<void> = Promise.resolve();
  /** The token that was given last. */
  #token: string | null = null;

  private constructor(context: BrowserContext, pages: Page[], now: number) {
    this.context = context;
    this.pages = pages;
    this.#now = now;
    this.#expiresAt = now + tokenMinutes * minuteMs;
  }

  static async begin(first: Page): Promise<Day> {
    await signIn(first, 'otherDoctor');
    const context = first.context();
    const now = await first.evaluate(() => Date.now());
    await context.clock.install({ time: now });
    const pages = [first, ...(await Promise.all(Array.from({ length: 4 }, () => context.newPage())))];
    const day = new Day(context, pages, now);
    day.#token = await first.evaluate(() => localStorage.getItem('authToken'));
    await context.route(refreshPath, (route) => day.#refresh(route));
    for (const [at, page] of pages.entries()) await page.goto(at % 2 ? '/dashboard' : '/dashboard/appointments');
    for (const page of pages) await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    day.#now = (await first.evaluate(() => Date.now())) + minuteMs;
    await context.clock.pauseAt(day.#now);
    return day;
  }

  /** Time as it passes in front of people: every timer runs when it is due, the tabs' look at the token too. Steps may be long when nobody answers. */
  async pass(ms: number, step = stepMs): Promise<void> {
    const until = this.#now + ms;
    while (this.#now < until) {
      const quiet = Math.min(this.#expiresAt - marginMs - tickMs, until) - this.#now;
      await this.#run(quiet > tickMs ? Math.floor(quiet / tickMs) * tickMs : Math.min(step, until - this.#now));
    }
  }

  /**
   * Time as a closed lid passes it: each timer runs once at most, then all tabs wake. What the first to wake asks for is answered when
   * the others have, too: on their clocks the new token would be one of hours ago, or an old one of now.
   */
  async sleep(ms: number): Promise<void> {
    const standing = Promise.withResolvers<void>();
    this.#standing = standing.promise;
    this.#now += ms;
    await this.context.clock.fastForward(ms);
    standing.resolve();
    await Promise.all(this.pages.map((page) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))));
  }

  async setOffline(isOffline: boolean): Promise<void> {
    this.#isOffline = isOffline;
    await this.context.setOffline(isOffline);
  }

  async expectSignedIn(): Promise<void> {
    for (const page of this.pages) {
      await expect(page).not.toHaveURL(/login/);
      expect(await page.evaluate(() => localStorage.getItem('authToken'))).not.toBeNull();
    }
    const reloaded = this.pages.slice(0, 1);
    for (const page of reloaded) {
      await page.reload();
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    }
  }

  /**
   * Minutes pass in an instant, in which the tabs would have no time to learn of a new token from each other: while the clock runs no
   * refresh is answered, and it runs only when every tab knows the last answer.
   */
  async #run(ms: number): Promise<void> {
    const isQuiet = this.#now < this.#expiresAt - marginMs - tickMs - ms;
    const standing = Promise.withResolvers<void>();
    this.#standing = standing.promise;
    await expect.poll(() => this.#late(), 'tabs without the last token').toBe(0);
    await this.context.clock.runFor(ms);
    this.#now += ms;
    standing.resolve();
    if (isQuiet) return;
    // Requests leave in real time, which stands still for the tabs meanwhile.
    await setTimeout(200);
    while (this.#underWay > 0) await setTimeout(50);
  }

  async #late(): Promise<number> {
    const tokens = await Promise.all(this.pages.map((page) => page.evaluate(() => localStorage.getItem('authToken'))));
    return tokens.filter((token) => token !== this.#token).length;
  }

  async #refresh(route: Route): Promise<void> {
    // A request that is looked into here would find the network all the same.
    if (this.#isOffline) return route.abort('internetdisconnected');
    this.#underWay += 1;
    if (this.#now < this.#expiresAt - marginMs - tickMs) this.early += 1;
    try {
      const response = await route.fetch();
      const token = (await response.json()) as { accessToken: string };
      await this.#standing;
      this.refreshes += 1;
      this.#token = token.accessToken;
      this.#expiresAt = this.#now + tokenMinutes * minuteMs;
      await route.fulfill({ response, json: { ...token, expiresAt: new Date(this.#expiresAt).toISOString() } });
    } finally {
      this.#underWay -= 1;
    }
  }
}
