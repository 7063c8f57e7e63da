import { createAppointment } from '@samay/contract/bookings/appointments';
import { getSubscription } from '@samay/contract/tenancy/payments';
import { getUsage } from '@samay/contract/tenancy/subscriptions';
import { indiaDate } from '@samay/contract/core/time';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { testNow } from '../../../../test/fixtures/app.ts';
import { buildPerson } from '../../../../test/fixtures/browser.ts';
import { buildAppointment, buildTenant, signInAs } from '../../../../test/fixtures/builders.ts';
import { testEngine } from '../../../../test/fixtures/database.ts';
import { countWaiting } from '../../../../test/fixtures/database/postgres-template.ts';
import { newAppointment } from '../../../../test/fixtures/samples.ts';
import {
  startAppWithPayments,
  type AppWithPayments,
} from '../../../../test/fixtures/third-parties/app-with-payments.ts';
import { tenantIdOf } from '../../../context/tenant-id.ts';
import { run } from '../../../db/transaction.ts';
import { asPlatform, inTenant, Overtaken, platform } from '../../../db/tenant.ts';
import { endUnpaidPlans } from './end-unpaid-plans.ts';
import { makePlaces } from './plan-limit.ts';
import { endUnpaid, extendPaidMonth, markReminded, readUnpaid, startSubscription } from './plan-queries.ts';
import { lockSubscription } from './queries.ts';

let shop: AppWithPayments;
beforeAll(async () => {
  shop = await startAppWithPayments();
});
afterAll(() => shop.close());
afterEach(() => shop.setNow(testNow));

/** Ten in the morning in India. */
const on = (date: string) => shop.setNow(`${date}T04:30:00.000Z`);

/** Delivers the due effects and returns the subjects of all emails to an address, oldest first. */
const subjectsTo = async (email: string) => (await shop.emailsTo(email)).map(({ subject }) => subject);

/** Returns a clock that throws at its second call, which is for the first business of a run. */
function brokenOnce(clock: () => Date): () => Date {
  let asked = 0;
  return () => {
    asked += 1;
    if (asked === 2) throw new Error('planted');
    return clock();
  };
}

