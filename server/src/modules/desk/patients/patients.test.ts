import { cancelAppointment } from '@samay/contract/bookings/transitions';
import {
  correctAppointment,
  createAppointment,
  getAppointment,
  rescheduleAppointment,
} from '@samay/contract/bookings/appointments';
import { getPatient, listPatients } from '@samay/contract/people/patients';
import { listPatientHistory } from '@samay/contract/desk/visits';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
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
import { testEngine } from '../../../../test/fixtures/database.ts';
import { runAsOwner, countWaiting } from '../../../../test/fixtures/database/postgres-template.ts';
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

describe('the identity of a person', () => {
  it('is the first number of the contact, or the email without one, and the name [P-7.1]', async () => {
    await fresh();
    await book({
      personName: 'Meera Joshi',
      personEmail: 'meera@one.example',
      personContact: '+91 98200 11223',
    });
    await book({
      personName: 'Dr. MEERA  JOSHI',
      personEmail: 'other@two.example',
      personContact: '098200-11223',
      date: '2026-11-27',
    });
    await book({ personName: 'Ravi', personEmail: 'Ravi@Three.example', personContact: null });
    await book({ personName: 'Mr. Ravi', personEmail: 'ravi@three.example', personContact: '12345' });
    expect((await list()).map(({ name, bookings, contact }) => [name, bookings, contact])).toEqual([
      ['Dr. MEERA  JOSHI', 2, '098200-11223'],
      ['Mr. Ravi', 2, '12345'],
    ]);
  });

  it('is one however number, name and email are written, and keeps a second number [P-7.3, P-7.5]', async () => {
    await fresh();
    const second = '९८२०० ११२२३ / 98200 55555';
    for (const [personContact, personName, personEmail] of [
      ['98200 11223', 'Meera D’Souza', 'meera@one.example'],
      ['\u202A(+91) (0) 98200\u201311223\u202C', "Smt Meera D'Souza", 'meera@two.example\u200B'],
      ['98200 11223 98200 66666', 'MEERA\u00A0D\u02BCSOUZA', null],
      [second, 'Mrs. Meera\u200B D`Souza', null],
      ['2567 1234', 'Ravi', 'ravi@one.example'],
      ['25671234', 'Ravi', null],
      ['+65 6123 4567', 'Abroad', null],
      ['6123 456 745', 'Abroad', null],
    ] as const)
      await book({ personName, personEmail, personContact });
    const people = (await list()).map(({ name, bookings, contact, email }) => [
      name,
      bookings,
      contact,
      email,
    ]);
    expect(people).toHaveLength(4);
    expect(people).toEqual(
      expect.arrayContaining([
        ['Mrs. Meera\u200B D`Souza', 4, second, 'meera@two.example'],
        ['Ravi', 2, '25671234', 'ravi@one.example'],
        ['Abroad', 1, '+65 6123 4567', null],
        ['Abroad', 1, '6123 456 745', null],
      ]),
    );
  });

  it('is each of a family with one number, with their own visits and prescriptions, and all are found by it [P-7.2]', async () => {
    await fresh();
    const phone = '98200 66778';
    const mother = await book({ personName: 'Meera Joshi', personContact: phone });
    const son = await book({ personName: 'Arjun Joshi', personContact: phone, date: '2026-11-25' });
    await book({ personName: 'Master Arjun Joshi', personContact: phone, date: '2026-11-26' });
    await buildPrescription(app, clinic, mother);
    await buildPrescription(app, clinic, son);
    const found = (await owner.call(listPatients, { query: { search: phone } })).body.items;
    expect(found.map(({ name, bookings }) => [name, bookings])).toEqual([
      ['Master Arjun Joshi', 2],
      ['Meera Joshi', 1],
    ]);
    for (const { id, bookings } of found) {
      const history = await owner.call(listPatientHistory, { params: { id } });
      expect(history.body.items.map(({ patientId }) => patientId)).toEqual(
        Array.from({ length: bookings }, () => id),
      );
      expect((await owner.call(getPatient, { params: { id } })).body.prescriptions).toBe(1);
    }
  });

  it('disappears once the typo in a name or an email is corrected [P-7.9]', async () => {
    await fresh();
    const right = await book({
      personName: 'Meera Joshi',
      personEmail: 'meera@one.example',
      personContact: '98200 11223',
    });
    const named = await book({
      personName: 'Mera Joshi',
      personEmail: 'meera@one.example',
      personContact: '98200 11223',
    });
    const mailed = await book({ personName: 'Ravi', personEmail: 'ravi@thre.example', personContact: null });
    expect(await list()).toHaveLength(3);
    await owner.call(correctAppointment, { params: { id: named }, body: { personName: 'Meera JOSHI' } });
    await owner.call(correctAppointment, {
      params: { id: mailed },
      body: { personEmail: 'ravi@three.example' },
    });
    const corrected = await owner.call(getAppointment, { params: { id: named } });
    expect(corrected.body.patientId).toBe(
      (await owner.call(getAppointment, { params: { id: right } })).body.patientId,
    );
    const people = (await list()).map(({ name, email, bookings }) => `${name}, ${email}: ${bookings}`);
    expect(new Set(people)).toEqual(
      new Set(['Meera JOSHI, meera@one.example: 2', 'Ravi, ravi@three.example: 1']),
    );
    // The patient's name follows its spelling in the booking.
    await owner.call(correctAppointment, { params: { id: named }, body: { personName: 'Dr. Meera Joshi' } });
    expect(new Set((await list()).map(({ name }) => name))).toEqual(new Set(['Dr. Meera Joshi', 'Ravi']));
  });

  it('is returned only to callers who may read patients [P-7.14]', async () => {
    await fresh();
    const id = await book({});
    const desk = await signInAs(app, clinic, 'EMPLOYEE');
    expect((await desk.call(getAppointment, { params: { id } })).body.patientId).toBeNull();
    expect((await owner.call(getAppointment, { params: { id } })).body.patientId).toBe((await list())[0]?.id);
  });

  it('follows a corrected contact, and deletes a person whose last booking moved to another [P-7.9]', async () => {
    await fresh();
    const first = await book({ personName: 'Asha', personEmail: 'desk@clinic.example', personContact: null });
    await book({ personName: 'asha', personEmail: 'bina@clinic.example', personContact: '98200 44556' });
    const rest = { amount: null, paymentMethod: null, paymentId: null };
    await owner.call(correctAppointment, {
      params: { id: first },
      body: { ...rest, personContact: '+91 98200 44556' },
    });
    expect((await list()).map(({ name, bookings, contact }) => [name, bookings, contact])).toEqual([
      ['asha', 2, '98200 44556'],
    ]);
  });

  it.each([
    ['someone new', false],
    ['someone known', true],
  ])('is kept as they are without a booking, which names %s now [P-7.9]', async (_, isKnown) => {
    await fresh();
    const first = await book({ personName: 'Asha', personContact: '98200 44556' });
    if (isKnown) await book({ personName: 'Bina', personContact: '98200 44556' });
    await asPlatform(app, (tx) =>
      sql`update patients set kept_since = ${testNow} where tenant_id = ${clinic.id} and name = 'Asha'`.execute(
        tx,
      ),
    );
    await owner.call(correctAppointment, { params: { id: first }, body: { personName: 'Bina' } });
    const rows = await asPlatform(app, (tx) =>
      sql`select name, bookings, latest_date from patients where tenant_id = ${clinic.id} order by name`.execute(
        tx,
      ),
    );
    expect(rows.rows).toEqual([
      { name: 'Asha', bookings: 0, latest_date: '0001-01-01' },
      { name: 'Bina', bookings: isKnown ? 2 : 1, latest_date: newAppointment.date },
    ]);
  });

  it('is named by their newest booking, whatever an older one is corrected to [P-7.8]', async () => {
    await fresh();
    const phone = '98200 33221';
    const first = await book({
      personName: 'Kamala',
      personEmail: 'kamala@people.example',
      personContact: phone,
    });
    await book({ personName: 'Smt. Kamala', personEmail: 'kd@people.example', personContact: phone });
    await owner.call(correctAppointment, {
      params: { id: first },
      body: { amount: 50_000, personContact: phone },
    });
    expect((await list()).map(({ name, email }) => [name, email])).toEqual([
      ['Smt. Kamala', 'kd@people.example'],
    ]);
    await owner.call(correctAppointment, { params: { id: first }, body: { personContact: '98200 33222' } });
    await owner.call(correctAppointment, { params: { id: first }, body: { personContact: phone } });
    expect((await list()).map(({ name, bookings }) => [name, bookings])).toEqual([['Smt. Kamala', 2]]);
  });

  it('is one also for many concurrent bookings', async () => {
    await fresh();
    await Promise.all(Array.from({ length: 8 }, () => book({})));
    expect((await list()).map(({ bookings }) => bookings)).toEqual([8]);
  });
});

