import { getImport, listImportRows, startImport } from '@samay/contract/imports/imports';
import type { ImportedPerson, ReadRow } from '@samay/contract/imports/rows';
import { getPatient, listPatients } from '@samay/contract/people/patients';
import { correctPerson, lookUpPeople, mergePeople } from '@samay/contract/people/people';
import { createAppointment } from '@samay/contract/bookings/appointments';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../test/fixtures/app.ts';
import { buildTenant, type BuiltTenant, signInAs } from '../../../test/fixtures/builders.ts';
import type { Client } from '../../../test/fixtures/client.ts';
import { advanceAll, buildImport, personRow } from '../../../test/fixtures/imports/imports.ts';
import { newAppointment } from '../../../test/fixtures/samples.ts';
import { asPlatform } from '../../db/tenant.ts';

let app: TestApp;
let clinic: BuiltTenant;
let owner: Client;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

async function fresh(businessType: 'doctor' | 'turf' = 'doctor'): Promise<void> {
  clinic = await buildTenant(app, { businessType });
  owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
}

const people = (...about: Partial<ImportedPerson>[]) => about.map((each, at) => personRow(at + 2, each));

/** Lets a file be checked; returns its import and the outcomes by line. */
async function check(rows: readonly ReadRow[]) {
  const id = await buildImport(app, clinic, { rows, by: owner.identity?.userId ?? '' });
  await advanceAll(app);
  return { id, ...(await look(id)) };
}

async function look(id: string) {
  const one = (await owner.call(getImport, { params: { id } })).body;
  const { items } = (await owner.call(listImportRows, { params: { id } })).body;
  return { import: one, outcomes: items.map(({ outcome }) => outcome), rows: items };
}

/** Brings a file in. */
async function bringIn(rows: readonly ReadRow[]) {
  const { id } = await check(rows);
  expect((await owner.call(startImport, { params: { id } })).status).toBe(201);
  await advanceAll(app);
  return { id, ...(await look(id)) };
}

const list = async (query = {}) => (await owner.call(listPatients, { query })).body.items;

it('says of each person what the file would do, and changes nothing until it is run [P-15.70]', async () => {
  await fresh();
  await owner.call(createAppointment, {
    body: { ...newAppointment, personName: 'Asha Rao', personContact: '98450 11111', personEmail: null },
  });
  const { import: checked, outcomes } = await check([
    ...people(
      { name: 'Smt. ASHA  Rao', contact: '+91 98450 11111' },
      { name: 'Asha Rao', contact: '098450-11111', born: '1990', sex: 'female' },
      { name: 'Ravi Rao', contact: '98450 11111' },
      { name: 'Meera', contact: '98450 22222' },
      { name: 'meera', contact: '9845022222' },
      { name: 'Kiran', contact: '98450 22222' },
      { name: 'Zoya', contact: null, email: 'zoya@x.example' },
    ),
    {
      line: 9,
      cells: ['', '12'],
      problems: [{ column: 0, code: 'name.missing', text: 'There is no name' }],
    },
  ]);
  expect(outcomes).toEqual(['same', 'changed', 'household', 'new', 'same', 'household', 'new', 'refused']);
  expect(checked).toMatchObject({
    state: 'ready',
    total: 8,
    percent: 100,
    counts: { new: 2, same: 2, household: 2, changed: 1, refused: 1 },
    undoUntil: null,
  });
  expect((await list()).map(({ name }) => name)).toEqual(['Asha Rao']);
});

it('brings people in once: the same file again adds nothing [P-15.71]', async () => {
  await fresh();
  const rows = people(
    { name: 'Asha', contact: '98450 11111', born: '1990-02-03', sex: 'female', guardian: 'Usha' },
    { name: 'Ravi', contact: '98450 11111' },
    { name: 'आशा', contact: null, email: 'asha@x.example' },
    { name: 'Ravi', contact: '98450 11111', email: 'ravi@x.example' },
  );
  const first = await bringIn(rows);
  expect(first.import).toMatchObject({
    state: 'done',
    counts: { new: 2, household: 1, same: 0, changed: 1, refused: 0 },
  });
  expect(first.import.undoUntil).toBe('2026-11-28T04:30:00.000Z');
  const found = await list();
  expect(found.map(({ name, email, bookings }) => `${name} ${email ?? '-'} ${bookings}`).toSorted()).toEqual([
    'Asha - 0',
    'Ravi ravi@x.example 0',
    'आशा asha@x.example 0',
  ]);
  const again = await bringIn(rows);
  expect(again.outcomes).toEqual(['same', 'same', 'same', 'same']);
  expect(await list()).toEqual(found);
});

