import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp, testNow } from '../../../../test/fixtures/app.ts';
import { buildTenant } from '../../../../test/fixtures/builders.ts';
import { asPlatform } from '../../../db/tenant.ts';
import { ensurePerson } from '../../identity/index.ts';
import { createTenant } from './create-tenant.ts';
import { addMember } from './queries.ts';

const now = new Date(testNow);
let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

it('creates a business before onboarding, with a plan whose cycle and first 30 days start today in India [P-4.45]', async () => {
  // Half past midnight in India, still the day before in UTC.
  const late = new Date('2026-11-20T19:00:00.000Z');
  const id = await asPlatform(app, (tx) =>
    createTenant(tx, {
      name: 'Lakshmi Clinic',
      email: 'l@people.example',
      status: 'pending',
      planId: 'basic',
      now: late,
    }),
  );
  const row = await asPlatform(app, (tx) =>
    tx
      .selectFrom('tenants')
      .innerJoin('business_profiles', 'business_profiles.tenant_id', 'tenants.id')
      .innerJoin('subscriptions', 'subscriptions.tenant_id', 'tenants.id')
      .select([
        'name',
        'tenants.status',
        'onboarding_completed',
        'plan_id',
        'billing_cycle_start',
        'billing_cycle_end',
        'first_days_until',
      ])
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
    first_days_until: '2026-12-20',
  });
});

it('adds a person to one business and never moves them to another [P-1.1]', async () => {
  const [one, other] = [await buildTenant(app), await buildTenant(app)];
  const { id: userId } = await asPlatform(app, (tx) =>
    ensurePerson(tx, { email: 'member@people.example', now }),
  );
  const join = (tenantId: string, role: 'DOCTOR' | 'EMPLOYEE') =>
    asPlatform(app, (tx) => addMember(tx, { tenantId, userId, role, now }));
  expect([
    await join(one.id, 'DOCTOR'),
    await join(one.id, 'EMPLOYEE'),
    await join(other.id, 'DOCTOR'),
  ]).toEqual([true, false, false]);
  const rows = await asPlatform(app, (tx) =>
    tx.selectFrom('memberships').selectAll().where('user_id', '=', userId).execute(),
  );
  expect(rows.map(({ tenant_id, role }) => [tenant_id, role])).toEqual([[one.id, 'DOCTOR']]);
});
