import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { addDays, indiaDate, now } from '@samay/contract/core/time';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { folderFiles } from '../../../src/adapters/files/folder.ts';
import { signedWebhooks } from '../../../src/adapters/webhooks/signed.ts';
import type { Dependencies } from '../../../src/context/dependencies.ts';
import { readSettings } from '../../../src/core/settings.ts';
import { readOrMakeSecrets } from '../../../src/core/secrets-file.ts';
import { asPlatform } from '../../../src/db/tenant.ts';
import type { OpenDatabase } from '../../../src/db/open-database.ts';
import { reconcileOnlineOrders } from '../../../src/modules/public/index.ts';
import { testApp } from '../../fixtures/app.ts';
import { testEngine } from '../../fixtures/database.ts';
import { deliverDue } from '../../fixtures/deliver-due.ts';
import { freePort } from '../../fixtures/free-port.ts';
import { isFull, printInvariant } from '../../fixtures/invariants/invariant.ts';
import { type ServersData, serversData } from '../../fixtures/invariants/killed-servers.ts';
import { buildPage } from '../../fixtures/public/business-with-page.ts';
import {
  chooseOnline,
  connectAccount,
  deposit,
  merchant,
  serviceOf,
} from '../../fixtures/public/paid-page.ts';
import { fetching, Payer } from '../../fixtures/public/payer.ts';
import { type RunningServer, startServer } from '../../fixtures/running-server.ts';
import {
  startPaymentProvider,
  type TestPaymentProvider,
} from '../../fixtures/third-parties/payment-provider.ts';

// Visitors pay a business for times of its page while the servers are killed with SIGKILL, two of them on
// PostgreSQL: they return, vanish, pay twice, leave, or lose their time to another who pays for it.

const visitors = isFull ? 200 : 20;
const kills = isFull ? 20 : 2;
const ways = ['returns', 'vanishes', 'pays twice', 'leaves', 'loses'] as const;
/** The times of a day, from six on; each visitor has two of them. */
const perDay = 16;

type Opened = Dependencies & { readonly database: OpenDatabase };

let data: ServersData;
let desk: TestPaymentProvider;
let business: { readonly id: string; readonly slug: string; readonly resource: string };
let environment: Record<string, string>;
const payers: Payer[] = [];
const thieves: Payer[] = [];
const ports: string[] = [];
const servers: (RunningServer | undefined)[] = [];

beforeAll(async () => {
  data = await serversData('online-payments');
  desk = await startPaymentProvider();
  for (let at = 0; at < (testEngine === 'postgres' ? 2 : 1); at += 1) ports.push(await freePort());
  environment = {
    ...data.settings,
    RAZORPAY_API_URL: desk.apiUrl,
    RAZORPAY_CHECKOUT_URL: `${desk.apiUrl}/v1/checkout/embedded`,
    // No mail server listens there. That there is one lets visitors book, and known devices get no code.
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'Samay <no-reply@samay.example>',
    RATE_LIMIT_PUBLIC_PAGE: '1000000',
    RATE_LIMIT_PUBLIC_PAGES_PER_TENANT: '1000000',
    RATE_LIMIT_HOLDS: '1000000',
    RATE_LIMIT_REQUESTS_PER_TENANT: '1000000',
  };
  await opened(prepare);
}, 240_000);
afterAll(async () => {
  for (const server of servers) await server?.stop('SIGKILL');
  await desk.close();
  await data.remove();
});

it('each rupee is the money of one booking, or was not taken [T-4.9]', { timeout: 1_800_000 }, async () => {
  for (const at of ports.keys()) servers[at] = await start(at);
  const account = desk.accountOf(merchant.keyId);
  const killing = (async () => {
    for (let kill = 0; kill < kills; kill += 1) {
      await wait(300 + Math.random() * 700);
      const at = kill % servers.length;
      await servers[at]?.stop('SIGKILL');
      servers[at] = await start(at);
    }
  })();
  await Promise.all([...payers.keys()].map(visit));
  await killing;
  for (const server of servers.splice(0)) await server?.stop('SIGTERM');
  account.webhooks.stop();
  const found = await opened(async (dependencies) => {
    await settle(dependencies);
    return count(dependencies);
  });
  printInvariant({ id: 'online payments, killed', driver: testEngine, kills, ...found });
  expect(found.violations).toBe(0);
  // Some became bookings, and some were given back.
  expect(found.booked).toBeGreaterThanOrEqual((visitors / ways.length) * 3);
  expect(found.released).toBeGreaterThanOrEqual(visitors / ways.length);
});

