import { getImport, listImportRows, startImport } from '@samay/contract/imports/imports';
import {
  chooseImportWords,
  getImportWords,
  mostImportWords,
  mostWordsForResources,
  type WordUse,
} from '@samay/contract/imports/words';
import { listResources } from '@samay/contract/availability/resources';
import { listServices } from '@samay/contract/availability/services';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { testApp, type TestApp, testNow } from '../../../../test/fixtures/app.ts';
import { buildResource, buildService } from '../../../../test/fixtures/availability.ts';
import { buildTenant, type BuiltTenant, signInAs } from '../../../../test/fixtures/builders.ts';
import type { Client } from '../../../../test/fixtures/client.ts';
import { advanceAll, bookingRow, buildImport } from '../../../../test/fixtures/imports/imports.ts';
import { asPlatform } from '../../../db/tenant.ts';
import { forgetOldImports } from '../index.ts';

let app: TestApp;
let clinic: BuiltTenant;
let owner: Client;
let rao: string;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  app.setNow(testNow);
  clinic = await buildTenant(app);
  owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
  rao = await buildResource(app, clinic, { name: 'Dr. Meena Rao' });
  await buildService(app, clinic, { name: 'Consultation' });
});

type Row = Parameters<typeof bookingRow>[1];

/** Lets a file be checked; returns the id of its import. */
async function check(...bookings: readonly Row[]): Promise<string> {
  const rows = bookings.map((about, at) =>
    bookingRow(at + 2, { person: { contact: `98450 ${11_111 + at}` }, ...about }),
  );
  const id = await buildImport(app, clinic, { kind: 'bookings', rows, by: owner.identity?.userId ?? '' });
  await advanceAll(app);
  return id;
}

const words = async (id: string) => (await owner.call(getImportWords, { params: { id } })).body;
const outcomes = async (id: string) =>
  (await owner.call(listImportRows, { params: { id } })).body.items.map(
    ({ outcome, problems }) => problems[0]?.code ?? outcome,
  );

async function choose(id: string, kind: 'service' | 'resource', chosen: Record<string, WordUse>) {
  const body = { words: Object.entries(chosen).map(([word, use]) => ({ kind, word, chosen: use })) };
  const reply = await owner.call(chooseImportWords, { params: { id }, body });
  await advanceAll(app);
  return reply;
}

async function start(id: string): Promise<void> {
  expect((await owner.call(startImport, { params: { id } })).status).toBe(201);
  await advanceAll(app);
}

const [past, coming] = ['2026-10-05', '2026-12-01'];
const file: readonly Row[] = [
  { date: coming, time: '10:00', resource: 'Meena', service: 'Consultation' },
  { date: coming, time: '11:00', resource: 'MEENA', service: 'ECG' },
  { date: coming, time: '12:00', resource: 'Dr. Iyer', service: 'ecg' },
  { date: coming, time: '13:00', resource: 'dr meena rao', service: 'Consultaton' },
  { date: past, time: '10:00', resource: 'Test entry' },
];

it('lists the words of a file that name nothing, with their rows and what they probably name [P-15.87]', async () => {
  const id = await check(...file);
  expect(await words(id)).toEqual({
    needsCheck: false,
    words: [
      { kind: 'service', word: 'ECG', rows: 2, chosen: null, suggested: null, mayBeAdded: true },
      {
        kind: 'service',
        word: 'Consultaton',
        rows: 1,
        chosen: null,
        suggested: expect.stringMatching(/./) as string,
        mayBeAdded: true,
      },
      { kind: 'resource', word: 'MEENA', rows: 2, chosen: null, suggested: rao, mayBeAdded: true },
      { kind: 'resource', word: 'Dr. Iyer', rows: 1, chosen: null, suggested: null, mayBeAdded: true },
      { kind: 'resource', word: 'Test entry', rows: 1, chosen: null, suggested: null, mayBeAdded: true },
    ],
    further: { service: 0, resource: 0 },
    services: expect.arrayContaining([expect.objectContaining({ name: 'Consultation' })]) as object[],
    resources: [{ id: rao, name: 'Dr. Meena Rao' }],
  });
  expect(await outcomes(id)).toEqual([
    'resource.unknown',
    'resource.unknown',
    'resource.unknown',
    'new',
    'new',
  ]);
});

