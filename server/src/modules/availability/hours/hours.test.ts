import {
  addHourException,
  getHours,
  removeHourException,
  setBusinessHours,
  setResourceHours,
} from '@samay/contract/availability/hours';
import {
  completeOnboarding,
  changeBusinessProfile,
  getBusinessProfile,
} from '@samay/contract/tenancy/onboarding';
import { listResources } from '@samay/contract/availability/resources';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/fixtures/app.ts';
import { buildClaimed, buildResource } from '../../../../test/fixtures/availability.ts';
import {
  buildAppointment,
  buildTenant,
  type BuiltTenant,
  signInAs,
} from '../../../../test/fixtures/builders.ts';
import type { Answered, Client } from '../../../../test/fixtures/client.ts';
import { onboarding } from '../../../../test/fixtures/samples.ts';
import { closure } from '../../../../test/fixtures/samples/closings.ts';
import { asPlatform } from '../../../db/tenant.ts';

let app: TestApp;
let clinic: BuiltTenant;
let owner: Client;
let rao: string;
beforeAll(async () => {
  app = await testApp();
});
beforeEach(async () => {
  clinic = await buildTenant(app);
  owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
  rao = await buildResource(app, clinic, { name: 'Dr. Rao' });
});
afterAll(() => app.close());

const december = { from: '2026-12-01', to: '2026-12-31' };
const night = { weekday: 6, opens: '18:00', closes: '02:00' };
const morning = { weekday: 1, opens: '09:00', closes: '12:00' };
const fetchHours = async (person: Client = owner, query = december) =>
  (await person.call(getHours, { query })).body;

it('keeps at most 1,000 closures and extra hours that are not over [P-6.23]', async () => {
  await asPlatform(app, (tx) =>
    sql`insert into hour_exceptions (tenant_id, kind, starts_at, ends_at, reason)
      select ${clinic.id}, 'closure', at, at + interval '1 hour', 'Lunch'
      from generate_series(timestamptz '2026-11-10', timestamptz '2026-11-10' + interval '1010 hours', '1 hour') as at returning id`.execute(
      tx,
    ),
  );
  const add = async () => owner.call(addHourException, { body: { ...closure, resourceId: null } });
  expect((await add()).status).toBe(201);
  await asPlatform(app, (tx) =>
    sql`insert into hour_exceptions (tenant_id, kind, starts_at, ends_at, reason)
      select ${clinic.id}, 'closure', '2027-01-01', '2027-01-02', 'Lunch' from generate_series(1, 999) returning id`.execute(
      tx,
    ),
  );
  expect((await add()).error?.fields).toEqual({ from: 'At most 1000 that are not over, please' });
});

it('lists the bookings to come that changed hours leave outside [P-6.86]', async () => {
  const day = { date: '2026-11-23', resourceId: rao };
  const [early, late] = [
    await buildAppointment(app, clinic, { ...day, time: '09:00' }),
    await buildAppointment(app, clinic, { ...day, time: '12:30' }),
  ];
  await buildAppointment(app, clinic, { ...day, time: '13:00', status: 'cancelled' });
  await buildAppointment(app, clinic, { ...day, date: '2026-11-16', time: '12:30' });
  await buildAppointment(app, clinic, { ...day, time: '20:00' });
  const set = async (opens: string, closes: string) => {
    const hours = [{ weekday: 1, opens, closes }];
    const { body } = await owner.call(setResourceHours, { params: { id: rao }, body: { hours } });
    return body.affected.map(({ id }) => id);
  };
  await set('09:00', '14:00');
  expect(await set('09:00', '12:45')).toEqual([late]);
  // It was outside before.
  expect(await set('10:00', '12:45')).toEqual([early]);
  await owner.call(setResourceHours, { params: { id: rao }, body: { hours: [] } });
  const { body } = await owner.call(setBusinessHours, { body: { hours: [morning] } });
  expect(body.affected.map(({ id }) => id)).toContain(late);
  expect(body.affected.map(({ id }) => id)).not.toContain(early);
});

