import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp, testNow } from '../../../../test/fixtures/app.ts';
import { buildTenant } from '../../../../test/fixtures/builders.ts';
import { asPlatform } from '../../../db/tenant.ts';
import { addMember } from '../../tenancy/businesses/queries.ts';
import { ensurePerson } from './ensure-person.ts';
import { openTenant } from '../../tenancy/businesses/open-tenant.ts';

const now = new Date(testNow);
let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

it('makes a person once, however their address is written, and leaves who is there as they are', async () => {
  const first = await ensure({ email: 'Asha@People.example', name: 'Asha Kulkarni' });
  const again = await ensure({ email: ' asha@people.EXAMPLE ', name: 'Somebody Else' });
  expect([first.isNew, again]).toEqual([true, { id: first.id, isNew: false }]);
  const row = await asPlatform(app, (tx) => tx.selectFrom('users').selectAll().where('id', '=', first.id).executeTakeFirstOrThrow());
  expect(row).toMatchObject({ email: 'Asha@People.example', full_name: 'Asha Kulkarni', password_hash: null });
});

it('makes one person of many who come at once with the same address', async () => {
  const made = await Promise.all(Array.from({ length: 8 }, () => ensure({ email: 'crowd@people.example' })));
  expect(new Set(made.map(({ id }) => id)).size).toBe(1);
  expect(made.filter(({ isNew }) => isNew)).toHaveLength(1);
});

it('refuses a person whose account is deleted', async () => {
  const { id } = await ensure({ email: 'gone@people.example' });
  await asPlatform(app, (tx) => tx.updateTable('users').set({ deleted_at: now }).where('id', '=', id).execute());
  await expect(ensure({ email: 'gone@people.example' })).rejects.toMatchObject({ code: 'account.deleted' });
});

it('opens a business that is not set up, with a plan whose month begins today in India', async () => {
  // Half past midnight in India, still the day before in UTC.
  const late = new Date('2026-11-20T19:00:00.000Z');
  const id = await asPlatform(app, (tx) =>
    openTenant(tx, { name: 'Lakshmi Clinic', email: 'l@people.example', status: 'pending', planId: 'basic', now: late }),
  );
  const row = await asPlatform(app, (tx) =>
    tx
      .selectFrom('tenants')
      .innerJoin('business_profiles', 'business_profiles.tenant_id', 'tenants.id')
      .innerJoin('subscriptions', 'subscriptions.tenant_id', 'tenants.id')
      .select(['name', 'tenants.status', 'onboarding_completed', 'plan_id', 'billing_cycle_start', 'billing_cycle_end'])
      .where('tenants.id', '=', id)
      .executeTakeFirstOrThrow(),
  );
  expect(row).toEqual({
    name: 'Lakshmi Clinic',
    status: 'pending',
    onboarding_completed: false,
    plan_id: 'basic',
    billing_cycle_start: '2026-11-21',
    billing_cycle_end: '2026-12-21',
  });
});

it('lets a person into one business and never moves them to another', async () => {
  const [one, other] = [await buildTenant(app), await buildTenant(app)];
  const { id: userId } = await ensure({ email: 'member@people.example' });
  const join = (tenantId: string, role: 'DOCTOR' | 'EMPLOYEE') => asPlatform(app, (tx) => addMember(tx, { tenantId, userId, role, now }));
  expect([await join(one.id, 'DOCTOR'), await join(one.id, 'EMPLOYEE'), await join(other.id, 'DOCTOR')]).toEqual([true, false, false]);
  const rows = await asPlatform(app, (tx) => tx.selectFrom('memberships').selectAll().where('user_id', '=', userId).execute());
  expect(rows.map(({ tenant_id, role }) => [tenant_id, role])).toEqual([[one.id, 'DOCTOR']]);
});

function ensure(person: { email: string; name?: string }) {
  return asPlatform(app, (tx) => ensurePerson(tx, { ...person, now }));
}