it('checks the rows again with what was chosen, and adds nothing before the import is started [P-15.88]', async () => {
  const id = await check(...file);
  await choose(id, 'service', { ECG: { use: 'added' } });
  const reply = await choose(id, 'resource', {
    MEENA: { use: 'existing', id: rao },
    'Dr. Iyer': { use: 'added' },
    'Test entry': { use: 'left_out' },
  });
  expect([reply.status, reply.body.state]).toEqual([200, 'checking']);
  expect(await outcomes(id)).toEqual(['new', 'new', 'new', 'new', 'word.left_out']);
  const { body } = await owner.call(getImport, { params: { id } });
  expect(body).toMatchObject({ state: 'ready', counts: { new: 4, refused: 1 } });
  const names = async () => [
    ...(await owner.call(listServices)).body.items.map(({ name }) => name),
    ...(await owner.call(listResources)).body.items.map(({ name }) => name),
  ];
  expect(await names()).not.toEqual(expect.arrayContaining(['ECG']));
  await start(id);
  expect(await names()).toEqual(expect.arrayContaining(['ECG', 'Dr. Iyer']));
  const booked = await asPlatform(app, (tx) =>
    tx
      .selectFrom('appointments')
      .select(['appointment_time as time', 'doctor', 'service_name as service'])
      .where('tenant_id', '=', clinic.id)
      .execute(),
  );
  expect(
    booked.map(({ time, doctor, service }) => `${time?.slice(0, 5)} ${doctor} ${service}`).toSorted(),
  ).toEqual([
    '10:00 Dr. Meena Rao Consultation',
    '11:00 Dr. Meena Rao ECG',
    '12:00 Dr. Iyer ECG',
    '13:00 Dr. Meena Rao Consultaton',
  ]);
  // An added doctor is no user: nobody is invited.
  const added = (await owner.call(listResources)).body.items.find(({ name }) => name === 'Dr. Iyer');
  expect(added).toMatchObject({ memberId: null, kind: 'practitioner' });
});

it('keeps what was chosen for the next file, and asks again where it is gone [P-15.89]', async () => {
  const first = await check(...file);
  await choose(first, 'resource', {
    MEENA: { use: 'existing', id: rao },
    'Dr. Iyer': { use: 'added' },
    'Test entry': { use: 'as_written' },
  });
  await start(first);
  const second = await check(...file);
  const chosen = (await words(second)).words.filter(({ kind }) => kind === 'resource');
  expect(chosen.map(({ word, chosen: each }) => [word, each?.use])).toEqual([
    ['MEENA', 'existing'],
    ['Test entry', 'as_written'],
  ]);
  expect(await outcomes(second)).toEqual(['same', 'same', 'same', 'same', 'same']);
  await asPlatform(app, (tx) =>
    tx
      .updateTable('resources')
      .set({ archived_at: app.dependencies.clock() })
      .where('id', '=', rao)
      .execute(),
  );
  const [asked] = (await words(second)).words.filter(({ word }) => word === 'MEENA');
  expect(asked?.chosen).toBeNull();
});

it('refuses what the business does not have or cannot add, and a file that is not ready [P-15.88]', async () => {
  const id = await check(...file);
  const other = await buildTenant(app);
  const foreign = await buildResource(app, other, { name: 'Dr. Elsewhere' });
  const refused = [
    await choose(id, 'resource', { MEENA: { use: 'existing', id: foreign } }),
    await choose(id, 'resource', { 'Dr. Meena Rao': { use: 'added' } }),
    await choose(id, 'service', { 'www.spam.example/buy now': { use: 'existing', id: rao } }),
  ].map(({ status, error }) => [status, error?.code]);
  expect(refused).toEqual(Array.from({ length: 3 }, () => [400, 'request.invalid']));
  await start(id);
  const late = await choose(id, 'resource', { MEENA: { use: 'left_out' } });
  expect(late.error?.code).toBe('import.not_ready');
});

