import { listAudit } from '@samay/contract/audit/audit-log';
import { correctAppointment, createAppointment, getAppointment } from '@samay/contract/bookings/appointments';
import { getDaySheet } from '@samay/contract/desk/day-sheet';
import { getPatient } from '@samay/contract/people/patients';
import { correctPerson, lookUpPeople, mergePeople } from '@samay/contract/people/people';
import { getVisit } from '@samay/contract/desk/visits';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/fixtures/app.ts';
import { buildTenant, signInAs } from '../../../../test/fixtures/builders.ts';
import type { Client } from '../../../../test/fixtures/client.ts';

let app: TestApp;
let owner: Client;
let desk: Client;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  const clinic = await buildTenant(app);
  owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
  desk = await signInAs(app, clinic, 'EMPLOYEE');
});

const personContact = '98200 11223';
const date = '2026-11-21';
const at = { personContact, date, doctor: 'Default Doctor' };
const book = async (personName: string, more: object = {}) =>
  (await desk.call(createAppointment, { body: { ...at, personName, time: '12:00', ...more } })).body.id;
const booking = async (id: string) => (await owner.call(getAppointment, { params: { id } })).body;
const getPerson = async (id: string) => (await booking(id)).patientId ?? '';
const page = async (id: string) => (await owner.call(getPatient, { params: { id } })).body;
const correct = (id: string, body: object) => owner.send(correctPerson, { params: { id }, body });

it('are noted with a booking and tell father from son wherever they are read [P-7.35, P-7.36]', async () => {
  const father = await book('Ramesh Patil', { born: '1964', sex: 'male' });
  const son = await book('Rohan Patil', { born: '1996-11-22', sex: 'male', time: '12:30' });
  await book('Rohan Patil', { time: '13:00' });
  const found = (await desk.call(lookUpPeople, { query: { search: personContact } })).body.items;
  expect(found.map(({ name, about }) => [name, about])).toEqual(
    expect.arrayContaining([
      ['Ramesh Patil', '62 M'],
      ['Rohan Patil', '29 M'],
    ]),
  );
  const { rows } = (await desk.call(getDaySheet, { query: { date } })).body;
  expect(rows.map(({ about }) => about)).toEqual(['62 M', '29 M', '29 M']);
  const visit = (await owner.call(getVisit, { params: { id: son } })).body;
  expect([(await booking(father)).about, visit.appointment.about]).toEqual(['62 M', '29 M']);
  const shown = await page(await getPerson(father));
  expect([shown.born, shown.sex, shown.about, shown.household[0]?.about]).toEqual([
    '1964',
    'male',
    '62 M',
    '29 M',
  ]);
});

it('stay with a later booking without them, and with a corrected name [P-7.35, P-7.37]', async () => {
  const id = await book('Sunita Patel', { born: '1992', sex: 'female' });
  const person = await getPerson(id);
  await book('sunita patel', { time: '12:30', born: '1993' });
  expect((await page(person)).about).toBe('33 F');
  const alone = await book('Asha Pai', {
    personContact: '98300 11223',
    time: '13:00',
    born: '1992',
    sex: 'other',
  });
  await desk.call(correctAppointment, { params: { id: alone }, body: { personName: 'Usha Pai' } });
  expect((await booking(alone)).about).toBe('34 O');
  await book('Asha Pai', { personContact: '98300 11223', time: '13:30' });
  await desk.call(correctAppointment, { params: { id: alone }, body: { personName: 'Asha Pai' } });
  expect((await booking(alone)).about).toBe('34 O');
  expect((await correct(person, { name: 'Sunita Patil' })).body).toMatchObject({ about: '33 F' });
});

it('stay with the child where a booking was meant for the guardian [P-7.42]', async () => {
  const child = { personContact: '98400 11223', born: '2020', sex: 'female', guardian: 'Sunita Patil' };
  await book('Asha Patil', child);
  const [added, known] = [
    await book('Asha Patil', { ...child, time: '12:30' }),
    await book('Asha Patil', { ...child, time: '13:00' }),
  ];
  for (const id of [added, known]) {
    await desk.call(correctAppointment, { params: { id }, body: { personName: 'sunita patil' } });
    expect((await booking(id)).about).toBeUndefined();
  }
  const found = (await desk.call(lookUpPeople, { query: { search: '98400 11223' } })).body.items;
  expect(found.map(({ name, about }) => [name, about])).toEqual(
    expect.arrayContaining([
      ['Asha Patil', '6 F · c/o Sunita Patil'],
      ['sunita patil', undefined],
    ]),
  );
});

