import { getImport, listImportRows, startImport, undoImport } from '@samay/contract/imports/imports';
import { createAppointment } from '@samay/contract/bookings/appointments';
import { listPatients } from '@samay/contract/people/patients';
import { correctPerson, mergePeople } from '@samay/contract/people/people';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { testApp, type TestApp, testNow } from '../../../test/fixtures/app.ts';
import { buildAdvance, buildTenant, type BuiltTenant, signInAs } from '../../../test/fixtures/builders.ts';
import type { Client } from '../../../test/fixtures/client.ts';
import { advanceAll, buildImport, personRow } from '../../../test/fixtures/imports/imports.ts';
import { newAppointment } from '../../../test/fixtures/samples.ts';
import { asPlatform } from '../../db/tenant.ts';
import { forgetOldImports } from './index.ts';

let app: TestApp;
let clinic: BuiltTenant;
let owner: Client;
beforeAll(async () => {
  app = await testApp();
});
beforeEach(async () => {
  app.setNow(testNow);
  clinic = await buildTenant(app);
  owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
});
afterAll(() => app.close());

/** Sets the clock to some seconds from the end of the days in which an undo is possible. */
async function secondsFromEnd(seconds: number): Promise<void> {
  app.setNow(new Date(Date.parse(testNow) + 7 * 86_400_000 + seconds * 1_000).toISOString());
  owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
}
const names = async () => (await owner.call(listPatients)).body.items.map(({ name }) => name).toSorted();
const idOf = async (name: string) =>
  (await owner.call(listPatients)).body.items.find((each) => each.name === name)?.id ?? '';

/** Brings people in, whose numbers differ; returns the import. */
async function bringIn(...people: readonly Parameters<typeof personRow>[1][]): Promise<string> {
  const rows = people.map((about, at) => personRow(at + 2, { contact: `98450 1111${at}`, ...about }));
  const id = await buildImport(app, clinic, { rows, by: owner.identity?.userId ?? '' });
  await advanceAll(app);
  await owner.call(startImport, { params: { id } });
  await advanceAll(app);
  return id;
}

async function undo(id: string) {
  const asked = await owner.call(undoImport, { params: { id } });
  await advanceAll(app);
  const stayed = (await owner.call(listImportRows, { params: { id }, query: { stayed: 'yes' } })).body;
  return {
    asked,
    undone: (await owner.call(getImport, { params: { id } })).body.undone,
    stayed: stayed.items.map(({ cells, stayedBecause }) => [cells[0], stayedBecause]),
  };
}

it('takes back people that nothing was added to since, and says who stayed and why [P-15.73]', async () => {
  await owner.call(createAppointment, {
    body: { ...newAppointment, personName: 'Known', personContact: '98450 11110' },
  });
  const id = await bringIn(
    { name: 'Known', born: '1980' },
    { name: 'Booked' },
    { name: 'Paid' },
    { name: 'Merged' },
    { name: 'Shown' },
    { name: 'Corrected', sex: 'male' },
    { name: 'Untouched', born: '1990', guardian: 'Usha', email: 'u@x.example' },
    { name: 'Alone' },
  );
  await owner.call(createAppointment, {
    body: { ...newAppointment, personName: 'Booked', personContact: '98450 11111', time: '12:30' },
  });
  await buildAdvance(app, clinic, await idOf('Paid'), 100_00);
  await owner.call(mergePeople, {
    params: { id: await idOf('Shown') },
    body: { otherId: await idOf('Merged') },
  });
  await owner.call(correctPerson, { params: { id: await idOf('Corrected') }, body: { born: '1977' } });
  const { undone, stayed } = await undo(id);
  expect(stayed).toEqual([
    ['Booked', 'booked'],
    ['Paid', 'paid'],
    ['Merged', 'merged'],
    ['Shown', 'merged'],
    ['Corrected', 'changed'],
  ]);
  expect(undone).toEqual({ removed: 3, stayed: 5 });
  expect(await names()).toEqual(['Booked', 'Corrected', 'Known', 'Paid', 'Shown']);
  const known = await asPlatform(app, (tx) =>
    tx
      .selectFrom('patients')
      .select(['name', 'born'])
      .where('tenant_id', '=', clinic.id)
      .where('name', '=', 'Known')
      .execute(),
  );
  expect(known).toEqual([{ name: 'Known', born: null }]);
});

it('takes back the rows of one import alone [P-15.73, T-2.53]', async () => {
  const other = await buildTenant(app);
  const stranger = await signInAs(app, other, 'BUSINESS_OWNER');
  const first = await bringIn({ name: 'Asha' });
  await bringIn({ name: 'Ravi', contact: '98450 22222' });
  expect((await stranger.call(undoImport, { params: { id: first } })).status).toBe(404);
  const { undone } = await undo(first);
  expect(undone).toEqual({ removed: 1, stayed: 0 });
  expect(await names()).toEqual(['Ravi']);
  const again = await owner.call(undoImport, { params: { id: first } });
  expect(again.error?.code).toBe('import.undo_over');
});

it('may be undone for seven days, and then forgets the rows of the file [P-15.74, T-2.54]', async () => {
  const [kept, old] = [
    await bringIn({ name: 'Asha' }),
    await bringIn({ name: 'Ravi', contact: '98450 22222' }),
  ];
  await secondsFromEnd(-1);
  const forget = () => forgetOldImports(app.dependencies, new AbortController().signal);
  await forget();
  expect((await undo(kept)).undone).toEqual({ removed: 1, stayed: 0 });
  await secondsFromEnd(1);
  await forget();
  const late = await owner.call(undoImport, { params: { id: old } });
  expect([late.status, late.error?.code]).toEqual([409, 'import.undo_over']);
  const rows = await asPlatform(app, (tx) =>
    tx.selectFrom('import_rows').select('line').where('tenant_id', '=', clinic.id).execute(),
  );
  expect(rows).toEqual([]);
  expect((await owner.call(getImport, { params: { id: old } })).body).toMatchObject({
    state: 'done',
    counts: { new: 1 },
  });
  expect(await names()).toEqual(['Ravi']);
});

it('runs one file of a business at a time, and only one that was checked [P-15.76]', async () => {
  const by = owner.identity?.userId ?? '';
  const build = () => buildImport(app, clinic, { rows: [personRow(2, {})], by });
  const [one, two] = [await build(), await build()];
  const early = await owner.call(startImport, { params: { id: one } });
  expect(early.error?.code).toBe('import.not_ready');
  await advanceAll(app);
  const both = await Promise.all([one, two].map((id) => owner.call(startImport, { params: { id } })));
  expect(both.map(({ status }) => String(status)).toSorted()).toEqual(['201', '409']);
  expect(both.map(({ error }) => error?.code).filter(Boolean)).toEqual(['import.busy']);
});

it.each(['BUSINESS_ADMIN', 'DOCTOR', 'EMPLOYEE'] as const)(
  'shows a %s no file of people [T-2.55]',
  async (role) => {
    const id = await bringIn({ name: 'Asha' });
    const colleague = await signInAs(app, clinic, role);
    const mayRead = role === 'BUSINESS_ADMIN';
    const read = await colleague.call(listImportRows, { params: { id } });
    const started = await colleague.call(undoImport, { params: { id } });
    expect([read.status, started.status]).toEqual(mayRead ? [200, 200] : [403, 403]);
  },
);