describe('a month that was paid for', () => {
  it('causes one reminder, three days before it ends, to all owners and nobody else [P-4.30]', async () => {
    const tenant = await buildTenant(shop, { plan: 'premium', paidUntil: '2026-12-01' });
    const owners = [
      await buildPerson(shop, tenant, 'BUSINESS_OWNER'),
      await buildPerson(shop, tenant, 'BUSINESS_ADMIN'),
    ];
    const doctor = await buildPerson(shop, tenant, 'DOCTOR');
    on('2026-11-27');
    await endUnpaidPlans(shop.dependencies);
    expect(await shop.emailsTo(owners[0]?.email ?? '')).toEqual([]);
    on('2026-11-28');
    await Promise.all([endUnpaidPlans(shop.dependencies), endUnpaidPlans(shop.dependencies)]);
    await endUnpaidPlans(shop.dependencies);
    for (const { email } of owners) {
      const emails = await shop.emailsTo(email);
      expect(emails.map(({ subject }) => subject)).toEqual([
        'Your Premium plan on Samay is paid until 1 Dec 2026',
      ]);
      expect(emails[0]?.text).toContain('free Basic plan from 4 Dec 2026. Nothing is deleted.');
    }
    expect(await shop.emailsTo(doctor.email)).toEqual([]);
  });

  it('links to the Settings of its business type, and is handled even if another business fails [P-15.11]', async () => {
    await buildTenant(shop, { plan: 'premium', paidUntil: '2027-01-09' });
    const ground = await buildTenant(shop, {
      plan: 'premium',
      paidUntil: '2027-01-10',
      businessType: 'turf',
    });
    const owner = await buildPerson(shop, ground, 'BUSINESS_OWNER');
    on('2027-01-08');
    await endUnpaidPlans({ ...shop.dependencies, clock: brokenOnce(shop.dependencies.clock) });
    expect((await shop.emailsTo(owner.email))[0]?.text).toContain(
      `${shop.dependencies.settings.publicUrl}/turf-dashboard/settings`,
    );
    const { told, ended } = await endUnpaidPlans(shop.dependencies);
    expect(told + ended).toBe(1);
    expect(await shop.emailsTo(owner.email)).toHaveLength(1);
  });

  it('has three days of grace, and then the business is put on the free plan with all its bookings [P-4.30]', async () => {
    const tenant = await buildTenant(shop, { plan: 'premium', paidUntil: '2026-12-01' });
    const owner = await buildPerson(shop, tenant, 'BUSINESS_OWNER');
    for (let count = 0; count < 30; count += 1) await buildAppointment(shop, tenant, { date: '2026-12-10' });
    on('2026-12-03');
    await endUnpaidPlans(shop.dependencies);
    expect(await subjectsTo(owner.email)).toEqual(['Your Premium plan on Samay is paid until 1 Dec 2026']);
    expect(await usage(tenant)).toMatchObject({ planName: 'Premium', limit: 250 });
    on('2026-12-04');
    await Promise.all([endUnpaidPlans(shop.dependencies), endUnpaidPlans(shop.dependencies)]);
    expect(await usage(tenant)).toMatchObject({
      planName: 'Basic',
      limit: 25,
      used: 30,
      hidden: 5,
      cycleStart: '2026-12-04',
    });
    expect(await shop.subscriptionsOf(tenant.id)).toMatchObject([
      { plan_id: 'premium', status: 'ended' },
      { plan_id: 'basic', status: 'active', paid_until: null },
    ]);
    expect(await subjectsTo(owner.email)).toEqual([
      'Your Premium plan on Samay is paid until 1 Dec 2026',
      'Your Premium plan on Samay has ended',
    ]);
  });

  it('is not handled for the free plan, and for a plan granted by the platform', async () => {
    const [free, given] = [
      await buildTenant(shop),
      await buildTenant(shop, { plan: 'enterprise', paidUntil: null }),
    ];
    on('2028-01-01');
    await endUnpaidPlans(shop.dependencies);
    expect(await usage(free)).toMatchObject({ planName: 'Basic', limit: 25 });
    expect(await usage(given)).toMatchObject({ planName: 'Enterprise', limit: 2500 });
  });

  it('that was paid for after the job read it neither ends nor causes a reminder', async () => {
    const tenant = await buildTenant(shop, { plan: 'premium', paidUntil: '2026-12-01' });
    on('2026-12-04');
    const found = (
      await asPlatform(shop, (tx) => run(tx, platform, readUnpaid({ endedBy: '2026-12-01' })))
    ).find(({ tenantId }) => tenantId === tenant.id);
    if (!found) throw new Error('the unpaid month was not found');
    await asPlatform(shop, (tx) => extendPaidMonth(tx, tenant.id, found.id, '2027-01-01'));
    expect(
      await asPlatform(shop, async (tx) => [
        await run(tx, found, markReminded({ ...found, now: shop.dependencies.clock() })),
        await run(tx, found, endUnpaid(found)),
      ]),
    ).toEqual([[], []]);
    expect(await shop.subscriptionsOf(tenant.id)).toMatchObject([
      { plan_id: 'premium', status: 'active', paid_until: '2027-01-01' },
    ]);
  });

  it('causes another reminder after another month was paid', async () => {
    const tenant = await buildTenant(shop, { plan: 'premium', paidUntil: '2026-12-01' });
    const owner = await signInAs(shop, tenant, 'BUSINESS_OWNER');
    const email = owner.identity?.email ?? '';
    on('2026-11-29');
    const firstReminder = 'Your Premium plan on Samay is paid until 1 Dec 2026';
    const secondReminder = 'Your Premium plan on Samay is paid until 1 Jan 2027';
    await endUnpaidPlans(shop.dependencies);
    expect(await subjectsTo(email)).toEqual([firstReminder]);
    const later = await signInAs(shop, tenant, 'BUSINESS_OWNER');
    await shop.verify(await shop.pay(await shop.orderAs(later, 'premium')));
    on('2026-12-29');
    await endUnpaidPlans(shop.dependencies);
    expect(await subjectsTo(email)).toEqual([firstReminder, secondReminder]);
  });
});