it('keeps the hours of the business and of a doctor, and their words for the profile [P-6.17]', async () => {
  expect((await owner.call(setBusinessHours, { body: { hours: [night, morning, morning] } })).body).toEqual({
    hours: [morning, night],
    affected: [],
  });
  expect(
    (await owner.call(setResourceHours, { params: { id: rao }, body: { hours: [night] } })).body,
  ).toEqual({ hours: [night], affected: [] });
  expect(await fetchHours()).toEqual({
    business: [morning, night],
    ofResources: [{ resourceId: rao, hours: [night] }],
    exceptions: [],
  });
  expect((await owner.call(listResources)).body.items[0]?.hours).toEqual([night]);
  expect((await owner.call(getBusinessProfile)).body).toMatchObject({
    timeSlots: [{ start_time: '9 AM', end_time: '12 PM' }],
    operatingDays: ['Monday', 'Saturday'],
  });
  await owner.call(setResourceHours, { params: { id: rao }, body: { hours: [] } });
  expect((await fetchHours()).ofResources).toEqual([]);
});

it('follows the words where they are changed, and only then [P-6.17]', async () => {
  await owner.call(setBusinessHours, { body: { hours: [morning, night] } });
  await owner.call(changeBusinessProfile, {
    body: { name: 'City Care', operatingDays: ['Monday', 'Saturday'] },
  });
  expect((await fetchHours()).business).toEqual([morning, night]);
  await owner.call(changeBusinessProfile, {
    body: { timeSlots: [{ start_time: '10 PM', end_time: '6 AM' }] },
  });
  expect((await fetchHours()).business).toEqual(
    [1, 6].map((weekday) => ({ weekday, opens: '22:00', closes: '06:00' })),
  );
});

it('begins a new business with its court, a service and the hours of the wizard, and keeps its times apart [P-6.5]', async () => {
  const tenant = await buildTenant(app, { onboarded: false });
  const person = await signInAs(app, tenant, 'BUSINESS_OWNER');
  expect((await person.call(completeOnboarding, { body: onboarding as never })).status).toBe(204);
  expect((await fetchHours(person)).business).toEqual(
    [6, 7].flatMap((weekday) => [
      { weekday, opens: '06:00', closes: '11:00' },
      { weekday, opens: '16:30', closes: '23:00' },
    ]),
  );
  expect((await person.call(listResources)).body.items).toMatchObject([
    { kind: 'court', name: 'Green Turf Arena' },
  ]);
});

it('keeps closures and extra hours in India’s date and time, and shows those that reach into a range [P-6.18]', async () => {
  const body = {
    ...closure,
    resourceId: rao,
    from: { date: '2026-11-30', time: '22:00' },
    to: { date: '2026-12-01', time: '00:30' },
  };
  const added = await owner.call(addHourException, { body });
  const { id, createdAt } = added.body.exception;
  expect([added.status, added.body]).toEqual([201, { exception: { ...body, id, createdAt }, affected: [] }]);
  expect((await fetchHours()).exceptions).toEqual([added.body.exception]);
  expect((await fetchHours(owner, { from: '2026-11-01', to: '2026-11-30' })).exceptions).toHaveLength(1);
  expect((await fetchHours(owner, { from: '2026-12-02', to: '2026-12-31' })).exceptions).toEqual([]);
  expect((await owner.call(removeHourException, { params: { id } })).status).toBe(204);
  expect((await fetchHours()).exceptions).toEqual([]);
});

it('lists the bookings within a closure, which stay; those beyond the plan without a name [P-6.18]', async () => {
  const iyer = await buildResource(app, clinic, { name: 'Dr. Iyer' });
  const of = { resourceId: rao, date: '2026-11-24', units: [] };
  await buildClaimed(app, clinic, { ...of, time: '09:00', personName: 'Over before' });
  await buildClaimed(app, clinic, { ...of, time: '09:30', personName: 'Reaching in' });
  await buildClaimed(app, clinic, { ...of, time: '11:59', personName: 'Beginning' });
  await buildClaimed(app, clinic, { ...of, time: '12:00', personName: 'Later' });
  await buildClaimed(app, clinic, { ...of, resourceId: iyer, time: '11:00', personName: 'Of another' });
  const body = {
    ...closure,
    from: { date: '2026-11-24', time: '10:00' },
    to: { date: '2026-11-24', time: '12:00' },
  };
  const getNames = async (resourceId: string | null) => {
    const { affected } = (await owner.call(addHourException, { body: { ...body, resourceId } })).body;
    return affected.map(({ personName, time, resourceName }) => [personName, time, resourceName]);
  };
  expect(await getNames(rao)).toEqual([
    ['Reaching in', '09:30', 'Dr. Rao'],
    ['Beginning', '11:59', 'Dr. Rao'],
  ]);
  expect((await getNames(null)).map(([name]) => name)).toEqual(['Reaching in', 'Of another', 'Beginning']);
  const extra = await owner.call(addHourException, {
    body: { ...body, kind: 'extra_hours', resourceId: rao },
  });
  expect(extra.body.affected).toEqual([]);
  await asPlatform(app, (tx) =>
    tx.updateTable('plans').set({ appointment_limit: 2 }).where('id', '=', 'basic').execute(),
  );
  const hidden = await getNames(null);
  await asPlatform(app, (tx) =>
    tx.updateTable('plans').set({ appointment_limit: 20 }).where('id', '=', 'basic').execute(),
  );
  expect(hidden.map(([name]) => name)).toEqual(['Reaching in', 'beyond your plan', 'beyond your plan']);
});