/** Builds the business with its page and account, and the devices that it knows. */
async function prepare(dependencies: Opened): Promise<void> {
  const { database } = dependencies;
  const app = await testApp({
    database: { database, ownerUrl: undefined, close: async () => undefined },
    dependencies,
  });
  const { clinic, owner, slug, resource } = await buildPage(
    app,
    { mode: 'booking', openPerNumber: 20 },
    {
      hours: ['06:00', '22:00'],
    },
  );
  business = { id: clinic.id, slug, resource };
  const { path, secret } = await connectAccount({ owner });
  const payments = [{ serviceId: await serviceOf(app, clinic.id), takes: 'deposit' as const, deposit }];
  await chooseOnline({ owner }, { payments });
  desk.accountOf(merchant.keyId).webhooks.set(`http://127.0.0.1:${ports[0]}${path}`, secret);
  for (let at = 0; at < visitors; at += 1) {
    payers.push(await newPayer(dependencies, at, '98765'));
    if (wayOf(at) === 'loses') thieves[at] = await newPayer(dependencies, at, '98766');
  }
  await app.close();
}

async function newPayer({ database }: Dependencies, at: number, prefix: string): Promise<Payer> {
  const day = addDays(indiaDate(now()), 2 + Math.floor((2 * at) / perDay));
  const page = { slug: business.slug, resource: business.resource, day };
  const send = fetching(() => `http://127.0.0.1:${ports[at % ports.length]}`);
  return new Payer(send, page, `${prefix}${String(10_000 + at)}`).become(database, business.id);
}

const wayOf = (at: number) => ways[at % ways.length];
const timesOf = (at: number) =>
  [0, 1].map((next) => `${String(6 + ((2 * at + next) % perDay)).padStart(2, '0')}:00`);

/** Goes one visitor's way. */
async function visit(at: number): Promise<void> {
  const way = wayOf(at);
  const [time = '', other = ''] = timesOf(at);
  const [visitor, thief] = [payers[at], thieves[at]];
  if (!visitor) return;
  const { checkout, path } = await order(visitor, time);
  if (way === 'leaves') return;
  if (way === 'returns') {
    const back = await desk.pay(checkout);
    await insist(async () => (await visitor.comeBack(back)).status < 400);
    return;
  }
  if (thief) {
    // The first time is free again, and the thief has it: its hold runs out, or the visitor leaves for another one.
    if (testEngine === 'postgres') await runOut(path);
    else {
      await insist(async () => (await visitor.post(`${path}/leave`)).status === 303);
      await insist(async () => (await visitor.hold(other)).place.includes('/ask'));
    }
    const theirs = await order(thief, time);
    const back = await desk.pay(theirs.checkout);
    await insist(async () => (await thief.comeBack(back)).status < 400);
  }
  const choices = way === 'pays twice' ? ['vanish:upi', 'vanish:card'] : ['vanish:upi'];
  // The second of two may find the order paid.
  const paid = await Promise.allSettled(choices.map((choice) => desk.pay(checkout, choice)));
  if (paid[0]?.status === 'rejected') throw paid[0].reason;
}

/** Goes to the page of a payment, however often the server is away, and returns its path and the form to the provider. */
async function order(visitor: Payer, time: string) {
  const request = randomUUID();
  await insist(async () => (await visitor.hold(time)).place.includes('/ask'));
  let path = '';
  await insist(async () => {
    const asked = await visitor.ask({ time, request });
    const isKnown = asked.place.startsWith('/c/');
    const { place } = isKnown ? await visitor.post(`${asked.place}/who`, { person: 'new' }) : asked;
    path = place.split('?')[0] ?? '';
    return path.startsWith('/p/');
  });
  let body = '';
  await insist(async () => {
    body = (await visitor.get(path)).body;
    if (body.includes('name="order_id"')) return true;
    await visitor.post(path);
    return false;
  });
  return { checkout: visitor.checkout(body), path };
}

