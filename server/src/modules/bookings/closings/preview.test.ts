import { randomUUID } from 'node:crypto';
import { addHourException } from '@samay/contract/availability/hours';
import { changeService, listServices } from '@samay/contract/availability/services';
import { createAppointment } from '@samay/contract/bookings/appointments';
import { markArrived } from '@samay/contract/bookings/transitions';
import { previewClosing } from '@samay/contract/bookings/closings';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/fixtures/app.ts';
import { buildResource } from '../../../../test/fixtures/availability.ts';
import {
  buildAppointments,
  buildTenant,
  type BuiltTenant,
  signInAs,
} from '../../../../test/fixtures/builders.ts';
import type { Client } from '../../../../test/fixtures/client.ts';
import { asPlatform } from '../../../db/tenant.ts';

let app: TestApp;
let clinic: BuiltTenant;
let owner: Client;
let desk: Client;
let rao: string;
beforeAll(async () => {
  app = await testApp();
});
beforeEach(async () => {
  clinic = await buildTenant(app, { plan: 'premium', times: 'apart' });
  owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
  desk = await signInAs(app, clinic, 'EMPLOYEE');
  await asPlatform(app, (tx) => tx.deleteFrom('resources').where('tenant_id', '=', clinic.id).execute());
  rao = await buildResource(app, clinic, { name: 'Dr. Rao' });
});
afterAll(() => app.close());

const today = '2026-11-21';
const ofAfternoon = { fromDate: today, fromTime: '14:00', toDate: today, toTime: '18:00' };

async function book(time: string, more: object = {}): Promise<string> {
  const body = { personName: `Patient ${time}`, personContact: '98200 11223', date: today, time };
  const made = await desk.call(createAppointment, {
    body: { ...body, resourceId: rao, ...more },
    idempotencyKey: randomUUID(),
  });
  return made.body.id;
}

const preview = async (query: object = {}) =>
  desk.call(previewClosing, { query: { ...ofAfternoon, resource: rao, ...query } });

describe('what a closing touches', () => {
  it('is shown with person and paid money, each with a free start of its own [P-6.80]', async () => {
    const first = await book('14:00', { amount: 500_00 });
    const second = await book('14:30');
    await book('18:00');
    await book('11:00');
    const { body } = await preview();
    expect(body).toMatchObject({ hidden: 0, hasMore: false });
    expect(body.items.map(({ booking: { id, amount }, proposal }) => ({ id, amount, proposal }))).toEqual([
      { id: first, amount: 500_00, proposal: { date: '2026-11-23', time: '14:00', resourceId: rao } },
      { id: second, amount: null, proposal: { date: '2026-11-23', time: '14:30', resourceId: rao } },
    ]);
  });

  it('is proposed the same price, and is told another one [P-6.95]', async () => {
    const ruled = async (weekdays: number[]) => {
      const [service] = (await owner.call(listServices)).body.items;
      const priceRules = [{ resourceId: null, weekdays, hours: null, price: 800_00 }];
      const body = { price: 500_00, priceRules };
      expect((await owner.call(changeService, { params: { id: service?.id ?? '' }, body })).status).toBe(200);
    };
    await ruled([1]);
    await book('14:00');
    const monday = { date: '2026-11-23', time: '14:00', resourceId: rao };
    expect((await preview()).body.items).toMatchObject([
      { booking: { price: 500_00 }, proposal: { ...monday, date: '2026-11-24' }, proposedPrice: 500_00 },
    ]);
    await ruled([]);
    expect((await preview()).body.items).toMatchObject([{ proposal: monday, proposedPrice: 800_00 }]);
  });

  it('is proposed another doctor today where its person waits [P-6.96]', async () => {
    const iyer = await buildResource(app, clinic, { name: 'Dr. Iyer', position: 9 });
    const [waits, comes] = [await book('14:00'), await book('14:30')];
    await desk.call(markArrived, { params: { id: waits } });
    expect((await preview()).body.items.map(({ booking: { id }, proposal }) => [id, proposal])).toEqual([
      [waits, { date: today, time: '14:00', resourceId: iyer }],
      [comes, { date: '2026-11-23', time: '14:30', resourceId: rao }],
    ]);
  });

  it('is proposed another doctor only where the own one is not free for two weeks [P-6.80]', async () => {
    const other = await buildResource(app, clinic, { name: 'Dr. Iyer', position: 9 });
    await book('14:00');
    const month = { toDate: '2026-12-20' };
    expect((await preview(month)).body.items[0]?.proposal?.resourceId).toBe(rao);
    const holidays = { from: { date: today, time: '14:00' }, to: { date: '2027-02-01', time: '00:00' } };
    const closure = { kind: 'closure', resourceId: rao, reason: 'Away', ...holidays } as const;
    await owner.call(addHourException, { body: closure });
    expect((await preview()).body.items[0]?.proposal).toEqual({
      date: today,
      time: '14:00',
      resourceId: other,
    });
  });

  it('includes the whole of a half, and at the business everything [P-6.80]', async () => {
    const turf = await buildTenant(app, { businessType: 'turf', plan: 'premium', times: 'apart' });
    const staff = await signInAs(app, turf, 'BUSINESS_OWNER');
    const whole = await buildResource(app, turf, { name: 'Ground' });
    const [half, otherHalf] = [
      await buildResource(app, turf, { name: 'Half A', whole_id: whole }),
      await buildResource(app, turf, { name: 'Half B', whole_id: whole }),
    ];
    const play = async (resourceId: string, time: string) => {
      const body = { personName: 'Ravi', personContact: '98200 11223', date: today, time, resourceId };
      return (await staff.call(createAppointment, { body, idempotencyKey: randomUUID() })).body.id;
    };
    const [first, second, third] = [
      await play(whole, '14:00'),
      await play(half, '15:00'),
      await play(otherHalf, '15:00'),
    ];
    const touched = async (resource?: string) => {
      const query = { ...ofAfternoon, ...(resource && { resource }) };
      const { items } = (await staff.call(previewClosing, { query })).body;
      return items.map(({ booking }) => booking.id);
    };
    expect(await touched(half)).toEqual([first, second]);
    expect((await touched(whole)).toSorted()).toEqual([first, second, third].toSorted());
    expect((await touched()).toSorted()).toEqual([first, second, third].toSorted());
  });
});

it('counts what the plan hides and shows none of it [P-6.80]', async () => {
  const small = await buildTenant(app, { plan: 'basic' });
  const staff = await signInAs(app, small, 'BUSINESS_OWNER');
  await buildAppointments(
    app,
    small,
    Array.from({ length: 27 }, () => ({ date: today, time: '15:00' })),
  );
  const { body } = await staff.call(previewClosing, { query: ofAfternoon });
  expect([body.items.length, body.hidden]).toEqual([25, 2]);
});
