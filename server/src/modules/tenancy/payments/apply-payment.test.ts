import { randomUUID } from 'node:crypto';
import { getStarted, requestPasswordRecovery, setPassword } from '@samay/contract/identity/passwords';
import { getSession } from '@samay/contract/identity/session';
import { orderUpgrade } from '@samay/contract/tenancy/payments';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asPlatform } from '../../../db/tenant.ts';
import { buildPerson } from '../../../../test/fixtures/browser.ts';
import { buildTenant, signInAs } from '../../../../test/fixtures/builders.ts';
import {
  findMembership,
  startAppWithPayments,
  type AppWithPayments,
  listTenants,
} from '../../../../test/fixtures/third-parties/app-with-payments.ts';
import { claimPaidOrders } from './claim-order.ts';

// A payment from an address that has an account already, and a business that changes while its
// payer is paying.

let shop: AppWithPayments;
beforeAll(async () => {
  shop = await startAppWithPayments();
});
afterAll(() => shop.close());

it('ends a suspension that lasts until the business pays, and no other [P-4.35]', async () => {
  for (const untilPaid of [true, false]) {
    const tenant = await buildTenant(shop);
    const owner = await signInAs(shop, tenant, 'BUSINESS_OWNER');
    const upgrade = async () => owner.call(orderUpgrade, { body: { plan: 'premium' } });
    const ordered = (await upgrade()).body;
    await asPlatform(shop, (tx) =>
      tx
        .updateTable('tenants')
        .set({ status: 'suspended', suspended_reason: 'Not paid', suspended_until_paid: untilPaid })
        .where('id', '=', tenant.id)
        .execute(),
    );
    const { status, error, body } = await upgrade();
    expect([status, error?.code]).toEqual(untilPaid ? [201, undefined] : [403, 'tenant.suspended']);
    await shop.verify(await shop.pay(untilPaid ? body : ordered));
    expect((await owner.call(getSession)).body).toMatchObject({
      tenant: { suspended: !untilPaid },
      suspension: untilPaid ? null : { reason: 'Not paid', untilPaid: false },
    });
  }
});

describe('a sign-up paid for by', () => {
  it('the owner of a business goes to that business, and does not readmit them after they left it [P-4.28]', async () => {
    const tenant = await buildTenant(shop);
    const { id, email } = await buildPerson(shop, tenant, 'BUSINESS_OWNER');
    const checkout = await shop.order(email);
    const { body } = await shop.verify(await shop.pay(checkout));
    // They sign in as usual: no email is sent, and the page announces none.
    expect(body).toMatchObject({ success: true, next: 'dashboard' });
    expect(await shop.emailsTo(email)).toEqual([]);
    expect(await listTenants(shop, email)).toEqual([]);
    expect(await shop.subscriptionsOf(tenant.id)).toMatchObject([
      { status: 'ended' },
      { plan_id: 'premium', paid_until: '2026-12-21' },
    ]);
    expect(await shop.toRow(checkout)).toMatchObject({
      state: 'granted',
      tenant_id: tenant.id,
      claimed_by: id,
    });
    await takeOut(id);
    await setNewPassword(email);
    expect(await findMembership(shop, email)).toMatchObject({ tenant_id: null });
  });

  it.each([
    [
      'the owner of a business with a larger plan',
      'plan_not_larger',
      async () => personIn('BUSINESS_OWNER', 'enterprise'),
    ],
    ['a doctor of another business', 'member_elsewhere', async () => personIn('DOCTOR', 'basic')],
    ['a person whose account is deleted', 'account_deleted', deletedPerson],
    [
      'a super admin',
      'platform_admin',
      async () => (await signInAs(shop, null, 'SUPER_ADMIN')).identity?.email ?? '',
    ],
  ])(
    '%s grants no plan, is listed for a super admin, and the payer is informed [P-4.28]',
    async (_who, reason, person) => {
      const email = await person();
      const checkout = await shop.order(email);
      const { status, body } = await shop.verify(await shop.pay(checkout));
      expect([status, body.next, body.message]).toEqual([
        200,
        'mail',
        `Your payment has arrived. We have written to ${email} about how it goes on.`,
      ]);
      expect(await shop.toRow(checkout)).toMatchObject({ state: 'paid', reason, tenant_id: null });
      expect(await listTenants(shop, email)).toEqual([]);
      expect((await shop.emailsTo(email)).map(({ subject }) => subject)).toEqual([
        'Your payment to Samay has arrived, but your plan has not started',
      ]);
    },
  );

  it('the same address twice creates one business, paid for two months', async () => {
    const email = `${randomUUID()}@people.example`;
    const [first, second] = [
      await shop.pay(await shop.order(email)),
      await shop.pay(await shop.order(email)),
    ];
    expect(
      (await Promise.all([shop.verify(first), shop.verify(second)])).map(({ status }) => status),
    ).toEqual([200, 200]);
    const tenants = await listTenants(shop, email);
    expect(tenants).toHaveLength(1);
    expect(await shop.subscriptionsOf(tenants[0]?.id ?? '')).toMatchObject([
      { plan_id: 'premium', status: 'active', paid_until: '2027-01-21' },
    ]);
  });
});

