import { createAppointment } from '@samay/contract/bookings/appointments';
import { warnAppointment } from '@samay/contract/bookings/booking-warnings';
import { changeBusinessProfile } from '@samay/contract/tenancy/onboarding';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/fixtures/app.ts';
import { buildException, buildResource } from '../../../../test/fixtures/availability.ts';
import { buildAppointment, buildTenant, signInAs } from '../../../../test/fixtures/builders.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

describe('warnings of a time', () => {
  it.each([
    ['a free working hour', { date: '2026-11-23', time: '10:00', doctor: 'Dr. Rao' }, []],
    ['earlier today', { date: '2026-11-21', time: '09:59' }, ['This time has already passed.']],
    ['this very minute', { date: '2026-11-21', time: '10:00' }, []],
    ['a Sunday', { date: '2026-11-22', time: '10:00' }, ['Sunday is not a working day.']],
    ['the evening', { date: '2026-11-23', time: '18:00' }, ['6:00 pm is outside the opening hours.']],
    [
      'a taken time',
      { date: '2026-11-23', time: '11:00', doctor: 'Dr. Rao' },
      ['Dr. Rao already has an appointment at this time.'],
    ],
    ["another doctor's time", { date: '2026-11-23', time: '11:00', doctor: 'Dr. Iyer' }, []],
  ])('warns of %s [P-5.25]', async (_what, query, warnings) => {
    const clinic = await buildTenant(app, { times: 'apart' });
    await buildAppointment(app, clinic, { date: '2026-11-23', time: '11:00', doctor: 'Dr. Rao' });
    await buildAppointment(app, clinic, {
      date: '2026-11-23',
      time: '11:00',
      doctor: 'Dr. Iyer',
      status: 'cancelled',
    });
    const desk = await signInAs(app, clinic);
    expect((await desk.call(warnAppointment, { query })).body).toEqual({ warnings });
  });

  it('warns a clinic’s walk-in of a closed time, and of no taken one [P-6.93]', async () => {
    const clinic = await buildTenant(app, { times: 'apart' });
    await buildAppointment(app, clinic, { date: '2026-11-22', time: '11:00', doctor: 'Dr. Rao' });
    const desk = await signInAs(app, clinic);
    const query = { date: '2026-11-22', time: '11:00', doctor: 'Dr. Rao', walkIn: 'yes' } as const;
    expect((await desk.call(warnAppointment, { query })).body).toEqual({
      warnings: ['Sunday is not a working day.'],
    });
  });

  it('does not warn a booking of itself while it is moved', async () => {
    const clinic = await buildTenant(app);
    const id = await buildAppointment(app, clinic, { date: '2026-11-23', time: '11:00', doctor: 'Dr. Rao' });
    const desk = await signInAs(app, clinic);
    const query = { date: '2026-11-23', time: '11:00', doctor: 'Dr. Rao', except: id };
    expect((await desk.call(warnAppointment, { query })).body).toEqual({ warnings: [] });
  });

  it.each([
    ['Sunday night, open from Sunday evening', { date: '2026-11-23', time: '01:00' }, []],
    [
      'Sunday night, after the end',
      { date: '2026-11-23', time: '02:00' },
      ['Monday is not a working day.', '2:00 am is outside the opening hours.'],
    ],
    [
      'Friday night, before the first evening',
      { date: '2026-11-28', time: '01:30' },
      ['1:30 am is outside the opening hours.'],
    ],
    ['Monday evening', { date: '2026-11-23', time: '19:00' }, ['Monday is not a working day.']],
  ])(
    'warns for a turf that is open on weekends from 6 PM to 2 AM: %s [P-6.46]',
    async (_what, query, warnings) => {
      const ground = await buildTenant(app, { businessType: 'turf', times: 'apart' });
      const owner = await signInAs(app, ground, 'BUSINESS_OWNER');
      const timeSlots = [{ start_time: '6 PM', end_time: '2 AM' }];
      await owner.call(changeBusinessProfile, { body: { timeSlots, operatingDays: ['Saturday', 'Sunday'] } });
      expect((await owner.call(warnAppointment, { query })).body).toEqual({ warnings });
    },
  );
});

