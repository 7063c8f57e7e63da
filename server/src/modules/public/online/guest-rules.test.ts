import { addHourException } from '@samay/contract/availability/hours';
import { changeService } from '@samay/contract/availability/services';
import { createAppointment, getAppointment } from '@samay/contract/bookings/appointments';
import { createSeries } from '@samay/contract/bookings/series';
import { confirmRequest, listRequests } from '@samay/contract/public/requests';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { testApp, type TestApp, testNow } from '../../../../test/fixtures/app.ts';
import { buildResource } from '../../../../test/fixtures/availability.ts';
import { buildAppointments } from '../../../../test/fixtures/builders.ts';
import { buildPage, type BusinessWithPage } from '../../../../test/fixtures/public/business-with-page.ts';
import { chooseOnline, monday, serviceOf } from '../../../../test/fixtures/public/paid-page.ts';
import { injecting, Payer } from '../../../../test/fixtures/public/payer.ts';
import { asPlatform } from '../../../db/tenant.ts';

// Tests that what holds for the desk holds for visitors: a court of two halves that is open from nine to two, of which
// a service of an hour is offered. Now is Saturday, 21 November 2026, 10:00 in India.

const nextMonday = '2026-11-30';
const team = { personName: 'Sunday Strikers', personContact: '98200 44556' };

type Court = 'whole' | 'A' | 'B';
interface Start {
  readonly on: Court;
  readonly at: string;
  /** By default the first Monday. */
  readonly day?: string;
}

let app: TestApp;
let page: BusinessWithPage;
let service: string;
let courts: Record<Court, string>;
beforeAll(async () => {
  app = await testApp({ limits: { holds: 1_000_000 } });
});
afterAll(() => app.close());
beforeEach(async () => {
  app.setNow(testNow);
  page = await buildPage(app, {}, { businessType: 'turf', plan: 'basic' });
  const { clinic: ground, resource: whole } = page;
  service = await serviceOf(app, ground.id);
  const part = async (name: string) => buildResource(app, ground, { name, whole_id: whole });
  courts = { whole, A: await part('Half A'), B: await part('Half B') };
});

/** Books at the desk. Returns the status of the answer. */
const book = async (on: Court, at: string, more: { overbookedReason?: string } = {}) => {
  const body = { ...team, date: monday, time: at, resourceId: courts[on], ...more };
  return (await page.owner.call(createAppointment, { body })).status;
};

const visitor = () =>
  new Payer(injecting(app.app), { slug: page.slug, day: monday, resource: courts.whole }, '9876540001');

/** Sends the form for a time that was perhaps never offered. Returns where it leads to. */
const ask = async ({ on, at, day = monday }: Start, request = randomUUID()) => {
  const form = { day, time: at, with: courts[on], request, name: 'Meera Joshi', note: '' };
  // A number of its own, of which another visitor has none open.
  const number = `98${String(Number.parseInt(request.slice(0, 7), 16))
    .padStart(9, '0')
    .slice(-8)}`;
  return visitor().post('/football/ask', { ...form, number });
};

/** Returns the ways by which a visitor gets a time: the page offers it, keeps it, or takes a form for it. */
const ways = async (start: Start) => {
  const { on, at, day = monday } = start;
  const { body } = await visitor().get(`/football?from=${day}&day=${day}&with=${courts[on]}`);
  const isShown = body.includes(`name="day" value="${day}"`) && body.includes(`name="time" value="${at}"`);
  const held = await visitor().post('/football/hold', { day, time: at, with: courts[on] });
  if (held.place.includes('/ask?')) return [isShown && 'offered', 'kept'];
  const asked = await ask(start);
  return [isShown && 'offered', asked.place.startsWith('/r/') && 'asked'].filter(Boolean);
};

const hide = async (changes: Parameters<typeof chooseOnline>[1]) =>
  expect((await chooseOnline(page, changes)).status).toBe(200);

