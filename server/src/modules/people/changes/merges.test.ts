import { correctAppointment, createAppointment, getAppointment } from '@samay/contract/bookings/appointments';
import { getPatient, listPatients } from '@samay/contract/people/patients';
import { listPatientHistory } from '@samay/contract/desk/visits';
import { correctPerson, lookUpPeople, mergePeople, undoMerge } from '@samay/contract/people/people';
import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asPlatform } from '../../../db/tenant.ts';
import { testApp, type TestApp, testNow } from '../../../../test/fixtures/app.ts';
import {
  buildAppointment,
  buildTenant,
  type BuiltTenant,
  signInAs,
} from '../../../../test/fixtures/builders.ts';
import type { Client } from '../../../../test/fixtures/client.ts';
import { newAppointment } from '../../../../test/fixtures/samples.ts';
import { buildPrescription } from '../../../../test/fixtures/samples/sample-world.ts';

let app: TestApp;
let clinic: BuiltTenant;
let owner: Client;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

async function fresh(plan = 'enterprise'): Promise<void> {
  clinic = await buildTenant(app, { plan });
  owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
}

type About = Parameters<typeof buildAppointment>[2];

/** Adds a person with one booking. */
async function person(
  personName: string,
  contact: string | null,
  about: About = {},
): Promise<{ id: string; booking: string }> {
  const booking = await buildAppointment(app, clinic, {
    personName,
    ...(contact !== null && { contact }),
    ...about,
  });
  return { id: await patientOf(booking), booking };
}

const patientOf = async (booking: string) =>
  (await owner.call(getAppointment, { params: { id: booking } })).body.patientId ?? '';
const details = async (id: string) => (await owner.call(getPatient, { params: { id } })).body;
const history = async (id: string) =>
  (await owner.call(listPatientHistory, { params: { id } })).body.items.map((booking) => booking.id);
const list = async (search?: string) =>
  (await owner.call(listPatients, { query: { ...(search && { search }) } })).body.items;
const merge = (id: string, otherId: string, as = owner) =>
  as.call(mergePeople, { params: { id }, body: { otherId } });
const undo = (id: string, mergeId: string, as = owner) => as.call(undoMerge, { params: { id, mergeId } });
const correct = (id: string, body: object) => owner.call(correctPerson, { params: { id }, body });
const phone = '98200 11223';

describe('a household', () => {
  it('is the others of the same number, with their last visit, latest booking first [P-7.19]', async () => {
    await fresh();
    const mother = await person('Meera Joshi', phone, { date: '2026-11-10', status: 'completed' });
    await person('Arjun Joshi', phone, { date: '2026-11-12' });
    await person('Kamala Joshi', '+91 98200-11223', { date: '2026-11-11', status: 'completed' });
    await person('Somebody', '98200 99999');
    expect((await details(mother.id)).household).toEqual([
      { id: expect.any(String), name: 'Arjun Joshi', lastVisit: null, isAlike: false },
      { id: expect.any(String), name: 'Kamala Joshi', lastVisit: '2026-11-11', isAlike: false },
    ]);
  });

  it('says who is written alike, and merges nobody by itself [P-7.20]', async () => {
    await fresh();
    const { id } = await person('Renée D’Souza', phone, { date: '2026-11-10' });
    for (const [place, name] of [
      'Renee DSouza',
      "D'Souza, Renée",
      'Reena D’Souza',
      'Baby of Renée',
    ].entries())
      await person(name, '(+91) 98200–11223', { date: `2026-11-0${9 - place}` });
    await person('Renee DSouza', '98200 99999');
    expect((await details(id)).household.map(({ name, isAlike }) => [name, isAlike])).toEqual([
      ['Renee DSouza', true],
      ["D'Souza, Renée", true],
      ['Reena D’Souza', false],
      ['Baby of Renée', false],
    ]);
    expect(await list('d souza')).toHaveLength(5);
  });
});