it('stays if a booking is created for them while their last one moves to another [P-7.8]', async () => {
  await fresh();
  for (let round = 0; round < 5; round += 1) {
    const phone = `98300 0000${round}`;
    const last = await book({ personContact: phone });
    // Sets another moment, so that the two do not also wait for one another's reference.
    app.setNow(new Date(Date.parse(testNow) + (round + 1) * 1000).toISOString());
    const [moved] = await Promise.all([
      owner.call(correctAppointment, { params: { id: last }, body: { personContact: `98400 0000${round}` } }),
      book({ personContact: phone, personName: newAppointment.personName.toUpperCase() }),
    ]);
    expect(moved.status).toBe(200);
    const found = await owner.call(listPatients, { query: { search: phone } });
    expect(found.body.items).toMatchObject([{ name: newAppointment.personName.toUpperCase(), bookings: 1 }]);
  }
  app.setNow(testNow);
});

if (testEngine === 'postgres') {
  it('changes places with another without the two waiting for each other [P-7.9]', async () => {
    await fresh();
    const names = ['Meera Joshi', 'Arjun Joshi'] as const;
    // Each keeps a booking of their own, so that both exist throughout.
    for (const personName of names) await book({ personName });
    const bookings = [await book({ personName: names[0] }), await book({ personName: names[1] })] as const;
    const correct = (id: string, personName: string) =>
      owner.call(correctAppointment, { params: { id }, body: { personName } });
    await runAsOwner(app.database, async (connection) => {
      for (const [one, other, to, from] of [
        [...bookings, names[1], names[0]],
        [...bookings, names[0], names[1]],
      ] as const) {
        await connection.query('begin');
        await connection.query('select from patients where tenant_id = $1 and name = $2 for update', [
          clinic.id,
          to,
        ]);
        const first = correct(one, to);
        await expect.poll(() => countWaiting(app.database), { timeout: 30_000 }).toBe(1);
        const second = correct(other, from);
        await expect.poll(() => countWaiting(app.database), { timeout: 30_000 }).toBe(2);
        await connection.query('commit');
        expect([(await first).status, (await second).status]).toEqual([200, 200]);
      }
    });
    expect((await list()).map((person) => person.bookings)).toEqual([2, 2]);
  });
}

