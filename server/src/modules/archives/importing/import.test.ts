import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strToU8, unzipSync, zipSync } from 'fflate';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/fixtures/app.ts';
import { playClinic } from '../../../../test/fixtures/archives/played-clinic.ts';
import { archiveOf, demoBusiness, rowsOf, textsOf } from '../../../../test/fixtures/archives/archives.ts';
import { buildTenant, type BuiltTenant } from '../../../../test/fixtures/builders.ts';
import { fillDemo } from '../../../demo/index.ts';
import { asPlatform } from '../../../db/tenant.ts';
import { checkTallies, runAdminCommand } from '../../platform/index.ts';
import { archivedTables } from '../content/table-queries.ts';

let from: TestApp;
let to: TestApp;
let folder: string;
/** A clinic with refunds, corrections, closes of several drawers, papers, and locked months. */
const played = 'Played';
const archives: Record<string, Buffer> = {};
beforeAll(async () => {
  [from, to] = [await testApp(), await testApp()];
  folder = await mkdtemp(join(tmpdir(), 'samay-import-'));
  await fillDemo(from.dependencies);
  for (const name of ['City Care Clinic', 'Green Turf Arena'])
    archives[name] = await archiveOf(from, await demoBusiness(from, name));
  archives[played] = await archiveOf(from, await playClinic(from, 12));
}, 240_000);
afterAll(async () => {
  await Promise.all([from.close(), to.close(), rm(folder, { recursive: true })]);
});

async function bring(tenant: BuiltTenant, content: Buffer): Promise<readonly string[]> {
  const path = join(folder, 'archive.zip');
  await writeFile(path, content);
  return runAdminCommand(to.dependencies, 'import-archive', { business: tenant.id, path });
}

/** Changes a file of an archive, and leaves the others. */
function changed(name: string, change: (text: string) => string): Buffer {
  const files = unzipSync(archives['City Care Clinic'] ?? Buffer.alloc(0));
  const text = Buffer.from(files[name] ?? []).toString();
  return Buffer.from(zipSync({ ...files, [name]: strToU8(change(text)) }));
}

async function countIn(tenant: BuiltTenant, table: 'appointments' | 'outbox' | 'resources'): Promise<number> {
  const rows = await asPlatform(to, (tx) =>
    tx.selectFrom(table).select('id').where('tenant_id', '=', tenant.id).execute(),
  );
  return rows.length;
}

it.each([
  ['City Care Clinic', 'doctor'],
  ['Green Turf Arena', 'turf'],
  [played, 'doctor'],
] as const)(
  'brings %s into another installation, row by row as it was, and tells nobody [P-15.40, P-15.42]',
  async (name, businessType) => {
    const tenant = await buildTenant(to, { businessType, times: 'apart', plan: 'basic' });
    const lines = await bring(tenant, archives[name] ?? Buffer.alloc(0));
    expect(lines[0]).toContain(' bookings, ');
    // The plan counts them like others: the operator reads that it is too small.
    const isTold = lines.at(-1)?.includes('of this month are hidden until the business has a larger plan');
    expect(isTold).toBe(name !== played);
    expect(await countIn(tenant, 'outbox')).toBe(0);
    const again = await archiveOf(to, tenant);
    const [before, after] = [textsOf(archives[name] ?? Buffer.alloc(0)), textsOf(again)];
    const here = (value: unknown) =>
      JSON.parse(
        JSON.stringify(value).replaceAll(
          JSON.parse(before['manifest.json'] ?? '').business.id as string,
          tenant.id,
        ),
      ) as Record<string, unknown>[];
    const sorted = (rows: Record<string, unknown>[]) => rows.map((row) => JSON.stringify(row)).toSorted();
    for (const { name: table } of archivedTables) {
      if (table === 'book_names' || table === 'business_profiles' || table === 'resources') continue;
      expect([table, sorted(rowsOf(after, table))]).toEqual([table, sorted(here(rowsOf(before, table)))]);
    }
    // Colleagues are no members here: a doctor's calendar waits for them to join.
    const withoutMember = (rows: Record<string, unknown>[]) =>
      sorted(rows.map((row) => ({ ...row, member_id: null })));
    expect(withoutMember(rowsOf(after, 'resources'))).toEqual(
      withoutMember(here(rowsOf(before, 'resources'))),
    );
    const profile = (rows: Record<string, unknown>[]) => rows.map((row) => ({ ...row, email: '' }));
    expect(profile(rowsOf(after, 'business_profiles'))).toEqual(
      profile(here(rowsOf(before, 'business_profiles'))),
    );
    const files = [archives[name] ?? Buffer.alloc(0), again].map((content) =>
      Object.entries(unzipSync(content)).filter(([path]) => path.startsWith('prescriptions/')),
    );
    expect(Object.fromEntries(files[1] ?? [])).toEqual(Object.fromEntries(files[0] ?? []));
    const staff = rowsOf(before, 'staff').map(({ email }) => String(email));
    const invited = await asPlatform(to, (tx) =>
      tx
        .selectFrom('invitations')
        .select(['email', 'expires_at'])
        .where('tenant_id', '=', tenant.id)
        .execute(),
    );
    expect(invited.map(({ email }) => email).toSorted()).toEqual(staff.toSorted());
    expect(invited.every(({ expires_at: at }) => at <= to.dependencies.clock())).toBe(true);
    expect(JSON.parse(after['manifest.json'] ?? '').business.lastReference).toBe(
      JSON.parse(before['manifest.json'] ?? '').business.lastReference,
    );
    if (name === played)
      for (const table of ['drawer_closes', 'papers', 'payments', 'discounts', 'charges', 'paper_series'])
        expect([table, rowsOf(after, table).length > 0]).toEqual([table, true]);
    await checkTallies(to.dependencies);
    const checks = await asPlatform(to, (tx) =>
      tx
        .selectFrom('integrity_checks')
        .select('last_found')
        .where('tenant_id', '=', tenant.id)
        .where('last_found', '>', 0)
        .execute(),
    );
    expect(checks).toEqual([]);
  },
  120_000,
);