it('fills what was not known of a person, and never writes over what the desk has noted [P-15.72]', async () => {
  await fresh();
  await owner.call(createAppointment, {
    body: { ...newAppointment, personName: 'Asha', personContact: '98450 11111', born: '1991' },
  });
  const { outcomes } = await bringIn(
    people({
      name: 'Asha',
      contact: '98450 11111',
      born: '1980',
      sex: 'female',
      email: 'other@x.example',
      guardian: 'Usha',
    }),
  );
  expect(outcomes).toEqual(['changed']);
  const [asha] = await list();
  const { body } = await owner.call(getPatient, { params: { id: asha?.id ?? '' } });
  expect(body).toMatchObject({
    born: '1991',
    sex: 'female',
    guardian: 'Usha',
    email: newAppointment.personEmail,
  });
});

it('leaves a guest of a sports ground without the facts of a patient [P-15.72]', async () => {
  await fresh('turf');
  const { outcomes, rows } = await bringIn(people({ name: 'Arjun', contact: '98450 11111', born: '1980' }));
  expect(outcomes).toEqual(['new']);
  const row = await asPlatform(app, (tx) =>
    tx
      .selectFrom('patients')
      .select('born')
      .where('id', '=', rows[0]?.personId ?? '')
      .executeTakeFirst(),
  );
  expect(row).toEqual({ born: null });
});

it('brings in only what is new of a corrected file, and shows the refused rows by page [P-15.71]', async () => {
  await fresh();
  const refused = (line: number): ReadRow => ({
    line,
    cells: ['Asha', 'x'],
    problems: [{ column: 1, code: 'contact.unreadable', text: '“x” is no number' }],
  });
  const { id } = await bringIn([...people({ name: 'Ravi', contact: '98450 22222' }), refused(3), refused(4)]);
  const page = await owner.call(listImportRows, {
    params: { id },
    query: { outcome: 'refused', limit: 1 },
  });
  expect(page.body.items.map(({ line, problems }) => [line, problems[0]?.code])).toEqual([
    [3, 'contact.unreadable'],
  ]);
  const next = await owner.call(listImportRows, {
    params: { id },
    query: { outcome: 'refused', limit: 1, cursor: page.body.next ?? '' },
  });
  expect(next.body).toMatchObject({ items: [{ line: 4 }], next: null });
  const corrected = await bringIn(
    people({ name: 'Ravi', contact: '98450 22222' }, { name: 'Asha', contact: '98450 11111' }),
  );
  expect(corrected.outcomes).toEqual(['same', 'new']);
});

it('shows people without a booking in the list, the search, the forms and on their page [P-15.75]', async () => {
  await fresh();
  await bringIn(
    people({ name: 'Asha Rao', contact: '98450 11111' }, { name: 'Rao Asha', contact: '98450 11111' }),
  );
  await owner.call(createAppointment, { body: { ...newAppointment, personName: 'Kavita' } });
  expect((await list()).map(({ name }) => name)).toContain('Asha Rao');
  expect((await list({ search: 'rao' })).map(({ name }) => name).toSorted()).toEqual([
    'Asha Rao',
    'Rao Asha',
  ]);
  expect((await list({ search: '98450 11111' })).length).toBe(2);
  const found = (await owner.call(lookUpPeople, { query: { search: 'Asha' } })).body.items;
  expect(found.map(({ name, lastVisit }) => `${name} ${lastVisit?.date ?? 'never'}`).toSorted()).toEqual([
    'Asha Rao never',
    'Rao Asha never',
  ]);
  const [id = '', otherId = ''] = found.map((each) => each.id);
  const page = (await owner.call(getPatient, { params: { id } })).body;
  expect(page).toMatchObject({ bookings: 0, lastVisit: null, household: [{ id: otherId, isAlike: true }] });
  const corrected = await owner.call(correctPerson, { params: { id }, body: { name: 'Asha R. Rao' } });
  expect(corrected.status).toBe(200);
  const merged = await owner.call(mergePeople, { params: { id }, body: { otherId } });
  expect(merged.body.merges.map((each) => each.id)).toEqual([otherId]);
  expect((await list({ search: 'asha' })).length).toBe(1);
});

it('pages people without a booking after those with one [P-15.75]', async () => {
  await fresh();
  await bringIn(people(...[1, 2, 3, 4, 5].map((n) => ({ name: `Person ${n}`, contact: `98450 1111${n}` }))));
  await owner.call(createAppointment, { body: newAppointment });
  const first = (await owner.call(listPatients, { query: { limit: 2 } })).body;
  const second = (await owner.call(listPatients, { query: { limit: 2, cursor: first.next ?? '' } })).body;
  const third = (await owner.call(listPatients, { query: { limit: 2, cursor: second.next ?? '' } })).body;
  const names = [first, second, third].flatMap(({ items }) => items.map(({ name }) => name));
  expect(names[0]).toBe(newAppointment.personName);
  expect(new Set(names).size).toBe(6);
  expect(third.next).toBeNull();
});
