import { correctAppointment, createAppointment, getAppointment } from '@samay/contract/bookings/appointments';
import { getMoney, takeAdvance } from '@samay/contract/bookings/money';
import { getPatient } from '@samay/contract/people/patients';
import { correctPerson, mergePeople } from '@samay/contract/people/people';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/fixtures/app.ts';
import { buildTenant, type BuiltTenant, signInAs } from '../../../../test/fixtures/builders.ts';
import type { Client } from '../../../../test/fixtures/client.ts';
import { newAppointment } from '../../../../test/fixtures/samples.ts';
import { asPlatform } from '../../../db/tenant.ts';

// Corrects the number of a whole household, at the desk and on a person's page.

let app: TestApp;
let clinic: BuiltTenant;
let owner: Client;
let desk: Client;
beforeAll(async () => {
  app = await testApp();
});
beforeEach(async () => {
  clinic = await buildTenant(app, { plan: 'enterprise' });
  owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
  desk = await signInAs(app, clinic, 'EMPLOYEE');
});
afterAll(() => app.close());

const former = '98200 11223';
const number = '98300 44556';
/** A contact with the former number, written another way, and a second number. */
const withSecond = '+91-98200-11223, 022 2345 6789';

interface Booked {
  readonly id: string;
  readonly person: string;
}

async function book(
  personName: string,
  time: string,
  personContact: string | null = former,
): Promise<Booked> {
  const { body } = await desk.call(createAppointment, {
    body: { ...newAppointment, personName, time, personContact },
  });
  const read = await owner.call(getAppointment, { params: { id: body.id } });
  return { id: body.id, person: read.body.patientId ?? '' };
}

/** Books a mother twice, and two children, one of them with a second number. */
async function household() {
  return {
    mother: await book('Sunita Patil', '12:30'),
    again: await book('Sunita Patil', '13:00'),
    rohan: await book('Rohan Patil', '13:30'),
    anu: await book('Anu Patil', '14:00', withSecond),
  };
}

const booking = async ({ id }: Booked, by = owner) =>
  (await by.call(getAppointment, { params: { id } })).body;
const contactOf = async (booked: Booked) => (await booking(booked)).personContact;
const page = async ({ person }: Booked) => (await owner.call(getPatient, { params: { id: person } })).body;

const ways = [
  [
    'at the desk',
    async ({ id }: Booked, personContact: string | null, about: object = {}) =>
      desk.call(correctAppointment, { params: { id }, body: { personContact, ...about } }),
  ],
  [
    'on the page',
    async ({ person }: Booked, contact: string | null, about: object = {}) =>
      owner.call(correctPerson, { params: { id: person }, body: { contact, ...about } }),
  ],
] as const;

it.each(ways)('moves everybody of a number with all that is theirs %s [P-7.50]', async (_, correct) => {
  const { mother, again, rohan, anu } = await household();
  const stranger = await book('Asha Rao', '15:00', '98200 99999');
  const other = await buildTenant(app, { plan: 'enterprise' });
  const otherDesk = await signInAs(app, other, 'EMPLOYEE');
  const { body: theirs } = await otherDesk.call(createAppointment, {
    body: { ...newAppointment, personName: 'Rohan Patil', personContact: former },
  });
  await desk.call(takeAdvance, { params: { id: rohan.id }, body: { amount: 500_00, method: 'Cash' } });
  await owner.call(mergePeople, { params: { id: mother.person }, body: { otherId: anu.person } });
  const corrected = await correct(mother, `${number} (new)`, { forAll: true });
  expect([corrected.status, corrected.body]).toEqual([
    200,
    expect.not.objectContaining({ endedMerges: true }),
  ]);
  expect(await contactOf(mother)).toBe(`${number} (new)`);
  for (const booked of [again, rohan]) expect((await contactOf(booked))?.startsWith(number)).toBe(true);
  expect(await contactOf(rohan)).toBe(number);
  expect(await contactOf(anu)).toBe(`${number}, 022 2345 6789`);
  for (const booked of [mother, again, rohan, anu])
    expect((await booking(booked)).patientId).toBe(booked.person);
  expect(await page(mother)).toMatchObject({
    bookings: 3,
    household: [{ id: rohan.person }],
    merges: [{ id: anu.person }],
  });
  expect((await page(mother)).contact?.startsWith(number)).toBe(true);
  expect(await page(rohan)).toMatchObject({ contact: number, bookings: 1, advance: 500_00 });
  expect((await desk.call(getMoney, { params: { id: rohan.id } })).body.advance).toBe(500_00);
  expect(await contactOf(stranger)).toBe('98200 99999');
  const kept = await otherDesk.call(getAppointment, { params: { id: theirs.id } });
  expect(kept.body.personContact).toBe(former);
  // A booking under the new number finds the person.
  expect((await book('Anu Patil', '15:30', number)).person).toBe(anu.person);
});