describe('a second payment before the first one is claimed', () => {
  it('mails another link, which claims both: people who leave the business later are not readmitted [P-4.27]', async () => {
    const email = `${randomUUID()}@people.example`;
    await shop.verify(await shop.pay(await shop.order(email)));
    const second = await shop.order(email);
    expect((await shop.verify(await shop.pay(second))).body).toMatchObject({ next: 'link' });
    expect(await shop.emailsTo(email)).toHaveLength(2);
    const link = await shop.linkTo(email);
    expect((await shop.nobody.call(setPassword, { body: { link, password: 'correct horse' } })).status).toBe(
      204,
    );
    const member = await findMembership(shop, email);
    expect(member).toMatchObject({ role: 'BUSINESS_ADMIN' });
    await takeOut(member?.id ?? '');
    await setNewPassword(email);
    expect(await findMembership(shop, email)).toMatchObject({ tenant_id: null });
  });
});

describe('an upgrade', () => {
  it('of a business that was deleted meanwhile is listed for a super admin', async () => {
    const tenant = await buildTenant(shop);
    const owner = await signInAs(shop, tenant, 'BUSINESS_OWNER');
    const checkout = await shop.orderAs(owner, 'premium');
    const proof = await shop.pay(checkout);
    await asPlatform(shop, (tx) =>
      tx
        .updateTable('tenants')
        .set({ deleted_at: shop.dependencies.clock() })
        .where('id', '=', tenant.id)
        .execute(),
    );
    expect((await shop.verify(proof)).body).toMatchObject({ next: 'mail' });
    expect(await shop.toRow(checkout)).toMatchObject({ state: 'paid', reason: 'tenant_deleted' });
  });
});