it('are corrected and emptied on the person’s page, and refused where they are none [P-7.37]', async () => {
  const person = await getPerson(await book('Sunita Patil', { born: '1992' }));
  expect((await correct(person, { born: '1991-02-03', sex: 'female' })).body).toMatchObject({
    about: '35 F',
  });
  expect((await correct(person, { born: '2026-03' })).body).toMatchObject({
    born: '2026-03',
    about: '8 mo F',
  });
  for (const born of ['34', '2130', '1800', '1992-02-30', '1992-13', '2130-12'])
    expect([born, (await correct(person, { born })).status]).toEqual([born, 400]);
  const { body } = await correct(person, { born: null, sex: null });
  expect(body).toMatchObject({ born: null, sex: null });
  expect(body).not.toHaveProperty('about');
  expect((await desk.send(correctPerson, { params: { id: person }, body: { born: '1992' } })).status).toBe(
    403,
  );
});

it('are added, corrected and emptied at the desk with a booking, of the person it is shown with [P-7.37]', async () => {
  const id = await book('Asha Pai', { personContact: '98500 11223' });
  const change = async (body: object) => desk.call(correctAppointment, { params: { id }, body });
  expect((await booking(id)).facts).toBeUndefined();
  const added = { born: '2020', sex: 'female', guardian: 'Sunita Pai' };
  expect((await change(added)).status).toBe(200);
  expect(await booking(id)).toMatchObject({ facts: added, about: '6 F · c/o Sunita Pai' });
  // With another name, as a new person and as one who is known.
  await book('Asha Pai', { personContact: '98500 11223', time: '12:30' });
  await change({ personName: 'Usha Pai', guardian: null });
  expect((await booking(id)).facts).toEqual({ ...added, guardian: null });
  await change({ personName: 'Asha Pai', born: '2019' });
  expect((await booking(id)).facts).toEqual({ ...added, born: '2019' });
  const other = await book('A. Pai', { personContact: '98500 11223', time: '13:00', sex: 'other' });
  const root = await getPerson(id);
  await owner.call(mergePeople, { params: { id: root }, body: { otherId: await getPerson(other) } });
  await desk.call(correctAppointment, { params: { id: other }, body: { sex: null, guardian: 'Ravi Pai' } });
  expect(await page(root)).toMatchObject({ born: '2019', sex: null, guardian: 'Ravi Pai' });
  const { items } = (await owner.call(listAudit, { query: {} })).body;
  const changed = items
    .filter(({ action }) => action === 'appointment.corrected')
    .map(({ detail }) => String(detail['changed']));
  expect(changed.toSorted()).toEqual(['born,sex,guardian', 'name,born', 'name,guardian', 'sex,guardian']);
});

it('of the person that others are merged into come first [P-7.38]', async () => {
  const [kept, other] = [
    await book('Sunita Patil', { sex: 'female' }),
    await book('S. Patil', { time: '12:30', born: '1992', sex: 'other' }),
  ];
  const [id, otherId] = [await getPerson(kept), await getPerson(other)];
  await owner.call(mergePeople, { params: { id }, body: { otherId } });
  expect([(await page(id)).about, (await booking(other)).about]).toEqual(['34 F', '34 F']);
  expect((await booking(kept)).about).toBe('34 F');
  const { rows } = (await desk.call(getDaySheet, { query: { date } })).body;
  expect(rows.map(({ about }) => about)).toEqual(['34 F', '34 F']);
  const found = (await desk.call(lookUpPeople, { query: { search: personContact } })).body.items;
  expect(found.map(({ about }) => about)).toEqual(['34 F']);
  expect((await correct(id, { born: null })).body).toMatchObject({ born: null, about: 'F' });
  expect((await booking(other)).about).toBe('F');
});

const guardian = 'Sunita Patil';

