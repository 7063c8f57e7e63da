import { getImport, listImportRows } from '@samay/contract/imports/imports';
import { mostStoredTogether } from './store.ts';
import { CompiledQuery } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/fixtures/app.ts';
import { buildTenant, signInAs } from '../../../../test/fixtures/builders.ts';
import { advanceAll, personRow } from '../../../../test/fixtures/imports/imports.ts';
import { systemContext } from '../../../context/business-context.ts';
import { ready } from '../../../db/statement.ts';
import { asPlatform, inTenant, platformTenant } from '../../../db/tenant.ts';
import { failLostReadings } from './store-queries.ts';
import { beginImport, endStoring, noteUnreadable, storeRows } from './store.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

it('stores a chunk of rows once, also where it is sent twice, and checks them when all are there [P-15.70]', async () => {
  const clinic = await buildTenant(app);
  const owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
  const context = systemContext(app.dependencies, { job: 'test', tenantId: clinic.id });
  const by = owner.identity?.userId ?? '';
  const file = { kind: 'people', fileName: 'patients.csv', heads: ['Name'], by } as const;
  const id = await inTenant(context, (tx) => beginImport(tx, context, file));
  const rows = Array.from({ length: mostStoredTogether }, (_, at) =>
    personRow(at + 2, { contact: null, email: `p${at}@x.example` }),
  );
  for (let time = 0; time < 2; time += 1) await inTenant(context, (tx) => storeRows(tx, context, id, rows));
  await advanceAll(app);
  expect((await owner.call(getImport, { params: { id } })).body).toMatchObject({
    state: 'reading',
    counts: null,
    addedBy: 'Asha Kulkarni',
    heads: ['Name'],
  });
  await inTenant(context, (tx) => endStoring(tx, context, id));
  await advanceAll(app);
  expect((await owner.call(getImport, { params: { id } })).body).toMatchObject({
    state: 'ready',
    total: mostStoredTogether,
    counts: { new: mostStoredTogether },
  });
});

it('refuses a row of a person who cannot be reached [P-15.70]', async () => {
  const clinic = await buildTenant(app);
  const owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
  const context = systemContext(app.dependencies, { job: 'test', tenantId: clinic.id });
  const by = owner.identity?.userId ?? '';
  const id = await inTenant(context, async (tx) => {
    const begun = await beginImport(tx, context, { kind: 'people', fileName: 'p.csv', heads: [], by });
    await storeRows(tx, context, begun, [personRow(2, { contact: null })]);
    await endStoring(tx, context, begun);
    return begun;
  });
  await advanceAll(app);
  const { items } = (await owner.call(listImportRows, { params: { id } })).body;
  expect(items.map(({ outcome, problems }) => [outcome, problems[0]?.code])).toEqual([
    ['refused', 'reach.missing'],
  ]);
});

it('says why a file could not be read [P-15.70]', async () => {
  const clinic = await buildTenant(app);
  const owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
  const context = systemContext(app.dependencies, { job: 'test', tenantId: clinic.id });
  const by = owner.identity?.userId ?? '';
  const id = await inTenant(context, (tx) =>
    beginImport(tx, context, { kind: 'people', fileName: 'p.csv', heads: [], by }),
  );
  await noteUnreadable(context, id, 'The file is empty.');
  expect((await owner.call(getImport, { params: { id } })).body).toMatchObject({
    state: 'failed',
    failure: 'The file is empty.',
  });
});

it('says of a file whose server was lost while it read it that it failed, after a quarter of an hour [P-15.85]', async () => {
  const clinic = await buildTenant(app);
  const owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
  const context = systemContext(app.dependencies, { job: 'test', tenantId: clinic.id });
  const by = owner.identity?.userId ?? '';
  const begun = context.now.getTime();
  const id = await inTenant(context, async (tx) => {
    const lost = await beginImport(tx, context, { kind: 'people', fileName: 'p.csv', heads: [], by });
    await storeRows(tx, context, lost, [personRow(2, {})]);
    return lost;
  });
  const advanceAt = async (minutes: number) => {
    app.setNow(new Date(begun + minutes * 60_000).toISOString());
    await advanceAll(app);
    // The session of the owner is shorter.
    app.setNow(context.now.toISOString());
    return (await owner.call(getImport, { params: { id } })).body;
  };
  expect((await advanceAt(14)).state).toBe('reading');
  const failed = await advanceAt(16);
  expect(failed).toMatchObject({ state: 'failed', failure: 'The server stopped while it read this file.' });
  // A server that was only slow changes it no more.
  await inTenant(context, (tx) => endStoring(tx, context, id));
  await advanceAll(app);
  expect((await owner.call(getImport, { params: { id } })).body).toEqual(failed);
});

it('finds the readings of all businesses that are lost by an index, however many files there were [P-15.86]', async () => {
  const statement = failLostReadings({ before: app.dependencies.clock(), failure: 'x' });
  const { text, values = [] } = ready(statement, platformTenant);
  const plan = await asPlatform(app, async (tx) => {
    await tx.executeQuery(CompiledQuery.raw('set local enable_seqscan = off'));
    return tx.executeQuery(CompiledQuery.raw(`explain ${text}`, [...values]));
  });
  expect(JSON.stringify(plan.rows)).toContain('imports_reading');
});
