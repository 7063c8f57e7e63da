import type { AddressInfo } from 'node:net';
import { createAppointment } from '@samay/contract/bookings/appointments';
import { openLive } from '@samay/contract/reach/live';
import { removeMember } from '@samay/contract/tenancy/staff';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../fixtures/app.ts';
import { buildTenant, type BuiltTenant, signInAs } from '../fixtures/builders.ts';
import type { Client } from '../fixtures/client.ts';
import { testEngine } from '../fixtures/database.ts';
import { EventStream } from '../fixtures/event-stream.ts';
import { newAppointment } from '../fixtures/samples.ts';
import { isFull, printInvariant } from '../fixtures/invariants/invariant.ts';

// I-9: live changes of a business reach its own people within two seconds, and nobody else, whatever
// a subscriber sends.

const [businesses, streamsEach, writes, hostile] = isFull ? [20, 10, 10_000, 20] : [4, 3, 80, 20];

interface Business {
  readonly tenant: BuiltTenant;
  readonly desk: Client;
  readonly streams: EventStream[];
  /** The ids of the bookings made in this business. */
  readonly made: Set<string>;
}

let app: TestApp;
let address: string;

beforeAll(async () => {
  app = await testApp();
  await app.app.listen({ port: 0, host: '127.0.0.1' });
  address = `http://127.0.0.1:${(app.app.server.address() as AddressInfo).port}`;
});
afterAll(() => app.close());

it(
  `brings ${writes} changes in ${businesses} businesses to their own ${streamsEach} streams each, and none to another's [I-9]`,
  async () => {
    const all = await Promise.all(Array.from({ length: businesses }, openBusiness));
    const intruders = await Promise.all(
      Array.from({ length: hostile }, async (_, n) => openHostile(n, all[n % all.length])),
    );
    // Checks that some intruders are accepted, and receive the changes of their own business, and
    // that the others are refused.
    expect(new Set(intruders.map(({ response }) => response.ok))).toEqual(new Set([true, false]));
    const delays: number[] = [];
    for (let write = 0; write < writes; write += 1) {
      const business = all[write % all.length];
      if (business) delays.push(await bookAndWait(business));
    }
    const own = all.flatMap(({ streams, made }) => streams.map((stream) => ({ stream, made })));
    const foreign = own.flatMap(({ stream, made }) => bookingsOn(stream).filter((id) => !made.has(id)));
    const leaked = intruders.flatMap(bookingsOn);
    const late = delays.toSorted((a, b) => a - b)[Math.ceil(delays.length * 0.99) - 1] ?? Infinity;
    printInvariant({
      id: 'I-9',
      driver: testEngine,
      n: writes,
      violations: foreign.length + leaked.length,
      p99: Math.round(late),
    });
    expect([foreign, leaked]).toEqual([[], []]);
    for (const { stream, made } of own) expect(new Set(bookingsOn(stream))).toEqual(made);
    expect(late).toBeLessThanOrEqual(2_000);
    for (const stream of [...own.map((one) => one.stream), ...intruders]) stream.close();
  },
  isFull ? 1_800_000 : 120_000,
);

it('closes the streams of a removed person within five seconds [I-9]', async () => {
  const tenant = await buildTenant(app, { plan: 'enterprise' });
  const [owner, leaving] = [await signInAs(app, tenant, 'BUSINESS_OWNER'), await signInAs(app, tenant)];
  const streams = await Promise.all([0, 1, 2].map(() => EventStream.open(address, leaving)));
  const began = performance.now();
  expect((await owner.call(removeMember, { params: { id: leaving.identity?.userId ?? '' } })).status).toBe(
    204,
  );
  for (const stream of streams) expect(await stream.until(({ hasEnded }) => hasEnded, 5_000)).toBe(true);
  expect(performance.now() - began).toBeLessThanOrEqual(5_000);
  await owner.call(createAppointment, { body: newAppointment });
  expect(streams.flatMap(bookingsOn)).toEqual([]);
  const again = await EventStream.open(address, leaving);
  expect(again.response.ok).toBe(false);
});

async function openBusiness(): Promise<Business> {
  const tenant = await buildTenant(app, { plan: 'enterprise' });
  const desk = await signInAs(app, tenant);
  const streams = [];
  for (let count = 0; count < streamsEach; count += 1)
    streams.push(await EventStream.open(address, await signInAs(app, tenant)));
  return { tenant, desk, streams, made: new Set() };
}

/**
 * Books, and returns the milliseconds until every stream of the business had received the change.
 */
async function bookAndWait({ desk, streams, made }: Business): Promise<number> {
  const began = performance.now();
  const { body } = await desk.call(createAppointment, { body: newAppointment });
  made.add(body.id);
  for (const stream of streams)
    expect(await stream.until((one) => one.text.includes(body.id), 5_000)).toBe(true);
  return performance.now() - began;
}

/**
 * Opens a stream as a person of another business or of none, who tries to receive this business's
 * changes: by query, header, cookie, a foreign token, the path, or from another origin.
 */
async function openHostile(n: number, victim: Business | undefined): Promise<EventStream> {
  const id = victim?.tenant.id ?? '';
  const isMember = n % 16 < 8;
  const outsider = await signInAs(
    app,
    isMember ? await buildTenant(app) : null,
    isMember ? 'EMPLOYEE' : null,
  );
  const tries: readonly (() => Promise<EventStream>)[] = [
    () => opened(outsider, `?tenant=${id}&tenantId=${id}&channel=${id}`),
    () => opened(outsider, '', { 'x-tenant-id': id, 'x-tenant': id }),
    () =>
      opened(outsider, '', {
        cookie: `${outsider.headers()['cookie'] ?? ''}; tenant=${id}; samay-tenant=${id}`,
      }),
    () => opened(outsider, '', { authorization: victim?.desk.headers()['authorization'] ?? '' }),
    () => opened(outsider, '', { authorization: '' }),
    () => opened(outsider, `/${id}`),
    () => opened(outsider, '', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }),
    () => opened(outsider, '', { 'last-event-id': `${id}:0` }),
  ];
  const tried = tries[n % tries.length];
  if (!tried) throw new Error('no try for this number');
  return tried();
}

async function opened(
  client: Client,
  rest: string,
  headers: Record<string, string> = {},
): Promise<EventStream> {
  return EventStream.opening(`${address}${openLive.path}${rest}`, { ...client.headers(), ...headers });
}

function bookingsOn(stream: EventStream): string[] {
  return stream.changes.filter(({ table }) => table === 'appointments').map(({ id }) => id);
}