describe('a merge', () => {
  it('shows the other’s bookings, prescriptions and amounts with the person, and its undoing restores all of them [P-7.22]', async () => {
    await fresh();
    const meera = await person('Meera Joshi', phone, {
      date: '2026-11-10',
      amount: 100,
      status: 'completed',
    });
    const mira = await person('Mira Joshi', phone, { date: '2026-11-28', amount: 250 });
    await buildPrescription(app, clinic, mira.booking);
    const before = [
      await details(meera.id),
      await details(mira.id),
      await list(),
      await history(meera.id),
      await history(mira.id),
    ];
    const merged = await merge(meera.id, mira.id);
    expect([merged.status, merged.body]).toEqual([
      201,
      expect.objectContaining({
        id: meera.id,
        name: 'Meera Joshi',
        bookings: 2,
        completed: 1,
        prescriptions: 1,
        revenue: 350,
        household: [],
      }),
    ]);
    expect(merged.body.nextVisit).toMatchObject({ id: mira.booking });
    expect(merged.body.merges).toMatchObject([{ id: mira.id, name: 'Mira Joshi', mayUndo: true }]);
    // The other's id finds the person too, and each booking stays with the one it names.
    expect(await details(mira.id)).toEqual(await details(meera.id));
    for (const id of [meera.id, mira.id]) expect(await history(id)).toEqual([mira.booking, meera.booking]);
    expect(await patientOf(mira.booking)).toBe(mira.id);
    expect((await list()).map(({ name, bookings }) => [name, bookings])).toEqual([['Meera Joshi', 2]]);
    expect((await undo(meera.id, mira.id)).status).toBe(200);
    expect([
      await details(meera.id),
      await details(mira.id),
      await list(),
      await history(meera.id),
      await history(mira.id),
    ]).toEqual(before);
  });

  it('is found by either name and number, and has its place in the list by the latest booking of both [P-7.22]', async () => {
    await fresh();
    const meera = await person('Meera Joshi', phone, { date: '2026-11-10' });
    await person('Between', '98200 55555', { date: '2026-11-15' });
    const mira = await person('Mira J', '98300 44556', { date: '2026-11-20' });
    await merge(meera.id, mira.id);
    expect((await list()).map(({ name }) => name)).toEqual(['Meera Joshi', 'Between']);
    const page = await owner.call(listPatients, { query: { limit: 1 } });
    expect(
      (await owner.call(listPatients, { query: { limit: 1, cursor: page.body.next ?? '' } })).body.items,
    ).toMatchObject([{ name: 'Between' }]);
    for (const search of ['mira', 'meera j', '98300 44556', phone]) {
      expect([search, (await list(search)).map(({ id }) => id)]).toEqual([search, [meera.id]]);
      const found = await owner.call(lookUpPeople, { query: { search } });
      expect([search, found.body.items.map(({ id }) => id)]).toEqual([search, [meera.id]]);
    }
  });

  it('gets the bookings that name the other while it lasts; undone, they stay with the person that they name [P-7.22]', async () => {
    await fresh();
    const meera = await person('Meera Joshi', phone);
    const mira = await person('Mira Joshi', phone);
    await merge(meera.id, mira.id);
    for (const personName of ['Mira Joshi', 'Meera Joshi', 'MIRA joshi'])
      await owner.call(createAppointment, { body: { ...newAppointment, personName, personContact: phone } });
    expect((await details(meera.id)).bookings).toBe(5);
    await undo(meera.id, mira.id);
    expect([(await details(meera.id)).bookings, (await details(mira.id)).bookings]).toEqual([2, 3]);
  });

  it('is one step: never of one person with themselves, of somebody merged, or of somebody with merges [P-7.23]', async () => {
    await fresh();
    const [a, b, c] = [await person('A', phone), await person('B', phone), await person('C', phone)];
    expect((await merge(a.id, a.id)).error?.fields).toEqual({ otherId: 'Please choose somebody else' });
    await merge(a.id, b.id);
    for (const [id, otherId, code] of [
      [a.id, b.id, 'person.merged'],
      [b.id, c.id, 'person.merged'],
      [c.id, b.id, 'person.merged'],
      [c.id, a.id, 'person.has_merges'],
      [a.id, randomUUID(), 'not_found'],
      [randomUUID(), a.id, 'not_found'],
    ] as const)
      expect((await merge(id, otherId)).error?.code).toBe(code);
    expect((await merge(a.id, c.id)).body.merges).toHaveLength(2);
    expect((await undo(a.id, a.id)).error?.code).toBe('not_found');
    expect((await undo(c.id, b.id)).error?.code).toBe('not_found');
  });

  it('is refused by the database as well: chains, circles, oneself, and another business’s person [P-7.23]', async () => {
    await fresh();
    const [a, b, c] = [await person('A', phone), await person('B', phone), await person('C', phone)];
    const own = clinic;
    clinic = await buildTenant(app);
    const booking = await buildAppointment(app, clinic, { personName: 'Elsewhere' });
    const { rows } = await asPlatform(app, (tx) =>
      sql<{
        patient_id: string;
      }>`select patient_id from appointments where tenant_id = ${clinic.id} and id = ${booking}`.execute(tx),
    );
    clinic = own;
    const write = (id: string, into: string) =>
      asPlatform(app, (tx) =>
        tx
          .updateTable('patients')
          .set({ merged_into: into, merged_at: new Date(testNow) })
          .where('id', '=', id)
          .execute(),
      );
    await write(b.id, a.id);
    for (const [id, into] of [
      [a.id, c.id],
      [c.id, b.id],
      [a.id, b.id],
      [c.id, c.id],
      [c.id, rows[0]?.patient_id ?? ''],
    ] as const)
      await expect(write(id, into), `${id} into ${into}`).rejects.toThrow(/merged/);
    await write(c.id, a.id);
  });

  it('can be undone for 30 days [P-7.21]', async () => {
    await fresh();
    const [a, b] = [await person('A', phone), await person('B', phone)];
    await merge(a.id, b.id);
    const day = 86_400_000;
    const late = await asPlatform(app, (tx) =>
      tx
        .updateTable('patients')
        .set({ merged_at: new Date(Date.parse(testNow) - 30 * day) })
        .where('id', '=', b.id)
        .executeTakeFirst(),
    );
    expect(late.numUpdatedRows).toBe(1n);
    expect((await details(a.id)).merges).toMatchObject([{ mayUndo: false }]);
    expect((await undo(a.id, b.id)).error?.code).toBe('person.merge_stands');
    await asPlatform(app, (tx) =>
      tx
        .updateTable('patients')
        .set({ merged_at: new Date(Date.parse(testNow) - 30 * day + 1) })
        .where('id', '=', b.id)
        .execute(),
    );
    expect((await undo(a.id, b.id)).body).toMatchObject({ id: a.id, merges: [] });
  });

  it('outlasts the person’s own last booking where that goes to the other, and ends with the other’s [P-7.22]', async () => {
    await fresh();
    const [a, b] = [await person('A', phone), await person('B', phone)];
    await merge(a.id, b.id);
    await rename(a.booking, 'B');
    expect(await details(a.id)).toMatchObject({ id: a.id, name: 'A', bookings: 2, merges: [{ id: b.id }] });
    await expect(
      asPlatform(app, (tx) =>
        tx.deleteFrom('patients').where('tenant_id', '=', clinic.id).where('id', '=', a.id).execute(),
      ),
    ).rejects.toThrow(/merged/);
    // After the undo A has no booking and is removed.
    expect((await undo(a.id, b.id)).body).toMatchObject({ id: b.id, bookings: 2 });
    expect((await owner.call(getPatient, { params: { id: a.id } })).status).toBe(404);
    await rename(a.booking, 'C');
    await merge(b.id, await patientOf(a.booking));
    await rename(a.booking, 'E');
    expect((await list()).map(({ name }) => name).toSorted()).toEqual(['B', 'E']);
    const { rows } = await asPlatform(app, (tx) =>
      sql`select from patients where tenant_id = ${clinic.id}`.execute(tx),
    );
    expect(rows).toHaveLength(2);
  });

  it('is done by owners and doctors, of people that the plan shows, in their own business, and audited [P-7.21]', async () => {
    await fresh('basic');
    for (let count = 0; count < 25; count += 1)
      await buildAppointment(app, clinic, { date: '2026-11-25', personName: 'A', contact: phone });
    const a = await person('A', phone, { date: '2026-11-25', time: '08:00' });
    const hidden = await asPlatform(app, async (tx) => {
      const id = await buildAppointment(app, clinic, {
        date: '2026-11-24',
        personName: 'Hidden',
        contact: phone,
      });
      return tx
        .selectFrom('appointments')
        .select('patient_id')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
    });
    expect((await details(a.id)).household).toEqual([]);
    expect((await merge(a.id, hidden.patient_id ?? '')).error?.code).toBe('not_found');
    const desk = await signInAs(app, clinic, 'EMPLOYEE');
    expect((await merge(a.id, randomUUID(), desk)).error?.code).toBe('access.denied');
    await fresh();
    const [one, other] = [await person('A', phone), await person('B', phone)];
    const stranger = await signInAs(app, await buildTenant(app), 'BUSINESS_OWNER');
    expect((await merge(one.id, other.id, stranger)).error?.code).toBe('not_found');
    const doctor = await signInAs(app, clinic, 'DOCTOR');
    expect((await merge(one.id, other.id, doctor)).status).toBe(201);
    expect((await undo(one.id, other.id, doctor)).status).toBe(200);
    const { rows } = await asPlatform(app, (tx) =>
      sql`select action, object, detail from audit_log where tenant_id = ${clinic.id} and action like 'people.%' order by at, action`.execute(
        tx,
      ),
    );
    expect(rows).toEqual([
      { action: 'people.merge_undone', object: one.id, detail: { other: other.id } },
      { action: 'people.merged', object: one.id, detail: { other: other.id } },
    ]);
  });
});

