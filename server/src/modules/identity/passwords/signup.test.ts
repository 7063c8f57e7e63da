import { getStarted, openMailedLink, setPassword } from '@samay/contract/identity/passwords';
import { checkOnboarding, getSession } from '@samay/contract/identity/session';
import { getUsage } from '@samay/contract/tenancy/subscriptions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Browser, buildPerson } from '../../../../test/fixtures/browser.ts';
import { buildTenant, signInAs } from '../../../../test/fixtures/builders.ts';
import { linkIn } from '../../../../test/fixtures/third-parties/mailbox.ts';
import { type AppWithMail, startAppWithMail } from '../../../../test/fixtures/third-parties/app-with-mail.ts';
import { readAudit } from '../../../../test/fixtures/rows.ts';
import { listMemberships } from '../../../../test/fixtures/staff.ts';
import { asPlatform, type Tx } from '../../../db/tenant.ts';

let office: AppWithMail;
let browser: Browser;
beforeAll(async () => {
  office = await startAppWithMail();
  browser = new Browser(office.app);
});
afterAll(() => office.close());

const password = 'battery staple';
const start = (email: string, businessName = 'Lakshmi Clinic') =>
  browser.send(getStarted, { body: { businessName, email } });

async function tenantsCalled(name: string) {
  return asPlatform(office, async (tx) => {
    const called = [];
    for (const tenant of await tx
      .selectFrom('tenants')
      .select(['id', 'status'])
      .where('name', '=', name)
      .execute())
      called.push({ ...tenant, ...(await subscribed(tx, tenant.id)) });
    return called;
  });
}

async function subscribed(tx: Tx, tenantId: string) {
  return tx
    .selectFrom('business_profiles')
    .innerJoin('subscriptions', 'subscriptions.tenant_id', 'business_profiles.tenant_id')
    .select(['business_profiles.email', 'onboarding_completed', 'plan_id', 'billing_cycle_start'])
    .where('business_profiles.tenant_id', '=', tenantId)
    .executeTakeFirst();
}

describe('a new business', () => {
  it('is created when its link is redeemed, not before: active, on the free plan, with onboarding ahead [P-3.5]', async () => {
    const email = 'lakshmi@people.example';
    expect(await start(email)).toMatchObject({ status: 204 });
    const [message] = await office.emailsTo(email);
    if (!message) throw new Error('there is no email');
    expect(message.subject).toBe('Set up your business on Samay');
    // Leaves out the name, which may be typed by another person than the reader of the email.
    expect(message.text).not.toContain('Lakshmi Clinic');
    const { pathname, searchParams } = linkIn(message);
    expect([pathname, [...searchParams.keys()]]).toEqual(['/update-password', ['token', 'type', 'email']]);
    const link = await office.linkTo(email);
    expect(await browser.send(openMailedLink, { body: { link } })).toMatchObject({
      body: { email, purpose: 'signup' },
    });
    expect(await tenantsCalled('Lakshmi Clinic')).toEqual([]);

    const set = await browser.send(setPassword, { body: { link, password } });
    expect(set.status).toBe(204);
    const [tenant, ...more] = await tenantsCalled('Lakshmi Clinic');
    expect(more).toEqual([]);
    expect(tenant).toMatchObject({
      status: 'active',
      email,
      onboarding_completed: false,
      plan_id: 'basic',
      billing_cycle_start: '2026-11-21',
    });
    const owner = new Browser(office.app);
    expect(await owner.signIn(email, password)).toMatchObject({ status: 201 });
    const { body: session } = await owner.send(getSession);
    expect(session).toMatchObject({
      user: { email, name: 'lakshmi', role: 'BUSINESS_OWNER' },
      tenant: { id: tenant?.id, name: 'Lakshmi Clinic' },
    });
    const { id: userId } = session['user'] as { id: string };
    expect((await owner.send(checkOnboarding, { query: { email, userId } })).body).toEqual({
      data: { needsOnboarding: true },
      error: null,
    });
    expect(
      (await readAudit(office, set.headers['x-request-id'])).map(({ action }) => action).toSorted(),
    ).toEqual(['password.set', 'tenant.started']);
    expect(await owner.send(getUsage)).toMatchObject({ status: 403 }); // no permissions before the business is set up
  });

  it('is created once for many links that are redeemed concurrently [P-3.5]', async () => {
    const email = 'twice@people.example';
    await start(email, 'Twice Clinic');
    const first = await office.linkTo(email);
    await start(email, 'Twice Clinic');
    const second = await office.linkTo(email);
    const replies = await Promise.all(
      [first, second, first, second].map((link) => browser.send(setPassword, { body: { link, password } })),
    );
    expect(replies.filter(({ status }) => status === 204)).toHaveLength(1);
    expect(replies.filter(({ error }) => error?.code === 'link.spent')).toHaveLength(3);
    expect(await tenantsCalled('Twice Clinic')).toHaveLength(1);
  });

  it('has a link that is valid for a day [P-2.33]', async () => {
    const email = 'slow@people.example';
    await start(email, 'Slow Clinic');
    const link = await office.linkTo(email);
    const before = office.dependencies.clock();
    office.setNow(new Date(before.getTime() + 24 * 3_600_000).toISOString());
    expect(await browser.send(setPassword, { body: { link, password } })).toMatchObject({
      error: { code: 'link.spent' },
    });
    office.setNow(before.toISOString());
    expect(await tenantsCalled('Slow Clinic')).toEqual([]);
  });
});