it('is refused with a sentence where the business is not empty or of the other type, and changes nothing [P-15.41]', async () => {
  const content = archives['City Care Clinic'] ?? Buffer.alloc(0);
  const turf = await buildTenant(to, { businessType: 'turf', times: 'apart' });
  await expect(bring(turf, content)).rejects.toThrow('is of the other type');
  const full = await buildTenant(to, { times: 'apart' });
  await bring(full, content);
  const bookings = await countIn(full, 'appointments');
  await expect(bring(full, content)).rejects.toThrow('The business is not empty. Nothing was imported.');
  expect(await countIn(full, 'appointments')).toBe(bookings);
  await expect(
    runAdminCommand(to.dependencies, 'import-archive', { business: turf.id, path: join(folder, 'none.zip') }),
  ).rejects.toThrow('cannot be read');
}, 120_000);

it('is refused where the archive is damaged or of a later version, and changes nothing [P-15.41]', async () => {
  const tenant = await buildTenant(to, { times: 'apart' });
  const resources = await countIn(tenant, 'resources');
  const whole = archives['City Care Clinic'] ?? Buffer.alloc(0);
  const later = (text: string) => text.replace('"version": 1', '"version": 2');
  const schema = (text: string) => text.replace(/"schema": "\d+"/, '"schema": "9999"');
  const prescription = Object.keys(unzipSync(whole)).find((name) => name.startsWith('prescriptions/')) ?? '';
  for (const [content, sentence] of [
    [Buffer.from('no archive'), 'damaged or no archive of Samay'],
    [whole.subarray(0, whole.length - 100), 'damaged or no archive of Samay'],
    [
      changed('data/payments.ndjson', (text) => text.replace('"paise": 5', '"paise": 6')),
      'data/payments.ndjson is not the one',
    ],
    [changed('manifest.json', later), 'A later version of Samay'],
    [changed('manifest.json', schema), 'A later version of Samay'],
    [changed(prescription, () => 'another'), 'damaged: the prescription'],
  ] as const)
    await expect(bring(tenant, content)).rejects.toThrow(sentence);
  expect(await countIn(tenant, 'resources')).toBe(resources);
  expect(await countIn(tenant, 'appointments')).toBe(0);
  const left: string[] = [];
  for await (const { name } of to.dependencies.files.list()) if (name.startsWith(tenant.id)) left.push(name);
  expect(left).toEqual([]);
}, 120_000);