it.each<{ rule: string; by: () => Promise<unknown>; refused: Start[]; free: Start[] }>([
  {
    rule: 'in a closure of its court',
    by: async () => {
      const [from, to] = [
        { date: monday, time: '10:00' },
        { date: monday, time: '11:00' },
      ];
      const body = { kind: 'closure', resourceId: courts.whole, from, to, reason: 'Rain' } as const;
      expect((await page.owner.call(addHourException, { body })).status).toBe(201);
    },
    refused: [
      { on: 'whole', at: '10:00' },
      { on: 'B', at: '10:00' },
    ],
    free: [{ on: 'whole', at: '11:00' }],
  },
  {
    rule: 'within the gap of a booking',
    by: async () => {
      const body = { bufferAfter: 30, grid: 30 };
      expect((await page.owner.call(changeService, { params: { id: service }, body })).status).toBe(200);
      expect(await book('whole', '10:00')).toBe(201);
    },
    refused: [
      { on: 'whole', at: '11:00' },
      { on: 'whole', at: '09:00' },
    ],
    free: [{ on: 'whole', at: '11:30' }],
  },
  {
    rule: 'of a half whose whole is booked',
    by: async () => expect(await book('whole', '10:00')).toBe(201),
    refused: [
      { on: 'A', at: '10:00' },
      { on: 'B', at: '10:00' },
    ],
    free: [{ on: 'A', at: '11:00' }],
  },
  {
    rule: 'of the whole of which a half is booked',
    by: async () => expect(await book('B', '10:00')).toBe(201),
    refused: [
      { on: 'whole', at: '10:00' },
      { on: 'B', at: '10:00' },
    ],
    free: [{ on: 'A', at: '10:00' }],
  },
  {
    rule: 'of a series, on each of its days',
    by: async () => {
      const occurrences = [monday, nextMonday].map((date) => ({ date, time: '10:00' }));
      const body = { ...team, resourceId: courts.A, occurrences };
      expect((await page.owner.call(createSeries, { body })).status).toBe(201);
    },
    refused: [
      { on: 'A', at: '10:00' },
      { on: 'whole', at: '10:00', day: nextMonday },
    ],
    free: [{ on: 'B', at: '10:00', day: nextMonday }],
  },
  {
    rule: 'over which the desk may book with a reason',
    by: async () => {
      expect(await book('A', '10:00')).toBe(201);
      expect(await book('A', '10:00', { overbookedReason: 'They share it' })).toBe(201);
    },
    refused: [{ on: 'A', at: '10:00' }],
    free: [{ on: 'B', at: '10:00' }],
  },
  {
    rule: 'of a court that is hidden',
    by: async () => hide({ hiddenResources: [courts.B] }),
    refused: [{ on: 'B', at: '10:00' }],
    free: [{ on: 'A', at: '10:00' }],
  },
  {
    rule: 'of a service that is hidden',
    by: async () => hide({ hiddenServices: [service] }),
    refused: [{ on: 'whole', at: '10:00' }],
    free: [],
  },
])('is neither offered nor given a time $rule [P-12.230]', async ({ by, refused, free }) => {
  await by();
  for (const start of refused) expect([start, await ways(start)]).toEqual([start, []]);
  expect((await page.owner.call(listRequests)).body.items).toEqual([]);
  for (const start of free) expect([start, await ways(start)]).toEqual([start, ['offered', 'kept']]);
});

it('sees, asks for and gets the price of the hour [P-12.230]', async () => {
  const evening = {
    resourceId: null,
    weekdays: [],
    hours: { from: '11:00', to: '12:00' },
    price: 80_000,
  };
  const body = { priceRules: [evening] };
  expect((await page.owner.call(changeService, { params: { id: service }, body })).status).toBe(200);
  const { text } = await visitor().get(`/football?day=${monday}`);
  expect(text).toMatch(/10:00 am ₹500 .*11:00 am ₹800 .*12:00 pm ₹500/);
  const id = randomUUID();
  expect((await ask({ on: 'whole', at: '11:00' }, id)).place).toBe(`/r/${id}`);
  expect((await page.owner.call(listRequests)).body.items).toMatchObject([{ id, price: 80_000 }]);
  const made = (await page.owner.call(confirmRequest, { params: { id } })).body.request.appointmentId;
  const params = { id: made ?? '' };
  expect((await page.owner.call(getAppointment, { params })).body).toMatchObject({ price: 80_000 });
});

it.each([
  {
    state: 'is suspended',
    by: async () =>
      asPlatform(app, (tx) =>
        tx.updateTable('tenants').set({ status: 'suspended' }).where('id', '=', page.clinic.id).execute(),
      ),
  },
  {
    state: 'has as many bookings as its plan',
    by: async () => {
      await hide({ horizon: 5 });
      const bookings = Array.from({ length: 25 }, () => ({ date: '2026-11-20', claimsNothing: true }));
      await buildAppointments(app, page.clinic, bookings);
    },
  },
])('is given the telephone and no form by a business that $state [P-12.230]', async ({ by }) => {
  const start = { on: 'whole', at: '10:00' } as const;
  expect((await visitor().get(`?day=${monday}`)).body).toContain('name="time" value="10:00"');
  await by();
  const { text, body } = await visitor().get(`?day=${monday}`);
  expect(text).toContain('Bookings are taken by telephone at the moment.');
  expect(body).not.toContain('name="time"');
  expect(await ways(start)).toEqual([]);
  expect((await page.owner.call(listRequests)).body.items).toEqual([]);
});
