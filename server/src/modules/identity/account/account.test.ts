import { listDoctors } from '@samay/contract/bookings/appointments';
import { deleteAccount, deletionPhrase, getAccountDeletion } from '@samay/contract/identity/account';
import { getDashboard } from '@samay/contract/desk/dashboard';
import { restoreUser } from '@samay/contract/platform/users';
import { getSession } from '@samay/contract/identity/session';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/fixtures/app.ts';
import { Browser, buildPerson } from '../../../../test/fixtures/browser.ts';
import { buildTenant, signInAs } from '../../../../test/fixtures/builders.ts';
import { testEngine } from '../../../../test/fixtures/database.ts';
import { countWaiting } from '../../../../test/fixtures/database/postgres-template.ts';
import { readAudit } from '../../../../test/fixtures/rows.ts';
import { buildInvitation } from '../../../../test/fixtures/staff.ts';
import { asPlatform } from '../../../db/tenant.ts';
import { admission } from '../../tenancy/index.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

describe('an account with a password', () => {
  it('shows it, is signed out everywhere immediately, and cannot sign in again [P-15.8]', async () => {
    const clinic = await buildTenant(app);
    await signInAs(app, clinic, 'BUSINESS_OWNER');
    const person = await buildPerson(app, clinic, 'DOCTOR');
    const [here, elsewhere] = [
      new Browser(app.app, { address: '203.0.113.40' }),
      new Browser(app.app, { address: '203.0.113.41' }),
    ];
    for (const browser of [here, elsewhere]) await browser.signIn(person.email, person.password);
    expect((await here.send(getAccountDeletion)).body).toEqual({
      proof: 'password',
      refused: null,
      withBusiness: false,
    });
    for (const body of [{}, { password: 'wrong' }, { phrase: deletionPhrase }]) {
      expect((await here.send(deleteAccount, { body })).error?.code).toBe('account.not_confirmed');
    }
    const gone = await here.send(deleteAccount, { body: { password: person.password } });
    expect(gone.status).toBe(204);
    expect((await readAudit(app, gone.headers['x-request-id'])).map(({ action }) => action)).toContain(
      'account.deleted',
    );
    for (const browser of [here, elsewhere]) {
      const asked = await browser.send(getSession);
      expect(asked.status).toBe(401);
      expect((await browser.refresh()).status).toBe(401);
    }
    expect((await here.signIn(person.email, person.password)).error?.code).toBe(
      'session.invalid_credentials',
    );
  });

  it('gets five attempts, and then has to wait', async () => {
    const person = await buildPerson(app, await buildTenant(app), 'BUSINESS_OWNER');
    const browser = new Browser(app.app, { address: '203.0.113.42' });
    await browser.signIn(person.email, person.password);
    const tries = [];
    for (let count = 0; count < 7; count += 1)
      tries.push((await browser.send(deleteAccount, { body: { password: 'guess' } })).status);
    expect(tries).toEqual([403, 403, 403, 403, 403, 429, 429]);
  });
});

it('requires the phrase for an account without a password', async () => {
  const owner = await signInAs(app, await buildTenant(app), 'BUSINESS_OWNER');
  expect((await owner.call(getAccountDeletion)).body).toMatchObject({ proof: 'phrase', withBusiness: true });
  expect((await owner.call(deleteAccount, { body: { phrase: 'delete' } })).status).toBe(403);
  expect(
    (await owner.call(deleteAccount, { body: { phrase: ` ${deletionPhrase.toUpperCase()}` } })).status,
  ).toBe(204);
});

it('deletes the business with its only person, and restores both', async () => {
  const tenant = await buildTenant(app);
  const owner = await signInAs(app, tenant, 'BUSINESS_OWNER');
  await owner.call(deleteAccount, { body: { phrase: deletionPhrase } });
  expect(await deletedAt(tenant.id)).not.toBeNull();
  const admin = await signInAs(app, null, 'SUPER_ADMIN');
  await admin.call(restoreUser, { params: { id: owner.identity?.userId ?? '' } });
  expect(await deletedAt(tenant.id)).toBeNull();
});

it('rejects the only owner of a business with others and accepts one of two, also for two concurrent calls [P-15.8]', async () => {
  const tenant = await buildTenant(app);
  const first = await signInAs(app, tenant, 'BUSINESS_OWNER');
  await signInAs(app, tenant, 'EMPLOYEE');
  expect((await first.call(getAccountDeletion)).body.refused).toBe('owner');
  expect((await first.call(deleteAccount, { body: { phrase: deletionPhrase } })).error?.code).toBe(
    'account.last_owner',
  );
  const second = await signInAs(app, tenant, 'BUSINESS_ADMIN');
  const answers = await Promise.all(
    [first, second].map((owner) => owner.call(deleteAccount, { body: { phrase: deletionPhrase } })),
  );
  expect(answers.map(({ status }) => status).toSorted((left, right) => left - right)).toEqual([204, 409]);
});

// The embedded database runs one transaction at a time.
if (testEngine === 'postgres') {
  it('rejects somebody who becomes the only owner of a business with others at the same moment [P-15.8]', async () => {
    const tenant = await buildTenant(app);
    await signInAs(app, tenant, 'EMPLOYEE');
    const person = await buildPerson(app);
    await buildInvitation(app, tenant, person.email, { role: 'BUSINESS_OWNER' });
    const browser = new Browser(app.app, { address: '203.0.113.43' });
    await browser.signIn(person.email, person.password);
    const { deleting } = await asPlatform(app, async (tx) => {
      await admission.activateInvitation(
        tx,
        { now: app.dependencies.clock(), requestId: 'accepting' },
        { userId: person.id, emailKey: person.email },
      );
      const deleting = browser.send(deleteAccount, { body: { password: person.password } });
      await expect.poll(() => countWaiting(app.database), { interval: 10, timeout: 4_000 }).toBe(1);
      return { deleting };
    });
    expect((await deleting).error?.code).toBe('account.last_owner');
  });
}

it('rejects super admins', async () => {
  const admin = await signInAs(app, null, 'SUPER_ADMIN');
  expect((await admin.call(getAccountDeletion)).body.refused).toBe('admin');
  expect((await admin.call(deleteAccount, { body: { phrase: deletionPhrase } })).error?.code).toBe(
    'account.is_admin',
  );
});

it('leaves no trace of a deleted colleague in the business', async () => {
  const tenant = await buildTenant(app);
  const owner = await signInAs(app, tenant, 'BUSINESS_OWNER');
  const doctor = await signInAs(app, tenant, 'DOCTOR', { name: 'Dr. Gone' });
  const seen = async () => [
    (await owner.call(getDashboard)).body.staff,
    (await owner.call(listDoctors)).body.names,
  ];
  expect(await seen()).toEqual([1, ['Dr. Gone']]);
  await doctor.call(deleteAccount, { body: { phrase: deletionPhrase } });
  expect(await seen()).toEqual([0, []]);
});

async function deletedAt(tenantId: string): Promise<Date | null> {
  const row = await asPlatform(app, (tx) =>
    tx.selectFrom('tenants').select('deleted_at').where('id', '=', tenantId).executeTakeFirstOrThrow(),
  );
  return row.deleted_at;
}