it('warns of what is claimed, for as long as it lasts, and of a closure with its reason [P-6.46]', async () => {
  const clinic = await buildTenant(app, { times: 'apart' });
  const resource = await buildResource(app, clinic, { name: 'Dr. Rao' });
  const desk = await signInAs(app, clinic);
  const body = {
    personName: 'Aarav',
    personEmail: 'aarav@people.example',
    date: '2026-11-23',
    time: '11:00',
    resourceId: resource,
    duration: 60,
  };
  const { id } = (await desk.call(createAppointment, { body })).body;
  const ask = async (query: object) =>
    (await desk.send(warnAppointment, { query: { date: '2026-11-23', time: '11:30', ...query } }))
      .body as unknown;
  const taken = { warnings: ['Dr. Rao already has an appointment at this time.'] };
  expect(await ask({ resource })).toEqual(taken);
  expect(await ask({ doctor: 'dr rao' })).toEqual({
    warnings: ['dr rao already has an appointment at this time.'],
  });
  expect(await ask({ resource, except: id })).toEqual({ warnings: [] });
  expect(await ask({ resource, time: '10:30' })).toEqual({ warnings: [] });
  expect(await ask({ resource, time: '10:30', duration: '35' })).toEqual(taken);
  await buildException(app, clinic, resource);
  expect(await ask({ resource, date: '2026-12-24' })).toEqual({
    warnings: ['This time is closed: Holidays.'],
  });
});

it('warns of a taken time of a turf once every court has it [P-6.46]', async () => {
  const ground = await buildTenant(app, { businessType: 'turf', times: 'apart' });
  await buildResource(app, ground, { name: 'Second', position: 1 });
  const desk = await signInAs(app, ground);
  const at = { date: '2026-11-23', time: '11:00' };
  const ask = async () => (await desk.call(warnAppointment, { query: at })).body.warnings;
  const book = () =>
    desk.call(createAppointment, {
      body: { ...at, personName: 'Aarav', personEmail: 'aarav@people.example' },
    });
  await book();
  expect(await ask()).toEqual([]);
  await book();
  expect(await ask()).toEqual(['There is already a booking at this time.']);
});

it('warns of a taken time of a size once every court of it has it [P-6.75]', async () => {
  const ground = await buildTenant(app, { businessType: 'turf', times: 'apart' });
  const second = await buildResource(app, ground, { name: 'Second', position: 1 });
  const left = await buildResource(app, ground, { name: 'Left', whole_id: second });
  await buildResource(app, ground, { name: 'Right', whole_id: second });
  const desk = await signInAs(app, ground);
  const at = { date: '2026-11-23', time: '11:00' };
  const person = { personName: 'Aarav', personEmail: 'aarav@people.example' };
  for (const more of [{ size: 'whole' as const }, { resourceId: left }])
    expect((await desk.call(createAppointment, { body: { ...at, ...person, ...more } })).status).toBe(201);
  const ask = async (size: 'whole' | 'part') =>
    (await desk.call(warnAppointment, { query: { ...at, size } })).body.warnings;
  expect(await ask('part')).toEqual([]);
  expect(await ask('whole')).toEqual(['There is already a booking at this time.']);
});

it('warns that the billing cycle of a date is full, for new bookings and for that cycle only [P-4.8]', async () => {
  const clinic = await buildTenant(app);
  const [first = ''] = await Promise.all(
    Array.from({ length: 25 }, () => buildAppointment(app, clinic, { date: '2026-11-30' })),
  );
  const desk = await signInAs(app, clinic);
  const ask = async (query: { date: string; except?: string }) =>
    (await desk.call(warnAppointment, { query: { time: '10:00', ...query } })).body.isFull;
  expect(await ask({ date: '2026-11-24' })).toBe(true);
  expect(await ask({ date: '2026-11-24', except: first })).toBeUndefined();
  expect(await ask({ date: '2026-12-01' })).toBeUndefined();
});

it('says from 80 % on how many places are left in the cycle of the date [P-4.36]', async () => {
  const clinic = await buildTenant(app);
  const desk = await signInAs(app, clinic);
  const ask = async (date: string) =>
    (await desk.call(warnAppointment, { query: { date, time: '10:00' } })).body.left;
  const add = async (count: number) => {
    for (let at = 0; at < count; at += 1) await buildAppointment(app, clinic, { date: '2026-11-30' });
  };
  await add(19);
  expect(await ask('2026-11-24')).toBeUndefined();
  await add(1);
  expect(await ask('2026-11-24')).toBe(5);
  await add(4);
  expect(await ask('2026-11-24')).toBe(1);
  expect(await ask('2026-12-24')).toBeUndefined();
  await add(1);
  expect(await ask('2026-11-24')).toBeUndefined();
});

it('warns about a business without a plan', async () => {
  const desk = await signInAs(app, await buildTenant(app, { plan: null }));
  expect(
    (await desk.call(warnAppointment, { query: { date: '2026-11-24', time: '10:00' } })).body,
  ).toMatchObject({ isFull: true });
});

it('says booking instead of appointment for a turf', async () => {
  const ground = await buildTenant(app, { businessType: 'turf' });
  await buildAppointment(app, ground, { date: '2026-11-23', time: '11:00' });
  const desk = await signInAs(app, ground);
  const answer = await desk.call(warnAppointment, { query: { date: '2026-11-23', time: '11:00' } });
  expect(answer.body.warnings).toEqual(['There is already a booking at this time.']);
});
