import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { classifyPaymentMethod } from '@samay/contract/core/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase } from '../../test/fixtures/database.ts';
import { folderFiles } from '../adapters/files/folder.ts';
import { signedWebhooks } from '../adapters/webhooks/signed.ts';
import { readSettings } from '../core/settings.ts';
import { DatabaseRefused } from '../db/database.ts';
import { asPlatform } from '../db/tenant.ts';
import { verifyPassword } from '../modules/identity/session/password.ts';
import type { Dependencies } from '../context/dependencies.ts';
import { newSecrets } from '../core/secrets.ts';
import { assertNotDemo } from '../process/demo-checks.ts';
import { fillDemo } from './index.ts';

/** Saturday, 21 November 2026, 10:00 in India. */
const now = new Date('2026-11-21T04:30:00Z');

let demo: Installation;
beforeAll(async () => {
  demo = await install();
  await fillDemo(demo.dependencies);
});
afterAll(() => demo.remove());

test('fills an empty database; a second start changes nothing [P-3.22]', async () => {
  const first = await toRows(demo);
  expect(first.tenants.map(({ name }) => name).toSorted()).toEqual([
    'City Care Clinic',
    'Green Turf Arena',
    'Lotus Dental',
    'Sunrise Physiotherapy',
  ]);
  await fillDemo(demo.dependencies);
  expect(await toRows(demo)).toEqual(first);
});

test('every account signs in with the printed password, in its role', async () => {
  const { users, memberships, platform_admins, business_profiles } = await toRows(demo);
  const roles = users.map(
    (user) => [user.email, memberships.find(({ user_id }) => user_id === user.id)?.role ?? 'none'] as const,
  );
  expect(Object.fromEntries(roles.filter(([email]) => email in accounts))).toEqual(accounts);
  expect(platform_admins.map(({ user_id }) => user_id)).toEqual([
    users.find(({ email }) => email === 'admin@samay.example')?.id,
  ]);
  expect(new Set(users.map(({ password_hash }) => password_hash)).size).toBe(1);
  await expect(verifyPassword('demo1234', users[0]?.password_hash)).resolves.toEqual({
    matches: true,
    outdated: false,
  });
  const newcomer = business_profiles.find(({ email }) => email === 'new@samay.example');
  expect(newcomer).toMatchObject({ business_type: null, onboarding_completed: false });
});

test('Lotus Dental has 24 of 25 bookings in its cycle, City Care far fewer than 250 [P-3.22, P-4.1]', async () => {
  const { tenants, subscriptions, appointments } = await toRows(demo);
  const inCycle = (name: string) => {
    const tenant = tenants.find((one) => one.name === name);
    const cycle = subscriptions.find(({ tenant_id }) => tenant_id === tenant?.id);
    expect(cycle).toMatchObject({
      status: 'active',
      billing_cycle_start: '2026-11-01',
      billing_cycle_end: '2026-12-01',
    });
    const dated = appointments.filter(
      ({ tenant_id, appointment_date: date }) => tenant_id === tenant?.id && date.startsWith('2026-11'),
    );
    return { plan: cycle?.plan_id, used: dated.length };
  };
  expect(inCycle('Lotus Dental')).toEqual({ plan: 'basic', used: 24 });
  const clinic = inCycle('City Care Clinic');
  expect(clinic.plan).toBe('premium');
  expect(clinic.used).toBeGreaterThan(80);
  expect(clinic.used).toBeLessThan(170);
});

test('the rows keep the rules: clinics name a doctor, grounds do not, payment methods are known ones', async () => {
  const { tenants, appointments } = await toRows(demo);
  const ground = tenants.find(({ name }) => name === 'Green Turf Arena')?.id;
  for (const row of appointments) {
    expect(row.doctor === null).toBe(row.tenant_id === ground);
    const noted = row.payment_method?.split(' + ') ?? [];
    expect(noted.map(classifyPaymentMethod)).toEqual(noted);
    expect(row.amount_paise === null).toBe(row.payment_method === null);
  }
});

test('a prescription has the bytes that its row describes', async () => {
  const { files, appointments } = await toRows(demo);
  expect(files.length).toBeGreaterThanOrEqual(5);
  for (const file of files) {
    const content = await (await demo.dependencies.files.read(`${file.tenant_id}/${file.id}`)).toArray();
    expect(Buffer.concat(content as Buffer[])).toHaveLength(file.bytes);
    expect(appointments.find(({ id }) => id === file.appointment_id)).toMatchObject({
      status: 'completed',
      prescription_id: file.id,
    });
  }
});

test('production rejects a database with demo data [T-6.8]', async () => {
  await expect(assertNotDemo(demo.dependencies.database)).rejects.toThrow(DatabaseRefused);
  await expect(assertNotDemo(demo.dependencies.database)).rejects.toThrow('holds the demo');
});

test('two processes that start concurrently fill it once', async () => {
  const installation = await install();
  await Promise.all([fillDemo(installation.dependencies), fillDemo(installation.dependencies)]);
  expect((await toRows(installation)).tenants).toHaveLength(4);
  await installation.remove();
});

