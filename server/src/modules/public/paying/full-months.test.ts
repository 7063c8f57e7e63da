import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { buildAppointments } from '../../../../test/fixtures/builders.ts';
import { monday, type PaidPages, startPaidPages } from '../../../../test/fixtures/public/paid-page.ts';
import { injecting, Payer } from '../../../../test/fixtures/public/payer.ts';
import { asPlatform } from '../../../db/tenant.ts';

// Tests in which month of the plan a visitor's time takes its place. Now is 21 November 2026; the plan begins a month
// on each first, and has 25 places.

const december = '2026-12-01';

let pages: PaidPages;
beforeAll(async () => {
  pages = await startPaidPages();
});
afterAll(() => pages.close());
beforeEach(async () => {
  await pages.begin();
  await asPlatform(pages.app, (tx) =>
    tx
      .updateTable('subscriptions')
      .set({ plan_id: 'basic' })
      .where('tenant_id', '=', pages.page.clinic.id)
      .execute(),
  );
});

/** Takes all places of the month of a day. */
const fill = async (date: string) =>
  buildAppointments(
    pages.app,
    pages.page.clinic,
    Array.from({ length: 25 }, () => ({ date, claimsNothing: true })),
  );

/** A visitor who wants ten o'clock of a day. */
const visitorOf = async (day: string) => {
  const { slug, resource, clinic } = pages.page;
  const number = day === monday ? '9876540001' : '9876540002';
  return new Payer(injecting(pages.app.app), { slug, day, resource }, number).become(
    pages.app.database,
    clinic.id,
  );
};

const order = async (day: string) => {
  const visitor = await visitorOf(day);
  const { place } = await visitor.ask();
  return { visitor, place, shown: await visitor.get(place) };
};

const settled = async () =>
  (await pages.rows()).payments.map(({ state, reason }) => `${state} ${reason}`).toSorted();

/** Returns whether times of a day are offered, one can be kept, and a form that was sent without that leads to a payment. */
const ways = async (day: string) => {
  const visitor = await visitorOf(day);
  const { body } = await visitor.get(`/x-ray?from=${day}&day=${day}`);
  const { place: held } = await visitor.hold();
  const { place } = await (await visitorOf(day)).ask();
  return [body.includes(`name="day" value="${day}"`), held.includes('/ask?'), place.startsWith('/p/')];
};

it.each([
  { full: monday, free: december },
  { full: december, free: monday },
  { full: '2027-10-04', free: december },
])(
  'gives times of a month with a place, and none of a full one: $full is full [P-12.231]',
  async ({ full, free }) => {
    await pages.choose({ horizon: 400 });
    await fill(full);
    expect(await ways(full)).toEqual([false, false, false]);
    expect((await pages.rows()).orders).toEqual([]);
    const paid = await order(free);
    await pages.pay(paid);
    expect(await settled()).toEqual(['authorized null']);
  },
);

it('books what was paid while another month filled, and releases what its own month has no place for [P-12.231]', async () => {
  const [booked, lost] = [await order(december), await order(monday)];
  await fill(monday);
  await pages.pay(booked);
  await pages.pay(lost);
  expect(await settled()).toEqual(['authorized null', 'released full']);
});

it('gives the telephone where every month that is offered is full [P-12.231]', async () => {
  await fill(monday);
  const telephone = 'Appointments are given by telephone at the moment.';
  const visitor = await visitorOf(monday);
  expect((await visitor.get('')).text).not.toContain(telephone);
  await pages.choose({ horizon: 9 });
  expect((await visitor.get('')).text).toContain(telephone);
});
