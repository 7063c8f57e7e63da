import { type BrowserContext, type BrowserContextOptions, expect, type Page, test as base } from '@playwright/test';
import { indiaDate } from '@samay/contract/time';
import { Api } from './api.ts';
import { Lately } from './lately.ts';
import type { Person } from './people.ts';
import { portOf } from './ports.ts';
import { Sandbox } from './sandbox.ts';
import { SeenTexts } from './seen-texts.ts';
import { Server } from './server.ts';
import { signIn } from './sign-in.ts';
import { Troubles } from './troubles.ts';

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>;

/** Less than a token of the server lasts: whoever came with an older one would have it renewed, and leave the others with one that is spent. */
const sessionMs = 10 * 60_000;

interface Journey {
  troubles: Troubles;
  /** The day it is in India as the journey begins: the run may have begun on the one before. */
  today: string;
  /** A new browser of its own, signed in as a person or as nobody, with an empty page. Closed after the test. */
  open: (person?: Person, options?: BrowserContextOptions) => Promise<Page>;
}

interface Stage {
  /** Files that end the server name themselves, and get one that nobody else uses. */
  own: string;
  /** The pretend third parties of this server: what reached them, and how to make them fail. */
  sandbox: Sandbox;
  server: Server;
  /** Who has signed in through the form already, and the browser's memory of it. */
  sessions: Lately<Person, StorageState>;
  /** What the pages of this worker showed, for the check of all texts. */
  seen: SeenTexts;
  /** The API as one of the people. */
  as: (person: Person) => Promise<Api>;
}

/** A journey fails on any page error, console error or refusal by the content security policy that it did not announce. */
export const test = base.extend<Journey, Stage>({
  own: ['', { scope: 'worker', option: true }],
  sandbox: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs
    async ({}, use, worker) => {
      const sandbox = await Sandbox.open(portOf(worker));
      await use(sandbox);
      await sandbox.close();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  server: [
    async ({ sandbox }, use, worker) => {
      const server = await Server.open(portOf(worker), { template: process.env['JOURNEYS_TEMPLATE'], settings: sandbox.settings });
      await use(server);
      await server.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  seen: [
    // oxlint-disable-next-line no-empty-pattern -- as above
    async ({}, use, worker) => {
      const seen = new SeenTexts();
      await use(seen);
      seen.keep(worker.workerIndex);
    },
    { scope: 'worker' },
  ],
  // oxlint-disable-next-line no-empty-pattern -- as above
  sessions: [async ({}, use) => use(new Lately(sessionMs)), { scope: 'worker' }],
  as: [
    async ({ server }, use) => {
      const known = new Lately<Person, Promise<Api>>(sessionMs);
      await use((person) => {
        const api = known.get(person) ?? Api.signIn(server.url, person);
        known.set(person, api);
        return api;
      });
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ server }, use) => use(server.url),
  troubles: [
    // oxlint-disable-next-line no-empty-pattern -- as above
    async ({}, use) => {
      const troubles = new Troubles();
      await use(troubles);
      expect(troubles.unexpected(), 'nothing unexpected in any console').toEqual([]);
    },
    { auto: true },
  ],
  // oxlint-disable-next-line no-empty-pattern -- as above
  today: async ({}, use) => use(indiaDate(new Date())),
  open: async ({ browser, server, sessions, seen, troubles }, use) => {
    const opened: BrowserContext[] = [];
    await use(async (person, options = {}) => {
      const known = person && sessions.get(person);
      const context = await browser.newContext({ baseURL: server.url, ...(known && { storageState: known }), ...options });
      opened.push(context);
      troubles.watch(context);
      await seen.watch(context, server.url);
      const page = await context.newPage();
      if (person && !known) {
        await signIn(page, person);
        sessions.set(person, await context.storageState());
        await page.goto('about:blank');
      }
      return page;
    });
    troubles.end();
    // Some journeys have closed theirs.
    for (const context of opened.filter((one) => browser.contexts().includes(one))) {
      // What is still held up on its way would fail the next journey.
      for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' });
      await context.unrouteAll({ behavior: 'ignoreErrors' });
      await context.close();
    }
  },
});

export { expect } from '@playwright/test';
