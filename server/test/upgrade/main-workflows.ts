import { createHmac, randomUUID } from 'node:crypto';
import { addDays, indiaDate, now } from '@samay/contract/core/time';
import { expect } from 'vitest';
import { merchant } from '../../../sandbox/src/payments/server.ts';
import { eventBody } from '../fixtures/third-parties/app-with-payments.ts';
import { LoadBalancedClient, type UpgradeServer } from './load-balanced-client.ts';

/** A business of the demo data and its accounts. */
export interface DemoBusiness {
  readonly owner: string;
  readonly password: string;
  readonly doctor?: string;
  /** A member whose role the owner may change, and the two roles. */
  readonly colleague: { readonly email: string; readonly roles: readonly [string, string] };
  readonly origin: string;
}

/**
 * Sends so many concurrent refreshes that every database connection of the server has prepared
 * their statements.
 */
export async function refreshConcurrently(server: UpgradeServer, business: DemoBusiness): Promise<void> {
  const client = new LoadBalancedClient(business.origin);
  await client.signIn(server, business.owner, business.password);
  await Promise.all(Array.from({ length: 24 }, () => client.refresh(server)));
}

/**
 * Runs the main workflows: each change goes through one of two servers and is read through the
 * other.
 */
export async function runWorkflows(
  here: UpgradeServer,
  there: UpgradeServer,
  business: DemoBusiness,
): Promise<void> {
  const client = new LoadBalancedClient(business.origin);
  await client.signIn(here, business.owner, business.password);
  await client.get(there, '/api/session');
  await client.refresh(there);
  await client.get(here, '/api/session');
  await client.refresh(here);
  await bookings(client, here, there, business, await freeHour(client, here));
  await readAll(client, here, there);
  await settings(client, here, there, business);
  await client.call(there, 'DELETE', '/api/session', {
    headers: { 'x-requested-with': 'samay' },
    status: 204,
  });
  await client.call(here, 'GET', '/api/session', { status: 401 });
}

/**
 * Returns an hour of the night without bookings: the demo books nothing at night, and each run of
 * the workflows leaves a booking at its hour.
 */
async function freeHour(client: LoadBalancedClient, server: UpgradeServer): Promise<string> {
  const today = indiaDate(now());
  const { rows } = (await client.get(server, `/api/day-sheet?date=${today}`)) as {
    rows: { time: string }[];
  };
  const taken = new Set(rows.map(({ time }) => time.slice(0, 2)));
  return ['00', '01', '02', '03', '04'].find((hour) => !taken.has(hour)) ?? '05';
}

async function bookings(
  client: LoadBalancedClient,
  here: UpgradeServer,
  there: UpgradeServer,
  { doctor, owner }: DemoBusiness,
  hour: string,
): Promise<void> {
  const today = indiaDate(now());
  const name = `Rolling ${randomUUID().slice(0, 8)}`;
  const book = async (server: UpgradeServer, date: string, time: string) => {
    const body = { personName: name, personEmail: owner, date, time, ...(doctor && { doctor }) };
    const key = randomUUID();
    const made = await client.call(server, 'POST', '/api/appointments', {
      body,
      headers: { 'idempotency-key': key },
      status: 201,
    });
    // Sends the repeated request to the other server.
    const again = await client.call(server === here ? there : here, 'POST', '/api/appointments', {
      body,
      headers: { 'idempotency-key': key },
      status: 201,
    });
    expect(again['id'], `the repeated booking through the server of the ${server.release}`).toBe(made['id']);
    return `/api/appointments/${String(made['id'])}`;
  };
  const seen = async (server: UpgradeServer, path: string, fields: object) =>
    expect(
      await client.get(server, path),
      `${path} through the server of the ${server.release}`,
    ).toMatchObject(fields);

  const kept = await book(here, addDays(today, 1), `${hour}:10`);
  await seen(there, kept, {
    personName: name,
    date: addDays(today, 1),
    time: `${hour}:10`,
    status: 'scheduled',
  });
  await client.call(there, 'PUT', `${kept}/schedule`, { body: { date: today, time: `${hour}:00` } });
  await seen(here, kept, { date: today, time: `${hour}:00` });
  await client.call(here, 'PUT', `${kept}/arrival`);
  await client.call(there, 'PATCH', kept, { body: { amount: 50_000, paymentMethod: 'Cash' } });
  await seen(here, kept, { amount: 50_000 });
  await client.call(there, 'POST', `${kept}/completion`);
  await seen(here, kept, { status: 'completed' });

  const dropped = await book(there, addDays(today, -1), `${hour}:00`);
  await client.call(here, 'POST', `${dropped}/no-show`);
  await seen(there, dropped, { status: 'no_show' });
  await client.call(there, 'DELETE', `${dropped}/no-show`);
  await client.call(here, 'POST', `${dropped}/cancellation`);
  await seen(there, dropped, { status: 'cancelled' });

  const next = [here, there].find(({ release }) => release === 'new release');
  if (next) await withoutEmail(client, next, next === here ? there : here, hour, doctor);

  for (const server of [here, there]) {
    const found = await client.get(server, `/api/appointments?search=${encodeURIComponent(name)}`);
    expect(found, `the search through the server of the ${server.release}`).toMatchObject({
      items: [{ personName: name, status: 'completed' }],
      counts: { all: 1, cancelled: 1 },
    });
  }
}