it.each(ways)(
  'leaves the others on the former number unless it is for all %s [P-7.50]',
  async (_, correct) => {
    const { mother, rohan, anu } = await household();
    expect((await correct(mother, number)).status).toBe(200);
    expect((await correct(mother, '98300 44557', { forAll: false })).status).toBe(200);
    expect([await contactOf(rohan), await contactOf(anu)]).toEqual([former, withSecond]);
    expect(await contactOf(mother)).toBe('98300 44557');
  },
);

it.each(ways)(
  'is refused whole where one of them is known under the new number %s [P-7.51]',
  async (_, correct) => {
    const { mother, again, rohan, anu } = await household();
    await book('Ms. ANU Patil', '15:00', number);
    const refused = await correct(mother, number, { forAll: true });
    expect([refused.status, refused.error?.code, refused.error?.person]).toEqual([
      409,
      'person.exists',
      undefined,
    ]);
    expect(Object.values(refused.error?.fields ?? {})).toEqual([
      'Anu Patil is known under this number already',
    ]);
    for (const booked of [mother, again, rohan]) expect(await contactOf(booked)).toBe(former);
    expect(await contactOf(anu)).toBe(withSecond);
    expect(await audited()).toEqual([]);
  },
);

it.each(ways)(
  'is refused without a number to move to, and for more bookings than one correction writes %s [P-7.51]',
  async (_, correct) => {
    const { mother, rohan } = await household();
    for (const contact of [null, 'at the school'])
      expect((await correct(mother, contact, { forAll: true })).error).toMatchObject({
        code: 'request.invalid',
        fields: { forAll: 'Please enter the new number' },
      });
    await asPlatform(app, (tx) =>
      sql`insert into appointments (tenant_id, reference, person_name, person_email, person_contact, appointment_date, appointment_time, patient_id)
      select ${clinic.id}::uuid, gen_random_uuid()::text, 'Rohan Patil', null, ${former}, '2026-01-01', '09:00', ${rohan.person}::uuid
      from generate_series(1, 1000) returning id`.execute(tx),
    );
    const refused = await correct(mother, number, { forAll: true });
    expect(refused.error?.code).toBe('person.too_many_bookings');
    expect(await contactOf(mother)).toBe(former);
  },
);

it('is an ordinary correction where the number stays, or nobody shares one [P-7.50]', async () => {
  const { mother, rohan } = await household();
  const [[, atDesk], [, onPage]] = ways;
  expect((await atDesk(mother, '+91 98200 11223', { forAll: true })).status).toBe(200);
  expect([await contactOf(mother), await contactOf(rohan)]).toEqual(['+91 98200 11223', former]);
  const alone = await book('Asha Rao', '15:00', null);
  expect((await onPage(alone, '98200 99999', { forAll: true })).status).toBe(200);
  expect(await contactOf(alone)).toBe('98200 99999');
  const known = await book('Meera Rao', '15:30', null);
  expect((await atDesk(known, '98200 99999', { forAll: true })).status).toBe(200);
  expect(await contactOf(known)).toBe('98200 99999');
});

it('names each person in the audit log, without the number, and renames the one of the booking too [P-7.52]', async () => {
  const { mother, again, rohan, anu } = await household();
  const [[, atDesk]] = ways;
  await atDesk(mother, number, { forAll: true, personName: 'Sunita Patel' });
  expect(await booking(mother)).toMatchObject({ personName: 'Sunita Patel', personContact: number });
  expect(await booking(again)).toMatchObject({ personName: 'Sunita Patil', personContact: number });
  const detail = (bookings: number) => ({ changed: ['contact'], bookings });
  const rows = [
    { object: mother.person, detail: detail(2) },
    { object: rohan.person, detail: detail(1) },
    { object: anu.person, detail: detail(1) },
  ];
  expect(new Set(await audited())).toEqual(new Set(rows));
});

async function audited() {
  const { rows } = await asPlatform(app, (tx) =>
    sql<{ object: string; detail: object }>`select object, detail from audit_log
      where tenant_id = ${clinic.id} and action = 'people.corrected'`.execute(tx),
  );
  return rows;
}