test('a database with a user is unchanged, and production accepts it', async () => {
  const installation = await install();
  await asPlatform(installation.dependencies, (tx) =>
    tx.insertInto('users').values({ email: 'a@b.example', email_key: 'a@b.example' }).execute(),
  );
  await fillDemo(installation.dependencies);
  const { tenants, users } = await toRows(installation);
  expect(tenants).toEqual([]);
  expect(users).toHaveLength(1);
  await expect(assertNotDemo(installation.dependencies.database)).resolves.toBeUndefined();
  await installation.remove();
});

const accounts = {
  'admin@samay.example': 'none',
  'owner@citycare.example': 'BUSINESS_OWNER',
  'doctor@citycare.example': 'DOCTOR',
  'desk@citycare.example': 'EMPLOYEE',
  'owner@greenturf.example': 'BUSINESS_OWNER',
  'desk@greenturf.example': 'EMPLOYEE',
  'new@samay.example': 'BUSINESS_OWNER',
  'owner@lotusdental.example': 'BUSINESS_OWNER',
};

interface Installation {
  readonly dependencies: Dependencies;
  remove(): Promise<void>;
}

/** Creates an empty database and folder, at the instant of these tests. */
async function install(): Promise<Installation> {
  const { database, close } = await testDatabase();
  const directory = await mkdtemp(join(tmpdir(), 'samay-demo-'));
  const settings = readSettings({ NODE_ENV: 'test', DATA_DIR: directory });
  const files = await folderFiles(join(directory, 'files'));
  return {
    dependencies: {
      settings,
      secrets: newSecrets(),
      database,
      clock: () => now,
      files,
      webhooks: signedWebhooks({ toLoopback: true }),
    },
    remove: async () => {
      await close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function toRows({ dependencies }: Installation) {
  return asPlatform(dependencies, async (tx) => ({
    tenants: await tx.selectFrom('tenants').selectAll().orderBy('id').execute(),
    users: await tx.selectFrom('users').selectAll().orderBy('id').execute(),
    platform_admins: await tx.selectFrom('platform_admins').selectAll().execute(),
    memberships: await tx.selectFrom('memberships').selectAll().orderBy('user_id').execute(),
    business_profiles: await tx.selectFrom('business_profiles').selectAll().orderBy('tenant_id').execute(),
    subscriptions: await tx.selectFrom('subscriptions').selectAll().orderBy('id').execute(),
    appointments: await tx.selectFrom('appointments').selectAll().orderBy('id').execute(),
    files: await tx.selectFrom('files').selectAll().orderBy('id').execute(),
  }));
}

test('a ground has given invoices: one that a credit note lowers, one that a debit note raises, one of a fee [P-9.157, P-9.229]', async () => {
  const papers = await asPlatform(demo.dependencies, (tx) =>
    tx
      .selectFrom('papers')
      .select(['id', 'kind', 'number', 'of_id', 'rate', 'appointment_id', 'total_paise'])
      .orderBy('number')
      .execute(),
  );
  const [credit, debit, lowered, raised, ofFee] = papers;
  expect([credit, debit]).toMatchObject([
    { kind: 'credit_note', of_id: lowered?.id, rate: 1800 },
    { kind: 'debit_note', of_id: raised?.id, rate: 1800 },
  ]);
  expect([lowered, raised]).toMatchObject([
    { kind: 'tax_invoice', number: 'T/26-27/000001', rate: 1800 },
    { kind: 'tax_invoice', number: 'T/26-27/000002', rate: 1800 },
  ]);
  expect(ofFee).toMatchObject({ kind: 'tax_invoice', number: 'T/26-27/000003', rate: 1800 });
  const [kept] = await asPlatform(demo.dependencies, (tx) =>
    tx
      .selectFrom('appointments')
      .select(['status', 'kept_on', 'revenue_paise'])
      .where('id', '=', ofFee?.appointment_id ?? '')
      .execute(),
  );
  expect(kept?.status).toMatch(/cancelled|no_show/);
  expect(kept).toMatchObject({ kept_on: expect.any(String) as string, revenue_paise: ofFee?.total_paise });
});

test('a clinic and a ground have charged for more than the service [P-9.229]', async () => {
  const charged = await asPlatform(demo.dependencies, (tx) =>
    tx.selectFrom('appointments').select(['charges_paise']).where('charges_paise', '>', 0).execute(),
  );
  expect(charged.map(({ charges_paise: paise }) => paise).toSorted((one, other) => one - other)).toEqual([
    200_00, 236_00,
  ]);
});

test('a clinic and a ground have locked the month before the last one, with bookings [P-9.229]', async () => {
  const locked = await asPlatform(demo.dependencies, (tx) =>
    tx
      .selectFrom('business_profiles')
      .innerJoin('appointments', 'appointments.tenant_id', 'business_profiles.tenant_id')
      .select(['business_profiles.tenant_id', 'money_locked_until as until'])
      .whereRef('appointment_date', '<=', 'money_locked_until')
      .groupBy(['business_profiles.tenant_id', 'money_locked_until'])
      .execute(),
  );
  expect(locked.length).toBeGreaterThanOrEqual(2);
  expect(new Set(locked.map(({ until }) => until))).toEqual(new Set(['2026-09-30']));
});
