import { changeUpi, getUpi } from '@samay/contract/tenancy/upi';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/fixtures/app.ts';
import { buildTenant, signInAs } from '../../../../test/fixtures/builders.ts';
import { readAudit } from '../../../../test/fixtures/rows.ts';
import { asPlatform } from '../../../db/tenant.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

it('is named and removed by owners, seen by everybody who takes money, and audited [P-9.23]', async () => {
  const [clinic, other] = [await buildTenant(app), await buildTenant(app)];
  const owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
  const desk = await signInAs(app, clinic);
  expect((await desk.call(getUpi)).body).toEqual({ upiId: null });
  const changed = await owner.call(changeUpi, { body: { upiId: ' city.care-1@okicici ' } });
  expect(changed.body).toEqual({ upiId: 'city.care-1@okicici' });
  expect((await desk.call(getUpi)).body).toEqual({ upiId: 'city.care-1@okicici' });
  expect(await readAudit(app, changed.headers['x-request-id'])).toMatchObject([
    { action: 'business_profile.upi_changed', object: clinic.id },
  ]);
  expect((await (await signInAs(app, other)).call(getUpi)).body).toEqual({ upiId: null });

  for (const role of ['DOCTOR', 'EMPLOYEE'] as const) {
    const staff = await signInAs(app, clinic, role);
    expect(await staff.call(changeUpi, { body: { upiId: 'mine@okaxis' } })).toMatchObject({ status: 403 });
  }
  await owner.call(changeUpi, { body: { upiId: null } });
  expect((await desk.call(getUpi)).body).toEqual({ upiId: null });
});

it.each([
  'clinic',
  'clinic@',
  'a@okicici',
  'clinic@ok.icici',
  'clinic@1bank',
  'cli nic@okicici',
  'clinic@okicici&am=1',
  '',
])('is not %j', async (upiId) => {
  const clinic = await buildTenant(app);
  const owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
  const refused = await owner.call(changeUpi, { body: { upiId } });
  expect(refused.error).toMatchObject({ fields: { upiId: 'Please enter a UPI id such as clinic@okicici' } });
  const bare = asPlatform(app, (tx) =>
    tx.updateTable('business_profiles').set({ upi_id: upiId }).where('tenant_id', '=', clinic.id).execute(),
  );
  await expect(bare).rejects.toThrow('check constraint');
});
