import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp, testNow } from '../../../../test/fixtures/app.ts';
import { buildAppointment, buildTenant, type BuiltTenant } from '../../../../test/fixtures/builders.ts';
import { asPlatform, type TenantId } from '../../../db/tenant.ts';
import { noteOptOut } from '../index.ts';

let app: TestApp;
let clinic: BuiltTenant;
beforeAll(async () => {
  app = await testApp();
  clinic = await buildTenant(app);
});
afterAll(() => app.close());

it('keeps by address and number that a person wants no more notices, when, and in which words [P-12.52]', async () => {
  const bookingId = await buildAppointment(app, clinic, { contact: '+91 98450 12345' });
  await asPlatform(app, (tx) =>
    tx
      .updateTable('appointments')
      .set({ person_email: ' Asha@X.example' })
      .where('id', '=', bookingId)
      .execute(),
  );
  const note = (wording: string, now: Date) =>
    asPlatform(app, (tx) => noteOptOut(tx, { tenantId: clinic.id as TenantId, now }, { bookingId, wording }));
  await note('No more notices', new Date(testNow));
  await note('Again', new Date());
  const kept = await asPlatform(app, (tx) =>
    tx.selectFrom('opt_outs').selectAll().orderBy('address').execute(),
  );
  const said = { tenant_id: clinic.id, noted_at: new Date(testNow), wording: 'No more notices' };
  expect(kept).toEqual([
    { ...said, address: '9845012345' },
    { ...said, address: 'asha@x.example' },
  ]);
});