describe('the plan as Settings shows it', () => {
  it('has the paid period, the other plans, and the permitted actions', async () => {
    const tenant = await buildTenant(shop, { plan: 'premium', paidUntil: '2026-12-01' });
    const owner = (await (await signInAs(shop, tenant, 'BUSINESS_OWNER')).call(getSubscription)).body;
    expect(owner).toEqual({
      state: 'active',
      planName: 'Premium',
      plan: { id: 'premium', name: 'Premium', limit: 250, monthlyPrice: 99_900 },
      ownLimit: null,
      firstDays: null,
      paidUntil: '2026-12-01',
      endsOn: '2026-12-04',
      offers: [
        { id: 'premium', name: 'Premium', limit: 250, monthlyPrice: 99_900 },
        { id: 'enterprise', name: 'Enterprise', limit: 2500, monthlyPrice: 299_900 },
      ],
      paymentsAvailable: true,
      may: { upgrade: true },
    });
    const doctor = (await (await signInAs(shop, tenant, 'DOCTOR')).call(getSubscription)).body;
    expect(doctor.may).toEqual({ upgrade: false });
  });

  it('has no plan without an active subscription, and whether there has ever been one', async () => {
    const never = await signInAs(shop, await buildTenant(shop, { plan: null }), 'BUSINESS_OWNER');
    const offers = [{ id: 'premium' }, { id: 'enterprise' }];
    expect((await never.call(getSubscription)).body).toMatchObject({
      state: 'none',
      planName: 'Basic or Free Plan',
      plan: null,
      offers,
    });
    const tenant = await buildTenant(shop, { plan: 'premium' });
    await asPlatform(shop, (tx) =>
      tx.updateTable('subscriptions').set({ status: 'ended' }).where('tenant_id', '=', tenant.id).execute(),
    );
    const ended = await signInAs(shop, tenant, 'BUSINESS_OWNER');
    expect((await ended.call(getSubscription)).body).toMatchObject({
      state: 'ended',
      planName: 'Premium',
      plan: null,
      paidUntil: null,
      offers,
    });
  });
});

// The embedded database runs one transaction at a time.
if (testEngine === 'postgres') {
  it('rejects no booking within the limit while a paid plan replaces the free one [P-4.9]', async () => {
    const tenant = await buildTenant(shop);
    const owner = await signInAs(shop, tenant, 'BUSINESS_OWNER');
    const { booked } = await asPlatform(shop, async (tx) => {
      const today = indiaDate(new Date(testNow));
      await startSubscription(tx, {
        tenantId: tenant.id,
        planId: 'premium',
        cycleStart: today,
        paidUntil: null,
        now: new Date(testNow),
      });
      const booked = owner.call(createAppointment, { body: newAppointment });
      // Waits until it waits for the row of the plan that was ended.
      await expect.poll(() => countWaiting(shop.database), { timeout: 30_000 }).toBe(1);
      return { booked };
    });
    expect((await booked).status).toBe(201);
  });

  it('waits for no plan that replaced its own, because it may hold locks that follow the plan', async () => {
    const tenant = await buildTenant(shop);
    const work = { database: shop.database, tenantId: tenantIdOf(tenant.id), now: new Date(testNow) };
    await inTenant(work, async (tx) => {
      await run(tx, work, lockSubscription({}));
      const replaced = { subscription: [{ is_active: false }], plans: [], days: [] };
      await expect(inTenant(work, (other) => makePlaces(other, work, replaced))).rejects.toThrow(Overtaken);
    });
  });
}

async function usage(tenant: Awaited<ReturnType<typeof buildTenant>>) {
  return (await (await signInAs(shop, tenant, 'BUSINESS_OWNER')).call(getUsage)).body;
}
