import { setTimeout } from 'node:timers/promises';
import type { BrowserContext, Page, Route } from '@playwright/test';
import { signIn } from '../../fixtures/actions/sign-in.ts';
import { expect, test } from '../../fixtures/test.ts';

// Tests invariant I-7: several tabs, a long day, sleep, a lost network and a failing server sign
// nobody out, and each expiry costs one refresh.

const minuteMs = 60_000;
const tokenMinutes = 15;
/** A tab checks its token every 30 s, and refreshes it within 90 s of its expiry. */
const checkMs = 30_000;
const marginMs = 90_000;
/**
 * Less than a request's timeout, which runs on the page's clock: no request may time out because
 * the test moves the clock.
 */
const stepMs = 5000;
const isFull = process.env['FULL'] === '1';
/** The whole working day, or one hour of it. */
const hours = isFull ? 8 : 1;
const refreshPath = '**/api/session/refresh';

// The time limit for five tabs that load and run hours of timers, which takes long on a busy
// machine.
test.describe.configure({ timeout: isFull ? 900_000 : 240_000 });

test('five tabs stay signed in over a working day, a sleep, a lost network and a failing server, with one refresh for each expiry [I-7]', async ({
  openPage,
  consoleErrors,
}) => {
  consoleErrors.expect(/status of 50[03]|ERR_INTERNET_DISCONNECTED/);
  const day = await SimulatedDay.start(await openPage());
  await day.advance(hours * 60 * minuteMs);
  process.stdout.write(
    `${JSON.stringify({ id: 'I-7', n: day.refreshes, violations: day.earlyRefreshes, hours, tabs: day.pages.length })}\n`,
  );
  expect(day.refreshes).toBeGreaterThanOrEqual((hours * 60) / tokenMinutes);

  await test.step('five tabs that sleep for hours and wake together refresh once [I-7]', async () => {
    await day.expectOneRefresh(async () => day.sleep(3 * 60 * minuteMs));
  });
  await test.step('ten minutes without a network, past the expiry of the token', async () => {
    await day.advance(8 * minuteMs);
    const before = day.refreshes;
    await day.setOffline(true);
    await day.advance(10 * minuteMs, checkMs);
    expect(day.refreshes).toBe(before);
    await day.expectNoLogin();
    await day.expectOneRefresh(async () => {
      await day.setOffline(false);
      await day.advance(minuteMs);
    });
  });
  await test.step('a refresh that the server fails, and the next try succeeds', async () => {
    let failures = 0;
    const fail = async (route: Route) => {
      failures += 1;
      await route.fulfill({ status: failures % 2 ? 500 : 503, body: 'no' });
    };
    await day.context.route(refreshPath, fail);
    await day.advance(20 * minuteMs, checkMs);
    expect(failures).toBeGreaterThan(2);
    await day.expectNoLogin();
    await day.expectOneRefresh(async () => {
      await day.context.unroute(refreshPath, fail);
      await day.advance(minuteMs);
    });
  });
  expect(day.earlyRefreshes, 'refreshes of a token that was not about to expire').toBe(0);
  await day.expectSignedIn();
});

/**
 * Five tabs of one browser on a clock that only the test moves. The server's clock runs in real
 * time, so the expiry in its responses is moved to the tabs' clock, and their Date is hidden.
 */
class SimulatedDay {
  readonly context: BrowserContext;
  readonly pages: Page[];
  /**
   * The number of answered refreshes, and of those that came while the token was not about to
   * expire.
   */
  refreshes = 0;
  earlyRefreshes = 0;
  #now: number;
  #expiresAt: number;
  #pending = 0;
  #isOffline = false;
  /** Resolves when the clock is paused again. */
  #paused: Promise<void> = Promise.resolve();
  /** The access token of the last refresh. */
  #token: string | null = null;

  private constructor(context: BrowserContext, pages: Page[], now: number) {
    this.context = context;
    this.pages = pages;
    this.#now = now;
    this.#expiresAt = now + tokenMinutes * minuteMs;
  }

