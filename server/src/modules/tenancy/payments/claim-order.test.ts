import { randomUUID } from 'node:crypto';
import { getStarted, setPassword } from '@samay/contract/identity/passwords';
import { getSession } from '@samay/contract/identity/session';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Browser, buildPerson } from '../../../../test/fixtures/browser.ts';
import { buildTenant } from '../../../../test/fixtures/builders.ts';
import { testEngine } from '../../../../test/fixtures/database.ts';
import { countWaiting } from '../../../../test/fixtures/database/postgres-template.ts';
import { buildInvitation } from '../../../../test/fixtures/staff.ts';
import {
  consent,
  begin,
  complete,
  type Google,
  signInWithGoogle,
  startGoogle,
} from '../../../../test/fixtures/third-parties/google.ts';
import {
  findMembership,
  startAppWithPayments,
  type AppWithPayments,
  listTenants,
} from '../../../../test/fixtures/third-parties/app-with-payments.ts';
import { asPlatform, platform, type Tx } from '../../../db/tenant.ts';
import { run } from '../../../db/transaction.ts';
import { lockTenant } from '../staff/queries.ts';
import { lockOrder } from './queries.ts';

// A payer who proves their address with Google needs no mailed link.

let google: Google;
let shop: AppWithPayments;
beforeAll(async () => {
  google = await startGoogle(10_000);
  shop = await startAppWithPayments({ dependencies: { identity: google.identity } });
});
afterAll(async () => {
  await shop.close();
  await google.close();
});

it('admits a payer by Google, as Business Admin of the paid business, and only with the same address [P-4.25]', async () => {
  const email = 'payer@people.example';
  expect((await signInWithGoogle(new Browser(shop.app), { email })).error?.code).toBe('google.no_account');
  const checkout = await shop.order(email);
  await shop.verify(await shop.pay(checkout));
  expect((await signInWithGoogle(new Browser(shop.app), { email: 'thief@people.example' })).error?.code).toBe(
    'google.no_account',
  );

  const browser = new Browser(shop.app);
  expect((await signInWithGoogle(browser, { email })).status).toBe(201);
  const [tenant] = await listTenants(shop, email);
  expect(await findMembership(shop, email)).toMatchObject({ tenant_id: tenant?.id, role: 'BUSINESS_ADMIN' });
  expect((await browser.send(getSession)).body).toMatchObject({
    user: { email, role: 'BUSINESS_ADMIN' },
    tenant: { id: tenant?.id },
  });
  expect(await shop.toRow(checkout)).toMatchObject({
    tenant_id: tenant?.id,
    claimed_by: (await findMembership(shop, email))?.id,
  });
});

it('gives every paid month to the business that the payer owns by now, also by the link of one of them [P-4.27]', async () => {
  const email = `${randomUUID()}@people.example`;
  const [first, second] = [await shop.order(email), await shop.order(email)];
  for (const checkout of [first, second]) await shop.verify(await shop.pay(checkout));
  const link = await shop.linkTo(email);
  const own = await buildTenant(shop);
  const { id } = await buildPerson(shop, own, 'BUSINESS_OWNER', { email });
  expect(
    await new Browser(shop.app).send(setPassword, { body: { link, password: 'correct horse' } }),
  ).toMatchObject({ status: 204 });
  expect(await shop.subscriptionsOf(own.id)).toMatchObject([
    { status: 'ended' },
    { status: 'active', paid_until: '2027-01-21' },
  ]);
  for (const checkout of [first, second])
    expect(await shop.toRow(checkout)).toMatchObject({ tenant_id: own.id, claimed_by: id });
});

it('gives a super admin no business: what they paid for before is listed with its reason [P-4.27]', async () => {
  const email = `${randomUUID()}@people.example`;
  const checkout = await shop.order(email);
  await shop.verify(await shop.pay(checkout));
  const link = await shop.linkTo(email);
  const { id } = await buildPerson(shop, null, undefined, { email });
  await asPlatform(shop, (tx) => tx.insertInto('platform_admins').values({ user_id: id }).execute());
  expect((await signInWithGoogle(new Browser(shop.app), { email })).status).toBe(201);
  expect(
    await new Browser(shop.app).send(setPassword, { body: { link, password: 'correct horse' } }),
  ).toMatchObject({ status: 204 });
  expect(await findMembership(shop, email)).toMatchObject({ tenant_id: null });
  expect(await shop.toRow(checkout)).toMatchObject({ claimed_by: null, reason: 'platform_admin' });
});

// The embedded database runs one transaction at a time.
if (testEngine === 'postgres') {
  it('lets one person set a password by the paid link and sign in with Google concurrently [P-4.26]', async () => {
    const { email, id } = await buildPerson(shop);
    const checkout = await shop.order(email);
    await shop.verify(await shop.pay(checkout));
    const [tenant] = await listTenants(shop, email);
    const { bySettingPassword, byGoogle } = await bothWays(email);
    const lockPaid = (tx: Tx) =>
      run(tx, platform, lockOrder({ value: checkout.fields['order_id'] ?? '' }, { by: 'provider_order_id' }));
    expect(await whileLocked(lockPaid, [bySettingPassword, byGoogle])).toEqual([204, 201]);
    expect(await findMembership(shop, email)).toMatchObject({
      tenant_id: tenant?.id,
      role: 'BUSINESS_ADMIN',
    });
    expect(await shop.toRow(checkout)).toMatchObject({ tenant_id: tenant?.id, claimed_by: id });
  });

  it('lets one person start a business by a link and accept an invitation with Google concurrently', async () => {
    const { email } = await buildPerson(shop);
    const clinic = await buildTenant(shop);
    await new Browser(shop.app).send(getStarted, { body: { businessName: 'Free Clinic', email } });
    const { bySettingPassword, byGoogle } = await bothWays(email);
    await buildInvitation(shop, clinic, email);
    expect(
      await whileLocked(
        (tx) => run(tx, { tenantId: clinic.id }, lockTenant({})),
        [byGoogle, bySettingPassword],
      ),
    ).toEqual([201, 204]);
    expect(await findMembership(shop, email)).toMatchObject({ tenant_id: clinic.id });
    expect(await listTenants(shop, email)).toEqual([]);
  });
}

/** The two calls with which a person proves the address, each up to its last step. */
async function bothWays(email: string) {
  const link = await shop.linkTo(email);
  const browser = new Browser(shop.app);
  const answer = await consent(await begin(browser), { email });
  return {
    bySettingPassword: async () =>
      (await new Browser(shop.app).send(setPassword, { body: { link, password: 'correct horse' } })).status,
    byGoogle: async () => (await complete(browser, answer)).status,
  };
}

/**
 * Starts the calls one after the other, each when the previous one waits, while another transaction
 * holds the rows that they need; then ends that one.
 */
async function whileLocked(
  lock: (tx: Tx) => Promise<unknown>,
  calls: readonly (() => Promise<number>)[],
): Promise<number[]> {
  const started: Promise<number>[] = [];
  await asPlatform(shop, async (tx) => {
    await lock(tx);
    for (const call of calls) {
      started.push(call());
      await expect
        .poll(() => countWaiting(shop.database), { interval: 10, timeout: 4_000 })
        .toBe(started.length);
    }
  });
  return Promise.all(started);
}