describe('the list', () => {
  it('has last and next visit, and runs from the latest day to the earliest, a page at a time [P-7.12]', async () => {
    await fresh();
    const person = (count: number) => ({
      personName: `Person ${count}`,
      personContact: `98200 0000${count}`,
    });
    for (const count of [1, 2, 3]) await book({ ...person(count), date: `2026-12-0${count}` });
    await buildAppointment(app, clinic, {
      contact: '98200 00001',
      date: '2026-11-10',
      status: 'completed',
      personName: 'Person 1',
    });
    await buildAppointment(app, clinic, {
      contact: '98200 00001',
      date: '2026-11-20',
      status: 'no_show',
      personName: 'Person 1',
    });
    const first = await owner.call(listPatients, { query: { limit: 2 } });
    expect(first.body.items.map(({ name }) => name)).toEqual(['Person 3', 'Person 2']);
    const second = await owner.call(listPatients, { query: { limit: 2, cursor: first.body.next ?? '' } });
    expect(second.body).toMatchObject({
      items: [
        {
          name: 'Person 1',
          bookings: 3,
          lastVisit: '2026-11-10',
          nextVisit: { date: '2026-12-01', time: '12:00' },
        },
      ],
      next: null,
    });
    const nonsense = await owner.call(listPatients, { query: { cursor: '2026-02-30_x' } });
    expect(nonsense.error?.fields).toEqual({ cursor: 'This is not a place in the list' });
  });

  it('moves a person with a booking that moves, there and back', async () => {
    await fresh();
    const id = await book({ personName: 'Mover', personContact: '98200 77777', date: '2026-12-01' });
    await book({ personName: 'Stays', personContact: '98200 88888', date: '2026-12-05' });
    await owner.call(rescheduleAppointment, { params: { id }, body: { date: '2026-12-20', time: '10:00' } });
    expect((await list()).map(({ name }) => name)).toEqual(['Mover', 'Stays']);
    await owner.call(rescheduleAppointment, { params: { id }, body: { date: '2026-12-02', time: '10:00' } });
    expect((await list()).map(({ name }) => name)).toEqual(['Stays', 'Mover']);
  });

  it('is searched by name, email and contact, ignoring case, with literal wildcards [P-7.12]', async () => {
    await fresh();
    await book({
      personName: 'Lakshmi Narasimhan',
      personEmail: 'l_n@people.example',
      personContact: '98200 99999',
    });
    await book({ personName: 'Somebody', personEmail: 'some@people.example', personContact: '98200 11111' });
    for (const search of ['LAKSH', 'l_n@', '99999', '9820099999', '+91 982 009 9999']) {
      const found = await owner.call(listPatients, { query: { search } });
      expect([search, found.body.items.map(({ name }) => name)]).toEqual([search, ['Lakshmi Narasimhan']]);
    }
    expect((await owner.call(listPatients, { query: { search: '%' } })).body.items).toEqual([]);
  });

  it('finds by a whole number who has it, and who has it written in a second number, a name or an email [P-5.42, P-7.12]', async () => {
    await fresh();
    await book({
      personName: 'Meera Joshi',
      personEmail: 'meera@people.example',
      personContact: '98200 99999',
    });
    await book({
      personName: 'Two Numbers',
      personEmail: 'two@people.example',
      personContact: '98200 99999 / 98111 22222',
    });
    await book({
      personName: 'By Mail',
      personEmail: '9820099999@people.example',
      personContact: '98111 33333',
    });
    await book({
      personName: 'Son of 9820099999',
      personEmail: 'son@people.example',
      personContact: '98111 44444',
    });
    // This one has both halves, but not the number.
    await book({
      personName: 'Somebody',
      personEmail: 'some@people.example',
      personContact: '98200 55555 / 98111 99999',
    });
    for (const [search, names] of [
      ...['98200 99999', '9820099999', '+91 98200-99999', '(0) 98200\u201399999', '९८२०० ९९९९९'].map(
        (search) => [search, ['By Mail', 'Meera Joshi', 'Son of 9820099999', 'Two Numbers']] as const,
      ),
      ['98111 22222', ['Two Numbers']],
      ['981 112 2222', ['Two Numbers']],
      ['98200 99998', []],
    ] as const) {
      const found = await owner.call(listPatients, { query: { search } });
      expect([search, found.body.items.map(({ name }) => name).toSorted()]).toEqual([search, names]);
    }
  });

  it('omits people whose bookings are all hidden by the plan, and counts only visible bookings [P-7.17]', async () => {
    await fresh('basic');
    for (let count = 0; count < 25; count += 1)
      await buildAppointment(app, clinic, { date: '2026-11-25', contact: '98200 00001' });
    await buildAppointment(app, clinic, { date: '2026-11-24', contact: '98200 00001' });
    await buildAppointment(app, clinic, { date: '2026-11-24', contact: '98200 00002' });
    expect((await list()).map(({ contact, bookings }) => [contact, bookings])).toEqual([['98200 00001', 25]]);
    const [{ id } = { id: '' }] = await list();
    expect((await owner.call(getPatient, { params: { id } })).body).toMatchObject({
      contact: '98200 00001',
      bookings: 25,
    });
    const history = await owner.call(listPatientHistory, { params: { id }, query: { limit: 50 } });
    expect(history.body.items.map(({ date }) => date)).toEqual(
      Array.from({ length: 25 }, () => '2026-11-25'),
    );
  });
});