describe('a business that was paid for', () => {
  it('is claimed once, and the second link of the same address only sets a password', async () => {
    const email = `${randomUUID()}@people.example`;
    await shop.verify(await shop.pay(await shop.order(email)));
    const link = await shop.linkTo(email);
    const set = async () =>
      (await shop.nobody.call(setPassword, { body: { link, password: 'correct horse' } })).status;
    const answers = await Promise.all([set(), set(), set()]);
    expect(answers.filter((status) => status === 204)).toHaveLength(1);
    expect(await findMembership(shop, email)).toMatchObject({ role: 'BUSINESS_ADMIN' });
  });

  it('can be requested again after its link has expired: a payer without an account gets another [P-4.25]', async () => {
    const email = `${randomUUID()}@people.example`;
    await shop.verify(await shop.pay(await shop.order(email)));
    await shop.linkTo(email);
    expect((await shop.nobody.call(requestPasswordRecovery, { body: { email } })).status).toBe(204);
    const link = await shop.linkTo(email);
    expect(link).toMatchObject({ type: 'signup', email });
    expect((await shop.nobody.call(setPassword, { body: { link, password: 'correct horse' } })).status).toBe(
      204,
    );
    expect(await findMembership(shop, email)).toMatchObject({ role: 'BUSINESS_ADMIN' });
    expect((await shop.emailsTo(email)).map(({ subject }) => subject)).toEqual(
      Array(2).fill('Your Samay plan is paid: set your password'),
    );
  });

  it('is merged into the business that its payer created meanwhile, and the empty one is hidden', async () => {
    const email = `${randomUUID()}@people.example`;
    const checkout = await shop.order(email);
    await shop.verify(await shop.pay(checkout));
    const [empty] = await listTenants(shop, email);
    const own = await buildTenant(shop);
    const person = await buildPerson(shop, own, 'BUSINESS_OWNER', { email });
    await claimFor(person.id, email);
    expect(await findMembership(shop, email)).toMatchObject({ tenant_id: own.id, role: 'BUSINESS_OWNER' });
    expect(await shop.subscriptionsOf(own.id)).toMatchObject([
      { status: 'ended' },
      { plan_id: 'premium', status: 'active' },
    ]);
    expect(await shop.toRow(checkout)).toMatchObject({ tenant_id: own.id, claimed_by: person.id });
    expect((await listTenants(shop, email)).find(({ id }) => id === empty?.id)?.deleted_at).not.toBeNull();
  });

  it('and was deleted before its payer claimed it admits nobody: their address can sign up again [P-4.27]', async () => {
    const email = `${randomUUID()}@people.example`;
    await shop.verify(await shop.pay(await shop.order(email)));
    const link = await shop.linkTo(email);
    for (const { id } of await listTenants(shop, email))
      await asPlatform(shop, (tx) =>
        tx
          .updateTable('tenants')
          .set({ deleted_at: shop.dependencies.clock() })
          .where('id', '=', id)
          .execute(),
      );
    const spent = await shop.nobody.call(setPassword, { body: { link, password: 'correct horse' } });
    expect(spent.error?.code).toBe('link.spent');
    await shop.nobody.call(getStarted, { body: { email, businessName: 'Lakshmi Clinic' } });
    const another = await shop.linkTo(email);
    expect(
      (await shop.nobody.call(setPassword, { body: { link: another, password: 'correct horse' } })).status,
    ).toBe(204);
    const open = (await listTenants(shop, email)).filter((tenant) => tenant.deleted_at === null);
    expect(open).toHaveLength(1);
    expect(await findMembership(shop, email)).toMatchObject({
      tenant_id: open[0]?.id,
      role: 'BUSINESS_OWNER',
    });
  });

  it('does not move a member of another business, and stays unclaimed', async () => {
    const email = `${randomUUID()}@people.example`;
    const checkout = await shop.order(email);
    await shop.verify(await shop.pay(checkout));
    const elsewhere = await buildTenant(shop);
    const person = await buildPerson(shop, elsewhere, 'EMPLOYEE', { email });
    await claimFor(person.id, email);
    expect(await findMembership(shop, email)).toMatchObject({ tenant_id: elsewhere.id, role: 'EMPLOYEE' });
    expect(await shop.toRow(checkout)).toMatchObject({ state: 'granted', claimed_at: null });
  });
});

/** Removes a member as colleagues do; sessions are not part of this test. */
async function takeOut(userId: string): Promise<void> {
  await asPlatform(shop, (tx) => tx.deleteFrom('memberships').where('user_id', '=', userId).execute());
}

async function setNewPassword(email: string): Promise<void> {
  await shop.nobody.call(requestPasswordRecovery, { body: { email } });
  const link = await shop.linkTo(email);
  expect((await shop.nobody.call(setPassword, { body: { link, password: 'battery staple' } })).status).toBe(
    204,
  );
}

async function claimFor(userId: string, emailKey: string) {
  return asPlatform(shop, (tx) =>
    claimPaidOrders(tx, { now: shop.dependencies.clock(), requestId: 'test' }, { userId, emailKey }),
  );
}

async function personIn(role: 'BUSINESS_OWNER' | 'DOCTOR', plan: string): Promise<string> {
  return (await buildPerson(shop, await buildTenant(shop, { plan }), role)).email;
}

async function deletedPerson(): Promise<string> {
  const { id, email } = await buildPerson(shop);
  await asPlatform(shop, (tx) =>
    tx.updateTable('users').set({ deleted_at: shop.dependencies.clock() }).where('id', '=', id).execute(),
  );
  return email;
}