describe('a correction', () => {
  it('changes name, email and number of the person and of all of their bookings, and of nobody else’s [P-7.24]', async () => {
    await fresh();
    const mera = await person('Mera Joshi', phone, { amount: 100 });
    const second = await buildAppointment(app, clinic, {
      personName: 'MERA JOSHI',
      contact: '+91 9820011223',
      date: '2026-11-27',
    });
    const son = await person('Arjun Joshi', phone);
    const { status, body } = await correct(mera.id, {
      name: 'Meera Joshi',
      email: 'm@joshi.example',
      contact: '98300 00001',
    });
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({
        id: mera.id,
        name: 'Meera Joshi',
        email: 'm@joshi.example',
        contact: '98300 00001',
        bookings: 2,
        revenue: 100,
        household: [],
      }),
    ]);
    for (const id of [mera.booking, second])
      expect((await owner.call(getAppointment, { params: { id } })).body).toMatchObject({
        personName: 'Meera Joshi',
        personEmail: 'm@joshi.example',
        personContact: '98300 00001',
        patientId: mera.id,
      });
    expect((await owner.call(getAppointment, { params: { id: son.booking } })).body).toMatchObject({
      personName: 'Arjun Joshi',
      patientId: son.id,
    });
    // An omitted field stays as each booking has it.
    await correct(mera.id, { email: null });
    expect(await details(mera.id)).toMatchObject({
      name: 'Meera Joshi',
      email: null,
      contact: '98300 00001',
      bookings: 2,
    });
    const { rows } = await asPlatform(app, (tx) =>
      sql`select detail from audit_log where tenant_id = ${clinic.id} and action = 'people.corrected' order by at, id`.execute(
        tx,
      ),
    );
    expect(new Set(rows)).toEqual(
      new Set([
        { detail: { changed: ['name', 'email', 'contact'], bookings: 2 } },
        { detail: { changed: ['email'], bookings: 2 } },
      ]),
    );
  });

  it('keeps the bookings together where the email tells the person from then on [P-7.24]', async () => {
    await fresh();
    const id = await patientOf(
      await bookWith({ personName: 'Ravi', personEmail: 'one@ravi.example', personContact: phone }),
    );
    await bookWith({
      personName: 'Ravi',
      personEmail: 'two@ravi.example',
      personContact: phone,
      date: '2026-11-27',
    });
    expect((await correct(id, { contact: null })).body).toMatchObject({
      id,
      email: 'two@ravi.example',
      contact: null,
      bookings: 2,
    });
    expect(await list()).toHaveLength(1);
    const refused = await correct(id, { email: null });
    expect(refused.error?.fields).toEqual({ email: 'Please enter a valid email address' });
  });

  it('is refused where that is another person, who is named so that they can be merged [P-7.25]', async () => {
    await fresh();
    const mera = await person('Mera Joshi', phone);
    const meera = await person('Meera Joshi', phone);
    const refused = await correct(mera.id, { name: 'Mrs. MEERA Joshi' });
    expect([refused.status, refused.error?.code, refused.error?.person]).toEqual([
      409,
      'person.exists',
      { id: meera.id, name: 'Meera Joshi' },
    ]);
    expect(await details(mera.id)).toMatchObject({ name: 'Mera Joshi', bookings: 1 });
    await merge(mera.id, meera.id);
    const again = await correct(mera.id, { name: 'Meera Joshi' });
    expect([again.error?.code, again.error?.person]).toEqual(['person.exists', undefined]);
    expect((await correct(meera.id, { name: 'Other' })).error?.code).toBe('person.merged');
    expect((await correct(randomUUID(), { name: 'Other' })).error?.code).toBe('not_found');
  });

  it('leaves the bookings of who was merged with their own words [P-7.24]', async () => {
    await fresh();
    const [a, b] = [await person('A', phone), await person('B', phone)];
    await merge(a.id, b.id);
    await correct(a.id, { name: 'Asha' });
    expect((await owner.call(getAppointment, { params: { id: b.booking } })).body.personName).toBe('B');
    await undo(a.id, b.id);
    expect([await details(a.id), await details(b.id)]).toMatchObject([
      { name: 'Asha', bookings: 1 },
      { name: 'B', bookings: 1 },
    ]);
  });

  it('is refused for more bookings than one correction writes [P-7.25]', async () => {
    await fresh();
    const { id } = await person('Walk-in', phone);
    await asPlatform(app, (tx) =>
      sql`insert into appointments (tenant_id, reference, person_name, person_email, person_contact, appointment_date, appointment_time, patient_id)
        select ${clinic.id}::uuid, gen_random_uuid()::text, 'Walk-in', 'w@x.example', ${phone}, '2026-01-01', '09:00', ${id}::uuid
        from generate_series(1, 2000) returning id`.execute(tx),
    );
    expect((await correct(id, { name: 'Walked in' })).error?.code).toBe('person.too_many_bookings');
  });
});

async function rename(booking: string, personName: string): Promise<void> {
  expect(
    (await owner.call(correctAppointment, { params: { id: booking }, body: { personName } })).status,
  ).toBe(200);
}

async function bookWith(about: object): Promise<string> {
  return (await owner.call(createAppointment, { body: { ...newAppointment, ...about } })).body.id;
}
