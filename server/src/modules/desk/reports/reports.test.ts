import { cancelAppointment } from '@samay/contract/bookings/transitions';
import {
  getMoney,
  refundPayment,
  setDiscount,
  takeAdvance,
  takePayment,
} from '@samay/contract/bookings/money';
import type { BodyInput } from '@samay/contract/core/endpoint';
import { exportReport, getReports, type ReportName, reportNames } from '@samay/contract/desk/reports';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/fixtures/app.ts';
import { buildResource, buildService } from '../../../../test/fixtures/availability.ts';
import { buildAppointment, buildTenant, signInAs } from '../../../../test/fixtures/builders.ts';
import type { Client } from '../../../../test/fixtures/client.ts';
import { asPlatform } from '../../../db/tenant.ts';

// A month of a clinic: two doctors, two services, money of October and November.

const november = { from: '2026-11-01', to: '2026-11-30' };
const october = { from: '2026-10-01', to: '2026-10-31' };
const days = { october: '2026-10-30', november: '2026-11-03', december: '2026-12-05' };

let app: TestApp;
let owner: Client;
let asha: Client;
let names: { rao: string; dental: string; checkup: string };
beforeAll(async () => {
  app = await testApp();
  // The access tokens are made at the last moment that the tests need.
  app.setNow('2026-12-05T05:00:00Z');
  const clinic = await buildTenant(app, { plan: 'enterprise', paidUntil: '2099-01-01' });
  owner = await signInAs(app, clinic, 'BUSINESS_OWNER', { name: 'Priya Nair' });
  asha = await signInAs(app, clinic, 'EMPLOYEE', { name: 'Asha Kulkarni' });
  const rao = await buildResource(app, clinic, { name: 'Dr. Rao' });
  const dental = await buildService(app, clinic, { name: 'Dental', price_paise: 800_00 });
  const checkup = await buildService(app, clinic, { name: 'Checkup' });
  names = { rao, dental, checkup };
  const visit = async (date: string, time: string, more: object = {}) =>
    buildAppointment(app, clinic, {
      date,
      time,
      price: 800_00,
      personName: `At ${time}`,
      doctor: null,
      ...more,
    });
  const early = await visit(days.october, '10:00');
  const first = await visit(days.november, '10:00', { resourceId: rao });
  const second = await visit(days.november, '11:00');
  const later = await visit(days.december, '10:00');
  const cancelled = await visit(days.november, '12:00');
  for (const [id, service_id] of [
    ...[early, second, later, cancelled].map((id) => [id, checkup] as const),
    [first, dental] as const,
  ])
    await asPlatform(app, (tx) =>
      tx.updateTable('appointments').set({ service_id }).where('id', '=', id).execute(),
    );

  app.setNow('2026-10-30T05:00:00Z');
  // On 30 October: the whole of the first visit of November, and an advance of ₹1,000.
  await take(asha, first, { amount: 800_00, method: 'UPI', amountBefore: null });
  await asha.call(takeAdvance, { params: { id: second }, body: { amount: 1_000_00, method: 'Cash' } });
  app.setNow('2026-11-03T05:00:00Z');
  // On 3 November: October's visit is paid, the second visit by the advance, December's in part.
  await take(asha, early, { amount: 700_00, method: 'Card', amountBefore: null });
  await owner.call(setDiscount, {
    params: { id: early },
    body: { discount: 50_00, reason: 'Friend', discountBefore: 0 },
  });
  await take(asha, second, { amount: 600_00, method: 'Advance', amountBefore: null });
  await take(asha, second, { amount: 50_00, method: 'Cash', amountBefore: 600_00 });
  await take(asha, later, { amount: 200_00, method: 'Cash', amountBefore: null });
  await take(asha, cancelled, { amount: 400_00, method: 'Cash', amountBefore: null });
  await asha.call(cancelAppointment, { params: { id: cancelled }, body: {} });
  // December's is given back in part, and ₹30 of the first visit, which is of November.
  for (const [id, amount, amountBefore] of [
    [later, 80_00, 200_00],
    [first, 30_00, 800_00],
  ] as const) {
    const [row] = (await owner.call(getMoney, { params: { id } })).body.rows;
    const body = {
      payment: row?.id ?? '',
      amount,
      method: 'UPI',
      reason: 'Paid twice',
      lowers: false,
      amountBefore,
    };
    await owner.call(refundPayment, { params: { id }, body });
  }
  app.setNow('2026-12-05T05:00:00Z');
  await take(asha, second, { amount: 25_00, method: 'Cash', amountBefore: 650_00 });
});
afterAll(() => app.close());

const take = (by: Client, id: string, body: BodyInput<typeof takePayment>) =>
  by.call(takePayment, { params: { id }, body });

const read = async (query: { from: string; to: string }) => (await owner.call(getReports, { query })).body;