describe('an address that has an account', () => {
  it.each(['a member', 'a super admin'])(
    'gets an email that says so with the sign-in page and without a link (%s) [P-3.7]',
    async (who) => {
      const { email } =
        who === 'a member'
          ? await buildPerson(office, await buildTenant(office))
          : ((await signInAs(office, null, 'SUPER_ADMIN')).identity ?? { email: '' });
      expect(await start(email, 'Another Clinic')).toMatchObject({ status: 204, body: {} });
      const [message] = await office.emailsTo(email);
      expect(message?.subject).toBe('You already have a Samay account');
      expect(message?.text).toContain(`${office.dependencies.settings.publicUrl}/login`);
      expect(message?.text).not.toContain('update-password');
    },
  );

  it('and no business can create one [P-3.7]', async () => {
    const person = await buildPerson(office);
    await start(person.email, 'Late Clinic');
    const link = await office.linkTo(person.email);
    expect(await browser.send(setPassword, { body: { link, password } })).toMatchObject({ status: 204 });
    const [tenant] = await tenantsCalled('Late Clinic');
    expect(await listMemberships(office, person.id)).toEqual([
      { tenant_id: tenant?.id, role: 'BUSINESS_OWNER' },
    ]);
  });

  it('that is deleted and not yet erased cannot sign up, and gets the reason', async () => {
    const person = await buildPerson(office);
    const deleted = (at: Date | null) =>
      asPlatform(office, (tx) =>
        tx.updateTable('users').set({ deleted_at: at }).where('id', '=', person.id).execute(),
      );
    await deleted(office.dependencies.clock());
    await start(person.email, 'Ghost Clinic');
    const link = await office.linkTo(person.email);
    const refused = await browser.send(setPassword, { body: { link, password } });
    expect([refused.status, refused.error?.message]).toEqual([
      409,
      'The account with this email is deleted. Our support can restore it for 30 days; after that the email can be used for a new account.',
    ]);
    expect(await tenantsCalled('Ghost Clinic')).toEqual([]);
    // The link is unused: it works after support has restored the account.
    await deleted(null);
    expect((await browser.send(setPassword, { body: { link, password } })).status).toBe(204);
  });

  it('that has joined a business since its request keeps that one: only the password is set', async () => {
    const person = await buildPerson(office);
    await start(person.email, 'Never Clinic');
    const link = await office.linkTo(person.email);
    const clinic = await buildTenant(office);
    await asPlatform(office, (tx) =>
      tx
        .insertInto('memberships')
        .values({ tenant_id: clinic.id, user_id: person.id, role: 'DOCTOR' })
        .execute(),
    );
    expect(await browser.send(setPassword, { body: { link, password } })).toMatchObject({ status: 204 });
    expect(await listMemberships(office, person.id)).toEqual([{ tenant_id: clinic.id, role: 'DOCTOR' }]);
    expect(await tenantsCalled('Never Clinic')).toEqual([]);
    expect(await new Browser(office.app).signIn(person.email, password)).toMatchObject({ status: 201 });
  });
});

it.each([
  [{ businessName: '  ', email: 'a@b.example' }, { businessName: "Please enter your business's name" }],
  [
    { businessName: 'x'.repeat(201), email: 'a@b.example' },
    { businessName: 'At most 200 characters, please' },
  ],
  [{ businessName: 'Clinic', email: 'nobody' }, { email: 'Please enter a valid email address' }],
])('says what is wrong with %j', async (body, fields) => {
  expect(await browser.send(getStarted, { body })).toMatchObject({
    status: 400,
    error: { code: 'request.invalid', fields },
  });
});
