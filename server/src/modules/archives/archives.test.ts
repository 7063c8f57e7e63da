import { askForArchive, getArchive, makeArchiveLink } from '@samay/contract/archives/archives';
import { unzipSync } from 'fflate';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { testApp, testNow, type TestApp } from '../../../test/fixtures/app.ts';
import {
  archiveOf,
  demoBusiness,
  downloadArchive,
  makeArchiveOf,
  rowsOf,
  textsOf,
} from '../../../test/fixtures/archives/archives.ts';
import { buildLink } from '../../../test/fixtures/samples/sample-world.ts';
import { buildTenant, type BuiltTenant, signInAs } from '../../../test/fixtures/builders.ts';
import { fillDemo } from '../../demo/index.ts';
import { systemContext } from '../../context/business-context.ts';
import { asPlatform, inTenant } from '../../db/tenant.ts';
import { makeArchives, removeOldArchives } from './index.ts';

let app: TestApp;
let clinic: BuiltTenant;
beforeAll(async () => {
  app = await testApp();
  await fillDemo(app.dependencies);
  clinic = await demoBusiness(app, 'City Care Clinic');
});
beforeEach(async () => {
  app.setNow(testNow);
  await asPlatform(app, async (tx) => {
    await tx.deleteFrom('archives').execute();
    await tx.deleteFrom('outbox').execute();
  });
});
afterAll(() => app.close());

const now = () => makeArchives(app.dependencies, new AbortController().signal);
const later = (hours: number) => app.setNow(new Date(Date.parse(testNow) + hours * 3_600_000).toISOString());

/** Reads the column of a CSV by its head. */
function columnOf(csv: string, name: string): string[] {
  const [head = [], ...lines] = csv
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split('\r\n')
    .map((line) => [...line.matchAll(/(?:^|,)("(?:[^"]|"")*"|[^,]*)/g)].map(([, cell = '']) => cell));
  return lines.map((cells) => (cells[head.indexOf(name)] ?? '').replaceAll('"', ''));
}

async function storedFiles(): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of app.dependencies.files.list()) names.push(name);
  return names;
}

it('has every booking, person and payment as JSON and as CSV, and each prescription as a file [P-15.30]', async () => {
  const archive = await archiveOf(app, clinic);
  const texts = textsOf(archive);
  const counted = await asPlatform(app, async (tx) => {
    const count = async (table: 'appointments' | 'patients' | 'payments' | 'files') =>
      (await tx.selectFrom(table).select('tenant_id').where('tenant_id', '=', clinic.id).execute()).length;
    return [
      await count('appointments'),
      await count('patients'),
      await count('payments'),
      await count('files'),
    ];
  });
  expect(counted.every((rows) => rows > 0)).toBe(true);
  const lines = ['bookings', 'people', 'payments', 'prescriptions'].map(
    (name) => (texts[`${name}.csv`] ?? '').split('\r\n').length - 2,
  );
  expect(lines).toEqual(counted);
  expect(['appointments', 'patients', 'payments', 'files'].map((name) => rowsOf(texts, name).length)).toEqual(
    counted,
  );
  const fees = rowsOf(texts, 'appointments').flatMap(({ kept_on: day, amount_paise: paise }) =>
    Number(paise) > 0 && typeof day === 'string' ? [day] : [],
  );
  expect(fees.length).toBeGreaterThan(0);
  const days = columnOf(texts['bookings.csv'] ?? '', 'Fee Kept On').filter(Boolean);
  expect(days.toSorted()).toEqual(fees.toSorted());
  const files = unzipSync(archive);
  for (const { id } of rowsOf(texts, 'files')) {
    const [name = ''] = Object.keys(files).filter((one) => one.includes(String(id)));
    const stored = await app.dependencies.files.read(`${clinic.id}/${String(id)}`);
    expect(Buffer.from(files[name] ?? [])).toEqual(Buffer.concat(await stored.toArray()));
  }
  expect(JSON.parse(texts['manifest.json'] ?? '')).toMatchObject({
    format: 'samay archive',
    version: 1,
    business: { id: clinic.id, name: 'City Care Clinic', type: 'doctor' },
    prescriptions: counted[3],
    missing: [],
  });
  // Every time of the log is in it, and who acted.
  expect(texts['audit.csv']).toContain('archive.asked');
  expect(texts['staff.csv']).toContain('desk@citycare.example');
});

it('has no password, session, key, mail or hash of the chain in it, and nothing of another business [P-15.31, T-2.30]', async () => {
  const texts = Object.values(textsOf(await archiveOf(app, clinic))).join('\n');
  const secrets = await asPlatform(app, async (tx) => {
    const users = await tx.selectFrom('users').select('password_hash').execute();
    const sessions = await tx.selectFrom('sessions').select(['id', 'device_hash']).execute();
    const others = await tx.selectFrom('patients').select('id').where('tenant_id', '<>', clinic.id).execute();
    const bookings = await tx
      .selectFrom('appointments')
      .select('id')
      .where('tenant_id', '<>', clinic.id)
      .execute();
    return [
      ...users.map((row) => row.password_hash),
      ...sessions.flatMap((row) => [row.id, row.device_hash]),
      ...[...others, ...bookings].map((row) => row.id),
    ];
  });
  expect(secrets.length).toBeGreaterThan(100);
  expect(secrets.filter((secret) => secret !== null && texts.includes(secret))).toEqual([]);
});