it('divides received and revenue by doctor, service, method and person, each to the same sums [P-9.220]', async () => {
  const reports = await read(november);
  expect(reports).toMatchObject({ received: 1_240_00, revenue: 1_845_00, bookings: 2 });
  const unnamed = { is: 'none', id: null, name: null, received: 1_270_00, revenue: 1_075_00, bookings: 1 };
  expect(reports.resources).toEqual([
    unnamed,
    { is: 'named', id: names.rao, name: 'Dr. Rao', received: -30_00, revenue: 770_00, bookings: 1 },
  ]);
  expect(reports.services).toEqual([
    { ...unnamed, is: 'named', id: names.checkup, name: 'Checkup' },
    { is: 'named', id: names.dental, name: 'Dental', received: -30_00, revenue: 770_00, bookings: 1 },
  ]);
  expect(reports.methods).toEqual([
    { method: 'UPI', received: -110_00, revenue: 770_00 },
    { method: 'Advance', received: 0, revenue: 600_00 },
    { method: 'Cash', received: 650_00, revenue: 475_00 },
    { method: 'Card', received: 700_00, revenue: 0 },
  ]);
  expect(reports.people.map(({ is, id: _id, name, ...sums }) => [name ?? is, sums])).toEqual([
    ['Asha Kulkarni', { received: 1_350_00, revenue: 1_275_00 }],
    ['advance', { received: 0, revenue: 600_00 }],
    ['Priya Nair', { received: -110_00, revenue: -30_00 }],
  ]);
});

it('leads from received to revenue line by line [P-9.221]', async () => {
  const { received, revenue, bridge } = await read(november);
  expect(bridge).toEqual([
    { line: 'earlier_bookings', paise: -700_00 },
    { line: 'later_bookings', paise: -200_00 },
    { line: 'refunds', paise: 80_00 },
    { line: 'advances_spent', paise: 600_00 },
    { line: 'taken_before', paise: 800_00 },
    { line: 'taken_after', paise: 25_00 },
  ]);
  expect(bridge.reduce((sum, { paise }) => sum + paise, received)).toBe(revenue);
  expect((await read(october)).bridge).toEqual([
    { line: 'later_bookings', paise: -800_00 },
    { line: 'advances_taken', paise: -1_000_00 },
    { line: 'taken_after', paise: 700_00 },
  ]);
});

it('has discounts by the day on which they were given, advances as they were, and dues by age [P-9.222]', async () => {
  const { discounts, advances, dues } = await read(november);
  expect(discounts).toMatchObject({
    total: 50_00,
    lines: [{ reason: 'Friend', name: 'Priya Nair', bookings: 1, paise: 50_00 }],
  });
  expect((await read(october)).discounts).toEqual({ total: 0, lines: [] });
  expect(advances).toMatchObject({ before: 1_000_00, taken: 0, spent: -600_00, held: 400_00, people: 1 });
  expect(advances.holders).toMatchObject([{ name: 'At 11:00', paise: 400_00 }]);
  expect((await read(october)).advances).toMatchObject({ before: 0, taken: 1_000_00, held: 1_000_00 });
  // On 5 December: December's visit is due since today, November's since 32 days, October's since 36.
  expect(dues).toEqual([
    { from: 0, until: 7, bookings: 1, paise: 680_00 },
    { from: 8, until: 30, bookings: 0, paise: 0 },
    { from: 31, until: 90, bookings: 3, paise: 30_00 + 125_00 + 50_00 },
    { from: 91, until: null, bookings: 0, paise: 0 },
  ]);
});

it('exports each table as a file with the same figures, and the export is audited [P-9.223]', async () => {
  const files = new Map<ReportName, string[]>();
  for (const report of reportNames) files.set(report, await exportLines(report));
  expect(files.get('bridge')).toEqual([
    'Line,Amount (INR)',
    'Received,1240.00',
    'Taken for appointments of earlier days,-700.00',
    'Taken for appointments of later days,-200.00',
    'Given back for any of these,80.00',
    'Advances spent on appointments of these days,600.00',
    'Taken before these days for appointments of these days,800.00',
    'Taken after these days for appointments of these days,25.00',
    'Revenue,1845.00',
  ]);
  expect(files.get('resources')).toEqual([
    'Doctor,Appointments,Received (INR),Revenue (INR)',
    'No doctor,1,1270.00,1075.00',
    'Dr. Rao,1,-30.00,770.00',
    'Total,2,1240.00,1845.00',
  ]);
  expect(files.get('discounts')?.slice(1)).toEqual(['Friend,Priya Nair,1,50.00', 'Total,,,50.00']);
  expect(files.get('holders')?.slice(1)).toEqual(['At 11:00,400.00', 'Total,400.00']);
  expect(files.get('dues')?.at(-1)).toBe('Total,4,885.00');
  for (const name of ['services', 'methods', 'people'] as const)
    expect(files.get(name)?.at(-1)).toMatch(/1240\.00,1845\.00$/);
});

async function exportLines(report: ReportName): Promise<string[]> {
  const response = await app.app.inject({
    method: 'GET',
    url: exportReport.path,
    query: { ...november, report },
    headers: owner.headers(),
  });
  expect(response.headers['content-disposition']).toBe(
    `attachment; filename="${report}_2026-11-01_2026-11-30.csv"`,
  );
  return response.body.slice(1).trimEnd().split('\r\n');
}