it('refuses an end before the start, and more than 400 days [P-6.18]', async () => {
  const range = async (from: string, to: string) => {
    const [at, until] = [from, to].map((text) => ({ date: text.slice(0, 10), time: text.slice(11) }));
    const { status, error } = await owner.call(addHourException, {
      body: { ...closure, from: at ?? closure.from, to: until ?? closure.to },
    });
    return [status, Object.keys(error?.fields ?? {})];
  };
  expect(await range('2026-12-24 10:00', '2026-12-24 10:00')).toEqual([400, ['to']]);
  expect(await range('2026-12-24 10:00', '2026-12-23 11:00')).toEqual([400, ['to']]);
  expect(await range('2026-12-24 10:00', '2028-01-29 10:00')).toEqual([400, ['to']]);
  expect(await range('2026-12-24 10:00', '2028-01-28 10:00')).toEqual([201, []]);
});

it('lets a doctor change the hours and closures of their own practitioner alone [P-6.20]', async () => {
  const doctor = await signInAs(app, clinic, 'DOCTOR');
  const own = await buildResource(app, clinic, {
    name: 'Dr. Iyer',
    member_id: doctor.identity?.userId ?? '',
  });
  const colleague = await signInAs(app, clinic, 'DOCTOR');
  const sen = await buildResource(app, clinic, {
    name: 'Dr. Sen',
    member_id: colleague.identity?.userId ?? '',
  });
  expect(
    (await doctor.call(setResourceHours, { params: { id: own }, body: { hours: [morning] } })).status,
  ).toBe(200);
  const added = await doctor.call(addHourException, { body: { ...closure, resourceId: own } });
  expect(added.status).toBe(201);
  expect((await doctor.call(removeHourException, { params: { id: added.body.exception.id } })).status).toBe(
    204,
  );
  // The hours of others: of the business, of a practitioner without a member, and of another
  // member.
  const refused: Pick<Answered<unknown>, 'status' | 'error'>[] = [
    await doctor.call(setBusinessHours, { body: { hours: [morning] } }),
  ];
  for (const id of [rao, sen])
    refused.push(await doctor.call(setResourceHours, { params: { id }, body: { hours: [morning] } }));
  const kept: string[] = [];
  for (const resourceId of [null, rao, sen]) {
    const body = { ...closure, resourceId };
    const { id } = (await owner.call(addHourException, { body })).body.exception;
    kept.push(id);
    refused.push(
      await doctor.call(addHourException, { body }),
      await doctor.call(removeHourException, { params: { id } }),
    );
  }
  expect(refused).toHaveLength(9);
  expect(refused.map(({ status, error }) => [status, error?.code])).toEqual(
    refused.map(() => [403, 'access.denied']),
  );
  const { business, ofResources, exceptions } = await fetchHours(doctor);
  expect([business, ofResources.map(({ resourceId }) => resourceId)]).toEqual([[], [own]]);
  expect(exceptions.map(({ id }) => id).toSorted()).toEqual(kept.toSorted());
});

it('lets an employee see hours and change none [P-6.20]', async () => {
  const employee = await signInAs(app, clinic, 'EMPLOYEE');
  expect((await employee.call(getHours, { query: december })).status).toBe(200);
  const refused = [
    await employee.call(setResourceHours, { params: { id: rao }, body: { hours: [morning] } }),
    await employee.call(addHourException, { body: closure }),
  ];
  expect(refused.map(({ error }) => error?.code)).toEqual(['access.denied', 'access.denied']);
});
