import { getDashboard } from '@samay/contract/dashboard';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../test/app.ts';
import { buildAppointment, buildTenant, signInAs } from '../../../test/builders.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

describe('the dashboard', () => {
  it('counts and sums from the bookings, and lists three of each', async () => {
    const clinic = await buildTenant(app);
    const owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
    await signInAs(app, clinic, 'DOCTOR');
    await signInAs(app, clinic, 'EMPLOYEE');
    await buildAppointment(app, clinic, { date: '2026-11-21', time: '09:00', amount: 10_000, status: 'completed', personName: 'Today' });
    await buildAppointment(app, clinic, { date: '2026-11-15', amount: 20_000, personName: 'Six days ago' });
    await buildAppointment(app, clinic, { date: '2026-11-14', amount: 40_000, status: 'completed', personName: 'Seven days ago' });
    await buildAppointment(app, clinic, { date: '2026-11-08', amount: 80_000, status: 'completed' });
    await buildAppointment(app, clinic, { date: '2026-11-07', amount: 160_000, status: 'completed' });
    await buildAppointment(app, clinic, { date: '2026-11-21', amount: 1_000_000, status: 'cancelled' });
    await buildAppointment(app, clinic, { date: '2026-11-20', amount: 1_000_000, status: 'no_show' });
    for (const [date, personName] of [
      ['2026-11-23', 'Third'],
      ['2026-11-21', 'First'],
      ['2026-11-22', 'Second'],
      ['2026-11-24', 'Fourth'],
    ] as const) {
      await buildAppointment(app, clinic, { date, personName });
    }
    const { body } = await owner.call(getDashboard);
    expect(body.revenue).toEqual({ total: 310_000, lastSevenDays: 30_000, sevenDaysBefore: 120_000 });
    expect(body.bookings).toEqual({ total: 11, today: 2 });
    expect(body.staff).toBe(2);
    expect(body.recentTransactions?.map((line) => line.personName)).toEqual(['Today', 'Six days ago', 'Seven days ago']);
    expect(body.upcoming.map((line) => line.personName)).toEqual(['First', 'Second', 'Third']);
  });

  it('keeps money from those who may not see it', async () => {
    const clinic = await buildTenant(app);
    await buildAppointment(app, clinic, { amount: 10_000 });
    const { body } = await (await signInAs(app, clinic, 'EMPLOYEE')).call(getDashboard);
    expect(body).toMatchObject({ revenue: null, recentTransactions: null, bookings: { total: 1 } });
  });
});
