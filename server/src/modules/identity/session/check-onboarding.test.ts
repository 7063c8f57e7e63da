import { randomUUID } from 'node:crypto';
import { checkOnboarding } from '@samay/contract/identity/session';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../../../test/fixtures/app.ts';
import { buildTenant, signInAs } from '../../../../test/fixtures/builders.ts';
import type { Client } from '../../../../test/fixtures/client.ts';
import { asPlatform } from '../../../db/tenant.ts';

let test: TestApp;

beforeAll(async () => {
  test = await testApp();
});
afterAll(async () => test.close());

describe('whether onboarding is needed', () => {
  it.each(['BUSINESS_OWNER', 'BUSINESS_ADMIN'] as const)(
    'is true for a %s before, false after [P-3.16]',
    async (role) => {
      const before = await signInAs(test, await buildTenant(test, { onboarded: false }), role);
      expect(await ask(before)).toMatchObject({
        status: 200,
        body: { data: { needsOnboarding: true }, error: null },
      });
      const after = await signInAs(test, await buildTenant(test), role);
      expect(await ask(after)).toMatchObject({
        status: 200,
        body: { data: { needsOnboarding: false }, error: null },
      });
    },
  );

  it('is true for an owner without a profile', async () => {
    const tenant = await buildTenant(test);
    const owner = await signInAs(test, tenant, 'BUSINESS_OWNER');
    await asPlatform(test, (tx) =>
      tx.deleteFrom('business_profiles').where('tenant_id', '=', tenant.id).execute(),
    );
    expect((await ask(owner)).body).toEqual({ data: { needsOnboarding: true }, error: null });
  });

  it.each(['DOCTOR', 'EMPLOYEE', 'SUPER_ADMIN', null] as const)('is no question for %s', async (role) => {
    const tenant =
      role === 'SUPER_ADMIN' || role === null ? null : await buildTenant(test, { onboarded: false });
    expect((await ask(await signInAs(test, tenant, role))).body).toEqual({
      data: { needsOnboarding: false },
      error: null,
    });
  });

  it('is not answered about another user [P-3.16]', async () => {
    const owner = await signInAs(test, await buildTenant(test, { onboarded: false }), 'BUSINESS_OWNER');
    const other = await signInAs(test, await buildTenant(test), 'BUSINESS_OWNER');
    const mine = { email: owner.identity?.email ?? '', userId: owner.identity?.userId ?? '' };
    for (const claim of [
      { userId: other.identity?.userId ?? '' },
      { userId: randomUUID() },
      { email: other.identity?.email ?? '' },
    ]) {
      expect(await owner.call(checkOnboarding, { query: { ...mine, ...claim } })).toMatchObject({
        status: 403,
        error: { code: 'access.denied' },
      });
    }
    expect(
      await owner.call(checkOnboarding, { query: { ...mine, email: mine.email.toUpperCase() } }),
    ).toMatchObject({ status: 200 });
  });

  it('requires both claims and no others', async () => {
    const owner = await signInAs(test, await buildTenant(test), 'BUSINESS_OWNER');
    const mine = { email: owner.identity?.email, userId: owner.identity?.userId };
    for (const query of [
      {},
      { ...mine, email: '' },
      { ...mine, userId: 'x' },
      { ...mine, role: 'SUPER_ADMIN' },
    ]) {
      expect(await owner.send(checkOnboarding, { query })).toMatchObject({
        status: 400,
        error: { code: 'request.invalid' },
      });
    }
  });
});

async function ask(client: Client) {
  return client.call(checkOnboarding, {
    query: { email: client.identity?.email ?? '', userId: client.identity?.userId ?? '' },
  });
}