it('have a guardian who is told with them, stays, is corrected and emptied [P-7.39]', async () => {
  const child = { born: '2020', sex: 'female', guardian: ` ${guardian} ` };
  const id = await book('Asha Patil', child);
  await book('Asha Patil', { time: '12:30' });
  const about = '6 F · c/o Sunita Patil';
  const { rows } = (await desk.call(getDaySheet, { query: { date } })).body;
  const found = (await desk.call(lookUpPeople, { query: { search: personContact } })).body.items;
  const visit = (await owner.call(getVisit, { params: { id } })).body.appointment;
  const told = [...rows, ...found, visit, await booking(id)];
  expect(told.map((one) => one.about)).toEqual([about, about, about, about, about]);
  const params = { id };
  await desk.call(correctAppointment, {
    params,
    body: { personContact: '98300 11223', personName: 'Asa Patil' },
  });
  expect((await booking(id)).about).toBe(about);
  const person = await getPerson(id);
  expect((await correct(person, { guardian: 'Ramesh Patil' })).body).toMatchObject({
    guardian: 'Ramesh Patil',
    about: '6 F · c/o Ramesh Patil',
  });
  for (const wrong of ['', ' ', 'www.patil.example', 'a'.repeat(121), 34])
    expect([wrong, (await correct(person, { guardian: wrong })).status]).toEqual([wrong, 400]);
  const wrong = { ...at, personName: 'Asha Patil', time: '13:00', guardian: 'https://patil.example' };
  expect((await desk.send(createAppointment, { body: wrong })).error?.fields).toHaveProperty('guardian');
  expect((await correct(person, { guardian: null })).body).toMatchObject({ guardian: null, about: '6 F' });
});

it('have the guardian of merged people as age and sex [P-7.38, P-7.39]', async () => {
  const [kept, other] = [await book('Asha Patil'), await book('A. Patil', { time: '12:30', guardian })];
  const [id, otherId] = [await getPerson(kept), await getPerson(other)];
  await owner.call(mergePeople, { params: { id }, body: { otherId } });
  expect([(await page(id)).guardian, (await booking(kept)).about]).toEqual([guardian, `c/o ${guardian}`]);
  expect((await correct(id, { guardian: null })).body).toMatchObject({ guardian: null });
  expect(await booking(other)).not.toHaveProperty('about');
});

it('say who of a number is below 18, and of nobody else [P-7.40]', async () => {
  const id = await book('Asha Patil', { born: '2020' });
  await book('Sunita Patil', { time: '12:30', born: '1992' });
  await book('Ramesh Patil', { time: '13:00' });
  const found = (await desk.call(lookUpPeople, { query: { search: personContact } })).body.items;
  const { household } = await page(await getPerson(await book('Uma Patil', { time: '13:30' })));
  for (const people of [found, household])
    expect(people.filter(({ isMinor }) => isMinor).map(({ name }) => name)).toEqual(['Asha Patil']);
  expect((await page(await getPerson(id))).household.filter(({ isMinor }) => isMinor)).toEqual([]);
});

it('that a booking or a correction changes are named in the audit log, without their values [P-7.41]', async () => {
  const id = await book('Asha Patil', { born: '2020', guardian });
  await book('Asha Patil', { time: '12:30', born: '2019', sex: 'female', guardian });
  await book('Asha Patil', { time: '13:00', guardian });
  await correct(await getPerson(id), { guardian: 'Ramesh Patil' });
  const { items } = (await owner.call(listAudit, { query: {} })).body;
  const changes = items.flatMap(({ action, detail }) => (detail['changed'] ? [{ action, detail }] : []));
  expect(changes.toSorted((one, other) => (one.action < other.action ? -1 : 1))).toMatchObject([
    { action: 'appointment.created', detail: { changed: ['born', 'sex'] } },
    { action: 'people.corrected', detail: { changed: ['guardian'] } },
  ]);
  expect(JSON.stringify(items.map(({ detail }) => detail))).not.toMatch(/2019|2020|Patil/);
});

it('are not kept of a turf’s customers [P-7.35, P-7.39]', async () => {
  const turf = await signInAs(app, await buildTenant(app, { businessType: 'turf' }));
  const body = { personName: 'Ravi', personContact, date, time: '18:00' };
  for (const more of [{ born: '1992' }, { sex: 'male' }, { guardian }])
    expect((await turf.send(createAppointment, { body: { ...body, ...more } })).status).toBe(400);
  const { id } = (await turf.call(createAppointment, { body })).body;
  expect((await turf.send(correctAppointment, { params: { id }, body: { sex: 'male' } })).status).toBe(400);
  expect((await turf.call(getAppointment, { params: { id } })).body.facts).toBeUndefined();
});