it('asks for the password, mails the owner when it is ready, and is sent once whole [P-15.32, P-15.33]', async () => {
  const owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
  await buildLink(app, owner.identity?.userId ?? '');
  const ask = async (body: { password?: string }) => owner.call(askForArchive, { body });
  expect((await ask({})).error?.code).toBe('account.password_needed');
  expect((await ask({ password: 'not it' })).error?.code).toBe('account.wrong_password');
  const asked = await ask({ password: 'demo1234' });
  expect(asked.body.archive).toMatchObject({ state: 'waiting', isOwn: true, percent: 0, bytes: null });
  expect((await ask({ password: 'demo1234' })).error?.code).toBe('archive.waiting');
  const id = asked.body.archive?.id ?? '';
  await now();
  const { archive } = (await owner.call(getArchive)).body;
  expect(archive).toMatchObject({ state: 'ready', percent: 100, expiresAt: '2026-11-22T04:30:00.000Z' });
  const mails = await asPlatform(app, (tx) =>
    tx
      .selectFrom('outbox')
      .select('payload')
      .where('tenant_id', '=', clinic.id)
      .where('kind', '=', 'mail')
      .execute(),
  );
  expect(mails.map(({ payload }) => (payload as { to: string }).to)).toEqual([owner.identity?.email]);
  // A look at the head alone sends nothing.
  const { url } = (await owner.call(makeArchiveLink, { params: { id } })).body;
  await app.app.inject({ method: 'HEAD', url, headers: owner.headers() });
  // A service worker that starts asks too, and uses no answer.
  const preload = { ...owner.headers(), 'service-worker-navigation-preload': 'true' };
  const preloaded = await app.app.inject({ method: 'GET', url, headers: preload });
  expect([preloaded.statusCode, preloaded.rawPayload.length]).toEqual([204, 0]);
  const { status, content, headers } = await downloadArchive(app, owner, id);
  expect([status, content.length]).toEqual([200, archive?.bytes]);
  expect(headers).toMatchObject({
    'content-disposition': 'attachment; filename="samay_export_2026-11-21.zip"',
    'cache-control': 'no-store',
  });
  await expect.poll(async () => (await owner.call(getArchive)).body.archive?.state).toBe('gone');
  await expect.poll(async () => (await storedFiles()).filter((name) => name.endsWith(id)).length).toBe(0);
  expect((await owner.call(makeArchiveLink, { params: { id } })).error?.code).toBe('archive.gone');
  const acts = async () =>
    asPlatform(app, async (tx) =>
      (
        await tx.selectFrom('audit_log').select('action').where('object', '=', id).orderBy('action').execute()
      ).map(({ action }) => action),
    );
  await expect.poll(acts).toEqual(['archive.asked', 'archive.downloaded', 'archive.made', 'archive.opened']);
});

it('opens for the owner who asked alone, by a link of this session and business [P-15.34, T-2.31]', async () => {
  const { owner, id } = await makeArchiveOf(app, clinic);
  const [other, desk, stranger] = [
    await signInAs(app, clinic, 'BUSINESS_OWNER'),
    await signInAs(app, clinic, 'EMPLOYEE'),
    await signInAs(app, await buildTenant(app), 'BUSINESS_OWNER'),
  ];
  expect((await other.call(makeArchiveLink, { params: { id } })).error?.code).toBe('archive.not_yours');
  expect((await other.call(getArchive)).body.archive).toMatchObject({ id, isOwn: false });
  expect((await stranger.call(makeArchiveLink, { params: { id } })).error?.code).toBe('not_found');
  expect((await stranger.call(getArchive)).body.archive).toBeNull();
  expect((await desk.call(getArchive)).error?.code).toBe('access.denied');
  expect((await desk.call(askForArchive, { body: { password: 'demo1234' } })).error?.code).toBe(
    'access.denied',
  );
  const { url } = (await owner.call(makeArchiveLink, { params: { id } })).body;
  const open = async (address: string, headers = owner.headers()) =>
    (await app.app.inject({ method: 'GET', url: address, headers })).statusCode;
  expect(await open(url, other.headers())).toBe(403);
  expect(await open(url.replace(/signature=.{4}/, 'signature=AAAA'))).toBe(403);
  expect(await open(url.replace(id, crypto.randomUUID()))).toBe(403);
  const role = (value: 'EMPLOYEE' | 'BUSINESS_OWNER') =>
    asPlatform(app, (tx) =>
      tx
        .updateTable('memberships')
        .set({ role: value })
        .where('user_id', '=', owner.identity?.userId ?? '')
        .execute(),
    );
  await role('EMPLOYEE');
  expect(await open(url)).toBe(403);
  await role('BUSINESS_OWNER');
  later(0.1);
  expect(await open(url)).toBe(403);
});