describe('one person', () => {
  it('has totals and a history with prescriptions [P-7.13]', async () => {
    await fresh();
    const done = { contact: '98200 55555', amount: 50_000, date: '2026-11-10' };
    const completed = await buildAppointment(app, clinic, { ...done, status: 'completed' });
    await buildPrescription(app, clinic, completed);
    await buildAppointment(app, clinic, { ...done, status: 'no_show', date: '2026-11-11' });
    const next = await buildAppointment(app, clinic, { ...done, date: '2026-11-30', time: '09:15' });
    const cancelled = await buildAppointment(app, clinic, { ...done, date: '2026-12-01' });
    await owner.call(cancelAppointment, { params: { id: cancelled } });
    const [{ id } = { id: '' }] = await list();
    expect((await owner.call(getPatient, { params: { id } })).body).toMatchObject({
      contact: '98200 55555',
      bookings: 4,
      completed: 1,
      cancelled: 1,
      noShows: 1,
      prescriptions: 1,
      revenue: 200_000,
      lastVisit: '2026-11-10',
      nextVisit: { id: next, date: '2026-11-30', time: '09:15' },
    });
    const first = await owner.call(listPatientHistory, { params: { id }, query: { limit: 3 } });
    expect(first.body.items.map(({ date }) => date)).toEqual(['2026-12-01', '2026-11-30', '2026-11-11']);
    const second = await owner.call(listPatientHistory, {
      params: { id },
      query: { limit: 3, cursor: first.body.next ?? '' },
    });
    expect(second.body).toMatchObject({
      items: [{ id: completed, prescription: { mediaType: 'image/png' } }],
      next: null,
    });
  });

  it('does not exist under an unknown id', async () => {
    await fresh();
    const params = { id: randomUUID() };
    expect((await owner.call(getPatient, { params })).error?.code).toBe('not_found');
    expect((await owner.call(listPatientHistory, { params })).error?.code).toBe('not_found');
  });
});

async function list() {
  return (await owner.call(listPatients)).body.items;
}

async function book(booking: Partial<Record<keyof typeof newAppointment, string | null>>): Promise<string> {
  const { body, error } = await owner.call(createAppointment, {
    body: { ...newAppointment, ...booking } as typeof newAppointment,
  });
  expect(error).toBeUndefined();
  return body.id;
}
