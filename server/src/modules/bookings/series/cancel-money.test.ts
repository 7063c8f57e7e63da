import { getMoney, takePayment } from '@samay/contract/bookings/money';
import { getAppointment } from '@samay/contract/bookings/appointments';
import { cancelSeries, countSeries, createSeries } from '@samay/contract/bookings/series';
import { expect, it } from 'vitest';
import { testApp } from '../../../../test/fixtures/app.ts';
import { buildTenant, signInAs } from '../../../../test/fixtures/builders.ts';
import type { Client } from '../../../../test/fixtures/client.ts';

const days = ['2026-11-24', '2026-12-01', '2026-12-08'] as const;

it('keeps the money of all that a cancel of a series touches as advances, or gives each back as it was paid [P-9.159]', async () => {
  const app = await testApp();
  const ground = await buildTenant(app, { businessType: 'turf', plan: 'premium' });
  const [desk, owner] = [await signInAs(app, ground), await signInAs(app, ground, 'BUSINESS_OWNER')];
  const occurrences = days.map((date) => ({ date, time: '15:00' }));
  const team = { personName: 'Sunday Strikers', personContact: '+91 98200 11223' };
  const { items } = (await desk.call(createSeries, { body: { ...team, occurrences } })).body;
  const [one = '', other = '', last = ''] = items.map(({ id }) => id);
  const pay = async (id: string, amount: number, method: string) =>
    desk.call(takePayment, { params: { id }, body: { amount, method, amountBefore: null } });
  await pay(one, 300_00, 'Cash');
  await pay(other, 200_00, 'UPI');
  await pay(last, 150_00, 'Card');
  const { paid } = (await desk.call(countSeries, { params: { id: other } })).body;
  expect(paid).toEqual({ following: 350_00, all: 650_00 });

  const cancel = async (client: Client, id: string, money: 'advance' | 'refund', date: string) => {
    const asked = { scope: 'following', before: { date, time: '15:00' }, reason: 'Rain' } as const;
    return client.call(cancelSeries, { params: { id }, body: { ...asked, money } });
  };
  const moneyOf = async (id: string) => {
    const { rows, advance } = (await desk.call(getMoney, { params: { id } })).body;
    return [advance, ...rows.map(({ kind, method, paise }) => `${kind} ${method} ${paise}`).toSorted()];
  };
  expect((await cancel(desk, other, 'refund', days[1])).error?.code).toBe('access.denied');
  await cancel(desk, other, 'advance', days[1]);
  expect(await moneyOf(other)).toEqual([350_00, 'payment UPI 20000', 'transfer Advance -20000']);
  expect(await moneyOf(last)).toEqual([350_00, 'payment Card 15000', 'transfer Advance -15000']);
  await cancel(owner, one, 'refund', days[0]);
  expect(await moneyOf(one)).toEqual([350_00, 'payment Cash 30000', 'refund Cash -30000']);
  const after = await Promise.all(
    [one, other, last].map(async (id) => (await desk.call(getAppointment, { params: { id } })).body),
  );
  expect(after.map(({ status, keptOn }) => [status, keptOn ?? null])).toEqual(
    days.map(() => ['cancelled', null]),
  );
});