it('is stored so that its bytes say nothing without the key in the database [T-2.32]', async () => {
  await makeArchiveOf(app, clinic);
  const folder = join(app.dependencies.settings.dataDirectory, 'files', clinic.id);
  const contents = await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name))));
  const zips = contents.filter(
    (content) => content.includes('PK\u0003\u0004') || content.includes('bookings.csv'),
  );
  expect(contents.length).toBeGreaterThan(0);
  expect(zips).toEqual([]);
});

it('is gone after 24 hours, and forgotten after 30 days [P-15.35]', async () => {
  const { owner, id } = await makeArchiveOf(app, clinic);
  const before = await storedFiles();
  later(23.9);
  await removeOldArchives(app.dependencies);
  expect(await storedFiles()).toEqual(before);
  expect((await owner.call(makeArchiveLink, { params: { id } })).error?.code).toBe('token.expired');
  later(24);
  const tomorrow = await signInAs(app, clinic, 'BUSINESS_OWNER');
  expect((await tomorrow.call(getArchive)).body.archive?.state).toBe('gone');
  await removeOldArchives(app.dependencies);
  expect((await storedFiles()).length).toBe(before.length - 1);
  expect((await tomorrow.call(getArchive)).body.archive?.state).toBe('gone');
  later(24 * 31);
  await removeOldArchives(app.dependencies);
  const rows = await asPlatform(app, (tx) => tx.selectFrom('archives').select('id').execute());
  expect(rows).toEqual([]);
});

it('is made from the start again after a lost server, a stop or a failure, and fails in the end [P-15.36]', async () => {
  const owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
  const { archive } = (await owner.call(askForArchive, { body: { password: 'demo1234' } })).body;
  const before = await storedFiles();
  // A server that has leased it and is lost: nobody else takes it until the lease is over.
  await asPlatform(app, (tx) =>
    tx
      .updateTable('archives')
      .set({ lease_until: new Date(Date.parse(testNow) + 60_000), attempts: 1 })
      .execute(),
  );
  await now();
  expect((await owner.call(getArchive)).body.archive?.state).toBe('waiting');
  later(0.02);
  // A stop in the middle leaves nothing, and frees it immediately.
  const stopping = new AbortController();
  const { read } = app.dependencies.files;
  Object.assign(app.dependencies.files, {
    read: async (name: string) => {
      stopping.abort();
      return read(name);
    },
  });
  await makeArchives(app.dependencies, stopping.signal);
  expect(await storedFiles()).toEqual(before);
  // A store that fails leaves nothing, and it is tried again a minute later.
  Object.assign(app.dependencies.files, { read: async () => Promise.reject(new Error('the store is away')) });
  await now();
  expect(await storedFiles()).toEqual(before);
  expect((await owner.call(getArchive)).body.archive?.state).toBe('waiting');
  Object.assign(app.dependencies.files, { read });
  await now();
  expect((await owner.call(getArchive)).body.archive?.state).toBe('waiting');
  later(0.1);
  await now();
  expect((await owner.call(getArchive)).body.archive).toMatchObject({ id: archive?.id, state: 'ready' });
  await asPlatform(app, (tx) =>
    tx
      .updateTable('archives')
      .set({ state: 'waiting', attempts: 8, content_id: null, encrypted_key: null })
      .execute(),
  );
  await now();
  expect((await owner.call(getArchive)).body.archive?.state).toBe('failed');
});

it('is asked for three times within a day at most [P-15.37]', async () => {
  const owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
  const ask = async () => (await owner.call(askForArchive, { body: { password: 'demo1234' } })).error?.code;
  for (let asked = 0; asked < 3; asked += 1) {
    expect(await ask()).toBeUndefined();
    await now();
  }
  expect(await ask()).toBe('archive.too_many');
});

it('is of one state, also when the business is changed meanwhile [P-15.38]', async () => {
  const owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
  const { archive } = (await owner.call(askForArchive, { body: { password: 'demo1234' } })).body;
  const id = archive?.id ?? '';
  const change = () =>
    inTenant({ ...systemContext(app.dependencies, { job: 'test', tenantId: clinic.id }) }, async (tx) =>
      tx.updateTable('patients').set({ guardian: null }).where('tenant_id', '=', clinic.id).execute(),
    );
  // Changes it between the pages of each try but the last, which nobody overtakes.
  const { write } = app.dependencies.files;
  Object.assign(app.dependencies.files, {
    write: async (name: string, content: Readable) => {
      await change();
      return write(name, content);
    },
  });
  const states: string[] = [];
  for (let tries = 0; tries < 7 && states.at(-1) !== 'ready'; tries += 1) {
    later(tries * 0.02);
    if (tries === 5) Object.assign(app.dependencies.files, { write });
    await now();
    states.push((await owner.call(getArchive)).body.archive?.state ?? '');
  }
  Object.assign(app.dependencies.files, { write });
  expect(states.at(-1)).toBe('ready');
  const isEmbedded = app.database.kind === 'embedded';
  // PostgreSQL keeps a state for it; the embedded database tries again, and in the end lets all wait.
  expect(states.length > 1).toBe(isEmbedded);
  expect((await downloadArchive(app, owner, id)).status).toBe(200);
});