/** Ends the hold of an order, as ten minutes do. */
async function runOut(path: string): Promise<void> {
  const id = path.split('/').at(-1) ?? '';
  await data.withDatabase(async (database) =>
    asPlatform({ database }, async (tx) => {
      const ended = new Date(now().getTime() - 1000);
      await tx.updateTable('claims').set({ expires_at: ended }).where('held_by', '=', id).execute();
      await tx.updateTable('online_orders').set({ holds_until: ended }).where('id', '=', id).execute();
    }),
  );
}

/** Repeats what a killed server has not answered. @throws where it fails for five minutes */
async function insist(work: () => Promise<boolean>): Promise<void> {
  const began = performance.now();
  for (;;) {
    try {
      if (await work()) return;
    } catch (error) {
      // The connection broke, or no server listens.
      if (!(error instanceof TypeError)) throw error;
    }
    if (performance.now() - began > 300_000) throw new Error('no answer for five minutes');
    await wait(50);
  }
}

/** Does what servers do in the next day: asks about orders, and captures. */
async function settle(dependencies: Dependencies): Promise<void> {
  for (const minutes of [2, 5, 15, 45, 90, 150, 300, 500, 1000, 1500]) {
    const at = new Date(now().getTime() + minutes * 60_000);
    const later = { ...dependencies, clock: () => at };
    while ((await reconcileOnlineOrders(later)) > 0);
    await deliverDue(later);
  }
}

/** Compares the provider's books with those of the business. */
async function count({ database }: Dependencies) {
  const atProvider = desk.accountOf(merchant.keyId).ledger.payments;
  const { money, known, bookings } = await asPlatform({ database }, async (tx) => ({
    money: await tx.selectFrom('payments').selectAll().where('tenant_id', '=', business.id).execute(),
    known: await tx.selectFrom('online_payments').selectAll().where('tenant_id', '=', business.id).execute(),
    bookings: await tx.selectFrom('appointments').selectAll().where('tenant_id', '=', business.id).execute(),
  }));
  const captured = atProvider.filter(({ captured: isTaken }) => isTaken);
  const rows = (id: string) =>
    money.filter(({ reference, source }) => reference === id && source === 'online');
  const wrong = [
    // Money that was taken is that of one booking; the other is none.
    ...captured.filter(({ id, amount }) => {
      const [row, ...more] = rows(id);
      return row?.paise !== amount || row.appointment_id === null || more.length > 0;
    }),
    ...atProvider.filter(({ id, captured: isTaken }) => !isTaken && rows(id).length > 0),
    // Each payment is known, and one that was not taken is noted as such.
    ...atProvider.filter(({ id, captured: isTaken }) => {
      const state = known.find((row) => row.id === id)?.state;
      return state !== (isTaken ? 'captured' : 'released');
    }),
    // Each booking was paid, and no time is booked twice.
    ...bookings.filter(({ id, amount_paise: amount }) => {
      return amount !== deposit || money.filter((row) => row.appointment_id === id).length !== 1;
    }),
    ...bookings.filter((booking, at) =>
      bookings.some(
        (other, place) =>
          place > at &&
          other.appointment_date === booking.appointment_date &&
          other.appointment_time === booking.appointment_time,
      ),
    ),
  ];
  return {
    n: atProvider.length,
    booked: bookings.length,
    released: atProvider.length - captured.length,
    rupees: captured.reduce((sum, { amount }) => sum + amount, 0) / 100,
    violations: wrong.length,
  };
}

async function start(at: number): Promise<RunningServer> {
  return startServer({ ...environment, PORT: ports[at] ?? '' });
}

/** Opens the installation in this process, while no server has it open. */
async function opened<T>(work: (dependencies: Opened) => Promise<T>): Promise<T> {
  const folder = data.settings['DATA_DIR'] ?? '';
  return data.withDatabase(async (database) =>
    work({
      settings: readSettings({ NODE_ENV: 'test', ...environment }),
      database,
      webhooks: signedWebhooks({ toLoopback: true }),
      clock: now,
      files: await folderFiles(join(folder, 'files')),
      secrets: await readOrMakeSecrets(join(folder, 'secrets.json')),
      mail: { send: async () => undefined },
      openAccount: desk.openAccount,
    }),
  );
}