/**
 * Makes a booking without an email (decision 0054) on the newer server, and changes it on the
 * older.
 */
async function withoutEmail(
  client: LoadBalancedClient,
  next: UpgradeServer,
  last: UpgradeServer,
  hour: string,
  doctor: string | undefined,
): Promise<void> {
  const [date, personContact] = [addDays(indiaDate(now()), -2), '98200 99887'];
  const body = {
    personName: 'Only A Number',
    personContact,
    date,
    time: `${hour}:00`,
    ...(doctor && { doctor }),
  };
  const key = randomUUID();
  const made = await client.call(next, 'POST', '/api/appointments', {
    body,
    headers: { 'idempotency-key': key },
    status: 201,
  });
  const path = `/api/appointments/${String(made['id'])}`;
  expect(await client.get(last, path)).toMatchObject({ personContact });
  await client.call(last, 'PUT', `${path}/schedule`, { body: { date, time: `${hour}:10` } });
  await client.call(last, 'PATCH', path, { body: { amount: 10_000 } });
  await client.call(last, 'POST', `${path}/completion`);
  expect(await client.get(next, path)).toMatchObject({
    personEmail: null,
    amount: 10_000,
    status: 'completed',
  });
}

/** Reads the data of the screens and compares it between the two servers. */
async function readAll(client: LoadBalancedClient, here: UpgradeServer, there: UpgradeServer): Promise<void> {
  const today = indiaDate(now());
  const range = `from=${addDays(today, -30)}&to=${addDays(today, 30)}`;
  const alike = [
    `/api/revenue?${range}`,
    `/api/revenue/breakdown?${range}`,
    '/api/usage',
    '/api/business-profile',
    '/api/booking-mails',
  ];
  for (const path of alike) {
    const [one, other] = [await client.get(here, path), await client.get(there, path)];
    // The newer server may return more fields than the older one.
    for (const name of Object.keys(one).filter((key) => key in other)) {
      expect(other[name], `${name} of ${path} through the server of the ${there.release}`).toEqual(one[name]);
    }
  }
  const others = [
    '/api/appointments?limit=20',
    '/api/dashboard',
    '/api/staff',
    '/api/subscription',
    '/api/audit',
    '/api/sessions',
    '/api/patients',
  ];
  const days = [
    `/api/revenue/transactions?${range}`,
    `/api/schedule?from=${today}&to=${addDays(today, 20)}`,
    `/api/day-sheet?date=${today}`,
    '/api/queue',
  ];
  for (const path of [...others, ...days]) for (const server of [here, there]) await client.get(server, path);
}

async function settings(
  client: LoadBalancedClient,
  here: UpgradeServer,
  there: UpgradeServer,
  { colleague }: DemoBusiness,
): Promise<void> {
  const profile = await client.get(here, '/api/business-profile');
  for (const [server, other, name] of [
    [here, there, `${String(profile['name'])} II`],
    [there, here, profile['name']],
  ] as const) {
    await client.call(server, 'PATCH', '/api/business-profile', { body: { name } });
    expect(
      (await client.get(other, '/api/business-profile'))['name'],
      `the name through the server of the ${other.release}`,
    ).toBe(name);
  }
  const staffOf = async (server: UpgradeServer) => {
    const { items } = (await client.get(server, '/api/staff')) as {
      items: { id: string; email: string; role: string }[];
    };
    const row = items.find(({ email }) => email === colleague.email);
    expect(row?.role, `${colleague.email} through the server of the ${server.release}`).toBeDefined();
    return row;
  };
  for (const [server, other, role] of [
    [here, there, colleague.roles[0]],
    [there, here, colleague.roles[1]],
  ] as const) {
    await client.call(server, 'PUT', `/api/staff/${(await staffOf(server))?.id}/role`, { body: { role } });
    expect((await staffOf(other))?.role, `a new role through the server of the ${other.release}`).toBe(role);
  }
}

/** Orders a plan through one server and pays for it. The provider sends the webhook to both. */
export async function buyPlan(
  here: UpgradeServer,
  there: UpgradeServer,
  business: DemoBusiness,
  { plan, limit }: { plan: string; limit: number },
): Promise<void> {
  const client = new LoadBalancedClient(business.origin);
  await client.signIn(here, business.owner, business.password);
  const checkout = await client.call(here, 'POST', '/api/subscription/payment-orders', {
    body: { plan },
    status: 201,
  });
  const { order_id: orderId = '', amount = '0' } = checkout['fields'] as Record<string, string>;
  const body = eventBody('payment.captured', {
    id: `pay_${randomUUID().slice(0, 8)}`,
    orderId,
    amount: Number(amount),
  });
  const eventId = randomUUID();
  for (const server of [there, here]) {
    await client.call(server, 'POST', '/api/payment-webhook', {
      body,
      headers: {
        'content-type': 'application/json',
        'x-razorpay-event-id': eventId,
        'x-razorpay-signature': createHmac('sha256', merchant.webhookSecret).update(body).digest('hex'),
      },
      status: 204,
    });
  }
  for (const server of [here, there]) {
    const limitOf = async () => (await client.get(server, '/api/usage'))['limit'];
    await expect
      .poll(limitOf, { timeout: 20_000, message: `the plan through the server of the ${server.release}` })
      .toBe(limit);
  }
}
