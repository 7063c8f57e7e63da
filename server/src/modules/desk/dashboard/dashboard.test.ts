import { markArrived, startVisit } from '@samay/contract/bookings/transitions';
import { getDashboard } from '@samay/contract/desk/dashboard';
import { noteDelay } from '@samay/contract/bookings/delays';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/fixtures/app.ts';
import { buildAppointment, buildTenant, signInAs } from '../../../../test/fixtures/builders.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

describe('the dashboard', () => {
  it('has counts and sums of the bookings, and lists three of each kind [P-10.1, P-10.3]', async () => {
    const clinic = await buildTenant(app);
    const owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
    await signInAs(app, clinic, 'DOCTOR');
    await signInAs(app, clinic, 'EMPLOYEE');
    await buildAppointment(app, clinic, {
      date: '2026-11-21',
      time: '09:00',
      amount: 10_000,
      status: 'completed',
      personName: 'Today',
    });
    await buildAppointment(app, clinic, { date: '2026-11-15', amount: 20_000, personName: 'Six days ago' });
    await buildAppointment(app, clinic, {
      date: '2026-11-14',
      amount: 40_000,
      status: 'completed',
      personName: 'Seven days ago',
    });
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
    expect(body.revenue).toEqual({
      // With the money of those who cancelled or did not come: it was kept as a fee.
      total: 2_310_000,
      lastSevenDays: 2_030_000,
      sevenDaysBefore: 120_000,
      receivedToday: 1_010_000,
      receivedThisMonth: 2_310_000,
      ahead: 0,
    });
    expect(body.bookings).toEqual({ total: 11, today: 2 });
    expect(body.staff).toBe(2);
    expect(body.recentTransactions?.map((line) => line.personName)).toEqual([
      'Today',
      'Six days ago',
      'Seven days ago',
    ]);
    expect(body.upcoming.map((line) => line.personName)).toEqual(['First', 'Second', 'Third']);
  });

  it('lists revenue up to today before future revenue, and sums both separately [P-10.2, P-10.3]', async () => {
    const clinic = await buildTenant(app, { plan: 'premium' });
    const owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
    for (const [date, time, amount, personName] of [
      ['2026-10-31', '09:00', 1_000, 'Last month'],
      ['2026-12-24', '09:00', 2_000, 'Christmas'],
      ['2026-11-22', '09:00', 4_000, 'Tomorrow'],
      ['2026-11-21', '18:00', 8_000, 'This evening'],
    ] as const)
      await buildAppointment(app, clinic, { date, time, amount, personName });
    const lines = async () =>
      (await owner.call(getDashboard)).body.recentTransactions?.map(({ personName, inAdvance }) => [
        personName,
        inAdvance,
      ]);
    expect(await lines()).toEqual([
      ['This evening', false],
      ['Last month', false],
      ['Tomorrow', true],
    ]);
    expect((await owner.call(getDashboard)).body.revenue).toMatchObject({
      total: 15_000,
      receivedToday: 8_000,
      receivedThisMonth: 8_000,
      ahead: 6_000,
    });
    await buildAppointment(app, clinic, { date: '2026-11-01', amount: 16_000, personName: 'On the first' });
    expect(await lines()).toEqual([
      ['This evening', false],
      ['On the first', false],
      ['Last month', false],
    ]);
    expect((await owner.call(getDashboard)).body.revenue).toMatchObject({ receivedThisMonth: 24_000 });
  });

  it('omits past times of today from the next bookings, and lists them as unmarked [P-10.4]', async () => {
    const clinic = await buildTenant(app, { plan: 'premium' });
    const owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
    // It is 10:00 in India.
    for (const [time, personName, status] of [
      ['08:00', 'Forgotten', 'scheduled'],
      ['08:45', 'Was there', 'completed'],
      ['09:30', 'Just over', 'scheduled'],
      ['10:00', 'Now', 'scheduled'],
      ['18:00', 'Evening', 'scheduled'],
    ] as const)
      await buildAppointment(app, clinic, { date: '2026-11-21', time, personName, status });
    await buildAppointment(app, clinic, { date: '2026-11-20', time: '18:00', personName: 'Yesterday' });
    await buildAppointment(app, clinic, { date: '2026-11-22', time: '07:00', personName: 'Early tomorrow' });
    const { body } = await owner.call(getDashboard);
    expect(body.upcoming.map(({ personName }) => personName)).toEqual(['Now', 'Evening', 'Early tomorrow']);
    expect(body.unmarked).toMatchObject({
      count: 2,
      lines: [{ personName: 'Forgotten' }, { personName: 'Just over' }],
    });
    await buildAppointment(app, clinic, { date: '2026-11-21', time: '07:00' });
    await buildAppointment(app, clinic, { date: '2026-11-21', time: '07:30' });
    const more = (await owner.call(getDashboard)).body.unmarked;
    expect([more.count, more.lines.length]).toEqual([4, 3]);
  });

  it('lists nobody as unmarked whose time is not over, or who has come or gone in within the last hour [P-10.4]', async () => {
    const clinic = await buildTenant(app, { plan: 'premium' });
    // A sign-in lasts for less than the hours of this test.
    const owner = () => signInAs(app, clinic, 'BUSINESS_OWNER');
    const unmarked = async () =>
      (await (await owner()).call(getDashboard)).body.unmarked.lines.map(({ personName }) => personName);
    const book = (personName: string, time: string) =>
      buildAppointment(app, clinic, { date: '2026-11-21', time, personName });
    // It is 10:10 in India, and each booking lasts 30 minutes.
    app.setNow('2026-11-21T04:40:00Z');
    const waiting = await book('Waiting', '08:00');
    await book('Missing', '09:00');
    const delayed = await book('Delayed', '09:30');
    await book('Under way', '10:00');
    await (await owner()).call(markArrived, { params: { id: waiting } });
    await (await owner()).call(noteDelay, { params: { id: delayed }, body: { minutes: 15 } });
    expect(await unmarked()).toEqual(['Missing']);
    app.setNow('2026-11-21T04:45:00Z');
    expect(await unmarked()).toEqual(['Missing', 'Delayed']);
    app.setNow('2026-11-21T05:00:00Z');
    expect(await unmarked()).toEqual(['Missing', 'Delayed', 'Under way']);
    app.setNow('2026-11-21T05:20:00Z');
    await (await owner()).call(startVisit, { params: { id: waiting } });
    app.setNow('2026-11-21T05:45:00Z');
    expect(await unmarked()).toEqual(['Missing', 'Delayed', 'Under way']);
    app.setNow('2026-11-21T06:20:00Z');
    expect(await unmarked()).toEqual(['Waiting', 'Missing', 'Delayed']);
    app.setNow('2026-11-21T04:30:00Z');
  });

  it('lists only bookings that the plan shows, also where it cuts through today', async () => {
    const clinic = await buildTenant(app, { plan: 'basic' });
    const owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
    for (let count = 0; count < 23; count += 1)
      await buildAppointment(app, clinic, { date: '2026-11-30', personName: 'Later' });
    // A clinic's day runs from morning to evening, and the plan shows 25.
    for (const [time, personName] of [
      ['08:00', 'Forgotten'],
      ['09:30', 'Just over'],
      ['18:00', 'Evening'],
    ] as const)
      await buildAppointment(app, clinic, { date: '2026-11-21', time, personName, amount: 1_000 });
    const { body } = await owner.call(getDashboard);
    expect(body).toMatchObject({ bookings: { total: 26 }, unmarked: { count: 2 } });
    expect(body.unmarked.lines.map(({ personName }) => personName)).toEqual(['Forgotten', 'Just over']);
    expect(body.upcoming.map(({ personName }) => personName)).toEqual(['Later', 'Later', 'Later']);
    expect(body.recentTransactions?.map(({ personName }) => personName)).toEqual(['Just over', 'Forgotten']);
  });

  it('omits revenue for callers without its permission [P-10.6]', async () => {
    const clinic = await buildTenant(app);
    await buildAppointment(app, clinic, { amount: 10_000 });
    const { body } = await (await signInAs(app, clinic, 'EMPLOYEE')).call(getDashboard);
    expect(body).toMatchObject({ revenue: null, recentTransactions: null, bookings: { total: 1 } });
  });
});