  static async start(first: Page): Promise<SimulatedDay> {
    await signIn(first, 'otherDoctor');
    const context = first.context();
    const now = await first.evaluate(() => Date.now());
    await context.clock.install({ time: now });
    await context.addInitScript(withoutServerTime);
    const pages = [first, ...(await Promise.all(Array.from({ length: 4 }, () => context.newPage())))];
    const day = new SimulatedDay(context, pages, now);
    day.#token = await first.evaluate(() => localStorage.getItem('authToken'));
    await context.route(refreshPath, (route) => day.#refresh(route));
    for (const [at, page] of pages.entries())
      await page.goto(at % 2 ? '/dashboard' : '/dashboard/appointments');
    for (const page of pages) await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    day.#now = (await first.evaluate(() => Date.now())) + minuteMs;
    await context.clock.pauseAt(day.#now);
    return day;
  }

  /**
   * Moves the clock and runs every timer when it is due, as in open tabs. `step` may be long while
   * requests get no response.
   */
  async advance(ms: number, step = stepMs): Promise<void> {
    const until = this.#now + ms;
    while (this.#now < until) {
      const quiet = Math.min(this.#expiresAt - marginMs - checkMs, until) - this.#now;
      await this.#advanceOnce(
        quiet > checkMs ? Math.floor(quiet / checkMs) * checkMs : Math.min(step, until - this.#now),
      );
    }
  }

  /**
   * Moves the clock as a sleeping laptop does: each timer runs at most once, then all tabs wake. A
   * refresh is answered only when the clocks of all tabs have moved: a tab whose clock has not
   * moved would misread the expiry of the new token.
   */
  async sleep(ms: number): Promise<void> {
    const paused = Promise.withResolvers<void>();
    this.#paused = paused.promise;
    this.#now += ms;
    await this.context.clock.fastForward(ms);
    paused.resolve();
    await Promise.all(
      this.pages.map((page) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))),
    );
  }

  async setOffline(isOffline: boolean): Promise<void> {
    this.#isOffline = isOffline;
    await this.context.setOffline(isOffline);
  }

  /** Expects one refresh from `work`, and none in the minutes that follow. */
  async expectOneRefresh(work: () => Promise<void>): Promise<void> {
    const before = this.refreshes;
    await work();
    await expect.poll(() => this.refreshes).toBe(before + 1);
    await this.advance(2 * minuteMs);
    expect(this.refreshes).toBe(before + 1);
  }

  async expectNoLogin(): Promise<void> {
    for (const page of this.pages) await expect(page).not.toHaveURL(/login/);
  }

  async expectSignedIn(): Promise<void> {
    await this.expectNoLogin();
    for (const page of this.pages) {
      expect(await page.evaluate(() => localStorage.getItem('authToken'))).not.toBeNull();
    }
    const reloaded = this.pages.slice(0, 1);
    for (const page of reloaded) {
      await page.reload();
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    }
  }

  /**
   * Moves the clock. Minutes pass in an instant, which gives the tabs no time to share a new token.
   * So no refresh is answered while the clock runs, and the clock runs only when every tab has the
   * latest token.
   */
  async #advanceOnce(ms: number): Promise<void> {
    const isQuiet = this.#now < this.#expiresAt - marginMs - checkMs - ms;
    const paused = Promise.withResolvers<void>();
    this.#paused = paused.promise;
    await expect.poll(() => this.#outdatedTabs(), 'tabs without the latest token').toBe(0);
    await this.context.clock.runFor(ms);
    this.#now += ms;
    paused.resolve();
    if (isQuiet) return;
    // Waits in real time for requests, while the tabs' clock is paused.
    await setTimeout(200);
    while (this.#pending > 0) await setTimeout(50);
  }

  async #outdatedTabs(): Promise<number> {
    const tokens = await Promise.all(
      this.pages.map((page) => page.evaluate(() => localStorage.getItem('authToken'))),
    );
    return tokens.filter((token) => token !== this.#token).length;
  }

  async #refresh(route: Route): Promise<void> {
    // `route.fetch` would reach the server in spite of `setOffline`.
    if (this.#isOffline) return route.abort('internetdisconnected');
    this.#pending += 1;
    if (this.#now < this.#expiresAt - marginMs - checkMs) this.earlyRefreshes += 1;
    try {
      const response = await route.fetch();
      const token = (await response.json()) as { accessToken: string };
      await this.#paused;
      this.refreshes += 1;
      this.#token = token.accessToken;
      this.#expiresAt = this.#now + tokenMinutes * minuteMs;
      await route.fulfill({
        response,
        json: { ...token, expiresAt: new Date(this.#expiresAt).toISOString() },
      });
    } finally {
      this.#pending -= 1;
    }
  }
}

/**
 * Runs in the tabs, which would follow the server's clock (web/src/lib/api/server-clock.ts), and end requests by
 * the true clock while theirs is paused.
 */
function withoutServerTime(): void {
  AbortSignal.timeout = () => new AbortController().signal;
  const { get } = Headers.prototype;
  Headers.prototype.get = function (name) {
    return name === 'Date' ? null : get.call(this, name);
  };
}