it('lists no more than the most frequent words of a column, and counts the others [P-15.90]', async () => {
  const many = mostImportWords + 7;
  const id = await check(
    ...Array.from({ length: many }, (_, at): Row => ({ date: past, time: '10:00', service: `Word ${at}` })),
    { date: past, time: '11:00', service: 'word 3' },
  );
  const found = await words(id);
  expect(found.words).toHaveLength(mostImportWords);
  expect(found.words[0]).toMatchObject({ word: 'Word 3', rows: 2 });
  expect(found.further).toEqual({ service: 7, resource: 0 });
});

it('asks for no doctors in a column with more words than there can be doctors, and counts them [P-15.98]', async () => {
  const id = await check(...file);
  const total = 200_000;
  const found = { total, words: [{ word: 'Dr. Iyer', rows: 1 }] };
  await asPlatform(app, (tx) =>
    tx
      .updateTable('imports')
      .set({ words: JSON.stringify({ service: { total: 0, words: [] }, resource: found }) })
      .where('id', '=', id)
      .execute(),
  );
  expect(await words(id)).toMatchObject({ words: [], further: { service: 0, resource: total } });
});

it('uses no choice of an earlier file in a column with more words than are asked for [P-15.98]', async () => {
  const first = await check(...file);
  await choose(first, 'resource', { MEENA: { use: 'existing', id: rao }, 'Dr. Iyer': { use: 'added' } });
  expect(await outcomes(first)).toEqual(['new', 'new', 'new', 'new', 'new']);
  const coming = file.slice(0, 3).map((row) => ({ ...row, service: undefined }));
  const iyer = { date: past, time: '12:00', resource: 'Dr. Iyer' };
  const others = Array.from({ length: mostWordsForResources - 1 }, (_, at): Row => ({
    date: past,
    time: '10:00',
    resource: `Token ${at}`,
  }));
  const id = await check(...coming, iyer, ...others);
  expect(await words(id)).toMatchObject({ words: [], further: { resource: mostWordsForResources + 1 } });
  const unknown = ['resource.unknown', 'resource.unknown', 'resource.unknown', 'new'];
  expect((await outcomes(id)).slice(0, 4)).toEqual(unknown);
  await start(id);
  expect((await outcomes(id)).slice(0, 4)).toEqual(unknown);
  expect((await owner.call(listResources)).body.items.map(({ name }) => name)).toEqual(['Dr. Meena Rao']);
});

it('finds the words of a file that 1.3.0 has checked in another check, while its rows are kept [P-15.99]', async () => {
  const id = await check(...file);
  const forget = () =>
    asPlatform(app, (tx) => tx.updateTable('imports').set({ words: null }).where('id', '=', id).execute());
  expect(await words(id)).toMatchObject({ needsCheck: false });
  await forget();
  expect(await words(id)).toMatchObject({ needsCheck: true, words: [] });
  expect((await choose(id, 'resource', {})).status).toBe(200);
  expect((await words(id)).words).toHaveLength(5);
  await forget();
  app.setNow(new Date(Date.parse(testNow) + 8 * 86_400_000).toISOString());
  owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
  expect(await words(id)).toMatchObject({ needsCheck: false });
  expect((await choose(id, 'resource', {})).error?.code).toBe('import.not_ready');
});

it('forgets the words of a file with its rows [P-15.74]', async () => {
  const id = await check(...file);
  app.setNow(new Date(Date.parse(testNow) + 8 * 86_400_000).toISOString());
  await forgetOldImports(app.dependencies, new AbortController().signal);
  const row = await asPlatform(app, (tx) =>
    tx.selectFrom('imports').select('words').where('id', '=', id).executeTakeFirst(),
  );
  expect(row).toEqual({ words: null });
});
