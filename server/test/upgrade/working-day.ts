import { createHmac, randomUUID } from 'node:crypto';
import { addDays, indiaDate, now } from '@samay/contract/core/time';
import { expect } from 'vitest';
import { merchant } from '../../../sandbox/src/payments-server.ts';
import { eventBody } from '../fixtures/third-parties/app-with-payments.ts';
import { Person, type Serving } from './person.ts';

/** A business of the demo, and what is particular to it. */
export interface Trade {
  readonly owner: string;
  readonly password: string;
  readonly doctor?: string;
  /** Somebody who may be given another role, and the two roles. */
  readonly colleague: { readonly email: string; readonly roles: readonly [string, string] };
  readonly origin: string;
}

/** So many at once that every connection of the server has prepared what a refresh asks. */
export async function refreshAtOnce(server: Serving, trade: Trade): Promise<void> {
  const person = new Person(trade.origin);
  await person.signIn(server, trade.owner, trade.password);
  await Promise.all(Array.from({ length: 24 }, () => person.refresh(server)));
}

/** The main verbs, each through one of two servers, and its change read through the other. */
export async function workThrough(here: Serving, there: Serving, trade: Trade): Promise<void> {
  const person = new Person(trade.origin);
  await person.signIn(here, trade.owner, trade.password);
  await person.get(there, '/api/session');
  await person.refresh(there);
  await person.get(here, '/api/session');
  await person.refresh(here);
  await bookings(person, here, there, trade);
  await readAll(person, here, there);
  await settings(person, here, there, trade);
  await person.call(there, 'DELETE', '/api/session', { headers: { 'x-requested-with': 'samay' }, status: 204 });
  await person.call(here, 'GET', '/api/session', { status: 401 });
}

async function bookings(person: Person, here: Serving, there: Serving, { doctor, owner }: Trade): Promise<void> {
  const today = indiaDate(now());
  const name = `Rolling ${randomUUID().slice(0, 8)}`;
  const book = async (server: Serving, date: string, time: string) => {
    const body = { personName: name, personEmail: owner, date, time, ...(doctor && { doctor }) };
    const key = randomUUID();
    const made = await person.call(server, 'POST', '/api/appointments', { body, headers: { 'idempotency-key': key }, status: 201 });
    // A request that is sent again reaches the other server.
    const again = await person.call(server === here ? there : here, 'POST', '/api/appointments', {
      body,
      headers: { 'idempotency-key': key },
      status: 201,
    });
    expect(again['id'], `the repeated booking through the server of the ${server.release}`).toBe(made['id']);
    return `/api/appointments/${String(made['id'])}`;
  };
  const seen = async (server: Serving, path: string, fields: object) =>
    expect(await person.get(server, path), `${path} through the server of the ${server.release}`).toMatchObject(fields);

  const kept = await book(here, addDays(today, 1), '10:10');
  await seen(there, kept, { personName: name, date: addDays(today, 1), time: '10:10', status: 'scheduled' });
  await person.call(there, 'PUT', `${kept}/schedule`, { body: { date: today, time: '11:20' } });
  await seen(here, kept, { date: today, time: '11:20' });
  await person.call(here, 'PUT', `${kept}/arrival`);
  await person.call(there, 'PATCH', kept, { body: { amount: 50_000, paymentMethod: 'Cash' } });
  await seen(here, kept, { amount: 50_000 });
  await person.call(there, 'POST', `${kept}/completion`);
  await seen(here, kept, { status: 'completed' });

  const dropped = await book(there, today, '12:30');
  await person.call(here, 'POST', `${dropped}/no-show`);
  await seen(there, dropped, { status: 'no_show' });
  await person.call(there, 'DELETE', `${dropped}/no-show`);
  await person.call(here, 'POST', `${dropped}/cancellation`);
  await seen(there, dropped, { status: 'cancelled' });

  for (const server of [here, there]) {
    const found = await person.get(server, `/api/appointments?search=${encodeURIComponent(name)}`);
    expect(found, `the search through the server of the ${server.release}`).toMatchObject({
      items: [{ personName: name, status: 'completed' }],
      counts: { all: 1, cancelled: 1 },
    });
  }
}

/** What screens read, the same through both servers. */
async function readAll(person: Person, here: Serving, there: Serving): Promise<void> {
  const today = indiaDate(now());
  const range = `from=${addDays(today, -30)}&to=${addDays(today, 30)}`;
  const alike = [`/api/revenue?${range}`, `/api/revenue/breakdown?${range}`, '/api/usage', '/api/business-profile', '/api/booking-mails'];
  for (const path of alike) {
    const [one, other] = [await person.get(here, path), await person.get(there, path)];
    // The newer server may say more than the older one.
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
  for (const path of [...others, ...days]) for (const server of [here, there]) await person.get(server, path);
}

async function settings(person: Person, here: Serving, there: Serving, { colleague }: Trade): Promise<void> {
  const profile = await person.get(here, '/api/business-profile');
  for (const [server, other, name] of [
    [here, there, `${String(profile['name'])} II`],
    [there, here, profile['name']],
  ] as const) {
    await person.call(server, 'PATCH', '/api/business-profile', { body: { name } });
    expect((await person.get(other, '/api/business-profile'))['name'], `the name through the server of the ${other.release}`).toBe(name);
  }
  const staffOf = async (server: Serving) => {
    const { items } = (await person.get(server, '/api/staff')) as { items: { id: string; email: string; role: string }[] };
    const row = items.find(({ email }) => email === colleague.email);
    expect(row?.role, `${colleague.email} through the server of the ${server.release}`).toBeDefined();
    return row;
  };
  for (const [server, other, role] of [
    [here, there, colleague.roles[0]],
    [there, here, colleague.roles[1]],
  ] as const) {
    await person.call(server, 'PUT', `/api/staff/${(await staffOf(server))?.id}/role`, { body: { role } });
    expect((await staffOf(other))?.role, `a new role through the server of the ${other.release}`).toBe(role);
  }
}

/** A plan that is ordered through one server and paid for through the other, whose provider tells both. */
export async function buyPlan(
  here: Serving,
  there: Serving,
  trade: Trade,
  { plan, limit }: { plan: string; limit: number },
): Promise<void> {
  const person = new Person(trade.origin);
  await person.signIn(here, trade.owner, trade.password);
  const checkout = await person.call(here, 'POST', '/api/subscription/payment-orders', { body: { plan }, status: 201 });
  const { order_id: orderId = '', amount = '0' } = checkout['fields'] as Record<string, string>;
  const body = eventBody('payment.captured', { id: `pay_${randomUUID().slice(0, 8)}`, orderId, amount: Number(amount) });
  const eventId = randomUUID();
  for (const server of [there, here]) {
    await person.call(server, 'POST', '/api/payment-webhook', {
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
    const limitOf = async () => (await person.get(server, '/api/usage'))['limit'];
    await expect.poll(limitOf, { timeout: 20_000, message: `the plan through the server of the ${server.release}` }).toBe(limit);
  }
}
