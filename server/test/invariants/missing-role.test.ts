import { getSession } from '@samay/contract/identity/session';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { asPlatform, type Tx } from '../../src/db/tenant.ts';
import { type TestApp, testApp } from '../fixtures/app.ts';
import { buildTenant, type BuiltTenant, signInAs } from '../fixtures/builders.ts';
import { testEngine } from '../fixtures/database.ts';
import { everyEndpoint, sendSample } from '../fixtures/samples.ts';
import { sampleFor } from '../fixtures/samples/sample-world.ts';
import { printInvariant } from '../fixtures/invariants/invariant.ts';

// T-2.11: if the role or the business of a person cannot be read, the session still answers, without
// permissions, and every other endpoint refuses.

interface Owner {
  readonly userId: string;
  readonly tenant: BuiltTenant;
}

const failures: Record<string, (tx: Tx, owner: Owner) => Promise<unknown>> = {
  'no membership, so no role': (tx, { userId }) =>
    tx.deleteFrom('memberships').where('user_id', '=', userId).execute(),
  'a deleted business': (tx, { tenant }) =>
    tx
      .updateTable('tenants')
      .set({ deleted_at: new Date(0) })
      .where('id', '=', tenant.id)
      .execute(),
  'no business profile': (tx, { tenant }) =>
    tx.deleteFrom('business_profiles').where('tenant_id', '=', tenant.id).execute(),
  'a profile without a type': (tx, { tenant }) =>
    tx
      .updateTable('business_profiles')
      .set({ business_type: null, onboarding_completed: false })
      .where('tenant_id', '=', tenant.id)
      .execute(),
  'an unfinished onboarding': (tx, { tenant }) =>
    tx
      .updateTable('business_profiles')
      .set({ onboarding_completed: false })
      .where('tenant_id', '=', tenant.id)
      .execute(),
  'a lost membership in a deleted business': async (tx, { userId, tenant }) => {
    await tx.deleteFrom('memberships').where('user_id', '=', userId).execute();
    await tx
      .updateTable('tenants')
      .set({ deleted_at: new Date(0) })
      .where('id', '=', tenant.id)
      .execute();
  },
};

const ofBusinesses = everyEndpoint.filter(
  ([, { access }]) => !['public', 'session', 'platform.manage'].includes(access),
);

let app: TestApp;
let passed = 0;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => {
  const n = Object.keys(failures).length;
  printInvariant({
    id: 'T-2.11',
    driver: testEngine,
    n,
    violations: n - passed,
    what: 'failure points',
    endpoints: ofBusinesses.length,
  });
  return app.close();
});

it.each(Object.entries(failures))('refuses everything after %s [T-2.11]', async (_what, fail) => {
  const tenant = await buildTenant(app);
  const owner = await signInAs(app, tenant, 'BUSINESS_OWNER');
  const samples = [];
  for (const [name, endpoint] of ofBusinesses)
    samples.push({ endpoint, sample: await sampleFor(app, name, tenant, owner) });
  await asPlatform(app, (tx) => fail(tx, { userId: owner.identity?.userId ?? '', tenant }));
  const refused = [];
  for (const { endpoint, sample } of samples)
    refused.push((await sendSample(owner, endpoint, sample)).error?.code);
  expect(new Set(refused)).toEqual(new Set(['access.denied']));
  const { status, body } = await owner.call(getSession);
  expect([status, body.permissions]).toEqual([200, []]);
  expect(['BUSINESS_OWNER', 'EMPLOYEE']).toContain(body.user.role);
  passed += 1;
});
