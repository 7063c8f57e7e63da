import { listAppointments } from '@samay/contract/bookings/appointments';
import {
  addTenant,
  changeTenantPlan,
  changeTenantStatus,
  deleteTenant,
  getTenant,
  getTenantSchedule,
  listTenantAppointments,
  listTenants,
  type NewTenant,
  restoreTenant,
  type TenantLine,
} from '@samay/contract/platform/tenants';
import { getSchedule } from '@samay/contract/desk/schedule';
import { getSession } from '@samay/contract/identity/session';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/fixtures/app.ts';
import { buildAppointment, buildTenant, signInAs } from '../../../../test/fixtures/builders.ts';
import type { Client } from '../../../../test/fixtures/client.ts';
import { buildReason } from '../../../../test/fixtures/reason.ts';
import { readAudit } from '../../../../test/fixtures/rows.ts';
import { newTenant } from '../../../../test/fixtures/samples.ts';
import { asPlatform } from '../../../db/tenant.ts';
import { admission } from '../../tenancy/index.ts';

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await testApp();
  admin = await signInAs(app, null, 'SUPER_ADMIN', { name: 'Nalini Rao' });
});
afterAll(() => app.close());

const unknown = '00000000-0000-4000-8000-0000000000ff';

describe('the list', () => {
  it('finds by name, whole address and owner, ignoring case, with literal wildcards [P-14.2]', async () => {
    const added = await add({
      name: 'Arogya 100% Clinic',
      adminEmail: 'Hello@Arogya.example',
      ownerName: 'Venkatalakshmi Iyer',
    });
    for (const search of ['arogya 100%', 'HELLO@arogya.example', 'venkatalakshmi', 'lakshmi iyer']) {
      expect([search, (await list({ search })).map(({ id }) => id)]).toEqual([search, [added.id]]);
    }
    expect(await list({ search: 'arogya 1000' })).toEqual([]);
    expect(await list({ search: '%' })).toHaveLength(1);
    expect(await list({ search: '_' })).toEqual([]);
  });

  it('finds an owner who has joined, and names them', async () => {
    const tenant = await buildTenant(app, { plan: 'premium' });
    await signInAs(app, tenant, 'DOCTOR', { name: 'Dr. Somebody Else' });
    await signInAs(app, tenant, 'BUSINESS_OWNER', { name: 'Padmavathi Raghunathan' });
    const [found] = await list({ search: 'padmavathi' });
    expect(found).toMatchObject({
      id: tenant.id,
      ownerName: 'Padmavathi Raghunathan',
      usersCount: 2,
      planId: 'premium',
      businessType: 'doctor',
    });
    expect(await list({ search: 'somebody else' })).toEqual([]);
  });

  it('filters by plan and by status, which are not the same thing [P-14.2]', async () => {
    const suspended = await buildTenant(app, { plan: 'enterprise', status: 'suspended' });
    const ids = async (query: object) => (await list(query)).map(({ id }) => id);
    expect(await ids({ plan: 'enterprise' })).toContain(suspended.id);
    expect(await ids({ plan: 'basic' })).not.toContain(suspended.id);
    expect(await ids({ status: 'suspended', plan: 'enterprise' })).toEqual([suspended.id]);
    expect(await ids({ status: 'active' })).not.toContain(suspended.id);
    expect((await list({ status: 'pending' })).every(({ status }) => status === 'pending')).toBe(true);
  });

  it('pages by key, newest first, each business once, also those of the same instant [O-4.9, P-14.2]', async () => {
    for (let count = 0; count < 7; count += 1) await buildTenant(app);
    const all = await list({ limit: 100 });
    const paged: TenantLine[] = [];
    let cursor: string | undefined;
    do {
      const { body } = await admin.call(listTenants, { query: { limit: 3, ...(cursor && { cursor }) } });
      paged.push(...body.items);
      cursor = body.next ?? undefined;
    } while (cursor);
    expect(paged.map(({ id }) => id)).toEqual(all.map(({ id }) => id));
    expect(new Set(paged.map(({ id }) => id)).size).toBe(all.length);
    for (const wrong of ['nonsense', '1_2', `99999999999999999_${unknown}`]) {
      expect((await admin.call(listTenants, { query: { cursor: wrong } })).error?.fields).toHaveProperty(
        'cursor',
      );
    }
  });

  it('audits the access without the search text [P-15.5]', async () => {
    const { headers } = await admin.call(listTenants, { query: { search: 'kavita menon' } });
    const rows = await asPlatform(app, (tx) =>
      tx
        .selectFrom('audit_log')
        .selectAll()
        .where('request_id', '=', String(headers['x-request-id']))
        .execute(),
    );
    expect(rows).toMatchObject([
      { action: 'platform.tenants_listed', actor_id: admin.identity?.userId, detail: { searched: true } },
    ]);
    expect(JSON.stringify(rows)).not.toMatch(/kavita|menon/i);
  });
});

describe('adding a business', () => {
  it('creates it pending with a subscription, and active once its owner has joined [P-14.3]', async () => {
    const added = await add({
      name: 'Sanjeevani Hospital',
      adminEmail: 'lakshmi@sanjeevani.example',
      ownerName: 'Lakshmi Narasimhan',
    });
    expect(added).toMatchObject({
      name: 'Sanjeevani Hospital',
      email: 'la•••@sanjeevani.example',
      ownerName: 'Lakshmi Narasimhan',
      ownerEmail: 'la•••@sanjeevani.example',
      planId: 'basic',
      status: 'pending',
      usersCount: 0,
      businessType: null,
    });
    const emails = await asPlatform(app, (tx) => tx.selectFrom('outbox').select('payload').execute());
    expect(
      emails.filter(({ payload }) => JSON.stringify(payload).includes('lakshmi@sanjeevani.example')),
    ).toHaveLength(1);
    await comes('lakshmi@sanjeevani.example');
    const [now] = await list({ search: 'sanjeevani' });
    expect(now).toMatchObject({ status: 'active', usersCount: 1, ownerName: 'Lakshmi Narasimhan' });
  });

  it.each(['name', 'adminEmail', 'ownerName', 'plan'])('wants %s', async (field) => {
    const refused = await admin.send(addTenant, {
      body: { ...newTenant, adminEmail: 'a@b.example', [field]: '' },
    });
    expect([refused.status, Object.keys(refused.error?.fields ?? {})]).toEqual([400, [field]]);
  });

  it.each(['premium', 'enterprise'])('gives no %s plan away [P-14.3]', async (plan) => {
    const refused = await admin.send(addTenant, {
      body: { ...newTenant, adminEmail: 'greedy@clinic.example', plan },
    });
    expect([refused.status, refused.error?.fields]).toEqual([
      400,
      { plan: 'A new business begins on the Basic plan' },
    ]);
  });

  it('refuses an address that has a business, in any writing, and one of somebody who belongs to one [P-14.3]', async () => {
    await add({ adminEmail: 'twice@clinic.example' });
    const twice = await admin.call(addTenant, { body: { ...newTenant, adminEmail: 'Twice@Clinic.example' } });
    expect(twice.error?.code).toBe('tenant.email_taken');
    await signInAs(app, await buildTenant(app), 'DOCTOR', { email: 'member@elsewhere.example' });
    const elsewhere = await admin.call(addTenant, {
      body: { ...newTenant, adminEmail: 'member@elsewhere.example' },
    });
    expect(elsewhere.error?.code).toBe('tenant.owner_elsewhere');
  });

  it('refuses an address of those who run the platform, who could never accept [P-14.3]', async () => {
    const adminEmail = admin.identity?.email ?? '';
    const refused = await admin.call(addTenant, {
      body: { ...newTenant, adminEmail: adminEmail.toUpperCase() },
    });
    expect(refused.error?.code).toBe('tenant.owner_is_admin');
    expect(await list({ search: adminEmail })).toEqual([]);
  });

  it('creates one of two that are added concurrently for one address', async () => {
    const body = { ...newTenant, adminEmail: 'race@clinic.example' };
    const answers = await Promise.all([1, 2, 3].map(() => admin.call(addTenant, { body })));
    expect(answers.map(({ status }) => status).toSorted((left, right) => left - right)).toEqual([
      201, 409, 409,
    ]);
  });
});

describe('the plan', () => {
  it('ends the old subscription and begins a new one in the same cycle [P-14.4]', async () => {
    const tenant = await buildTenant(app, { plan: 'basic' });
    await because(tenant.id);
    const changed = await admin.call(changeTenantPlan, {
      params: { id: tenant.id },
      body: { plan: 'premium' },
    });
    expect(changed.body.planId).toBe('premium');
    const { body } = await admin.call(getTenant, { params: { id: tenant.id } });
    expect(body.subscriptions.map(({ planId, status, cycleStart }) => [planId, status, cycleStart])).toEqual([
      ['premium', 'active', '2026-11-01'],
      ['basic', 'ended', '2026-11-01'],
    ]);
    expect(body.usage.limit).toBe(250);
  });

  it('leaves one active subscription after two concurrent changes [P-14.4]', async () => {
    const tenant = await buildTenant(app);
    await because(tenant.id);
    const plans = ['premium', 'enterprise', 'premium', 'enterprise'] as const;
    const answers = await Promise.all(
      plans.map((plan) => admin.call(changeTenantPlan, { params: { id: tenant.id }, body: { plan } })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const { body } = await admin.call(getTenant, { params: { id: tenant.id } });
    expect(body.subscriptions.filter(({ status }) => status === 'active')).toHaveLength(1);
  });

  it('gives a plan to a business without one', async () => {
    const tenant = await buildTenant(app, { plan: null });
    await because(tenant.id);
    const changed = await admin.call(changeTenantPlan, {
      params: { id: tenant.id },
      body: { plan: 'basic' },
    });
    expect(changed.body.planId).toBe('basic');
  });
});

it('suspends a business: its people read on and write nothing, from their next request', async () => {
  const tenant = await buildTenant(app);
  const owner = await signInAs(app, tenant, 'BUSINESS_OWNER');
  const id = await buildAppointment(app, tenant);
  await because(tenant.id);
  const suspended = await admin.call(changeTenantStatus, {
    params: { id: tenant.id },
    body: { status: 'suspended', reason: 'October is not paid', untilPaid: true },
  });
  expect(suspended.body.status).toBe('suspended');
  const session = await owner.call(getSession);
  expect(session.body).toMatchObject({
    tenant: { suspended: true },
    suspension: { reason: 'October is not paid', contact: null, untilPaid: true },
  });
  expect((await owner.call(listAppointments)).body.items.map((item) => [item.id, item.may])).toEqual([
    [id, []],
  ]);
  const back = await admin.call(changeTenantStatus, {
    params: { id: tenant.id },
    body: { status: 'active' },
  });
  expect(back.status).toBe(200);
  expect((await owner.call(getSession)).body.suspension).toBeNull();
  expect((await owner.call(listAppointments)).body.items[0]?.may).toContain('cancel');
});

describe('deleting a business', () => {
  it('requires its name, hides it and signs everybody out immediately, and can be undone [P-15.7]', async () => {
    const tenant = await buildTenant(app);
    const owner = await signInAs(app, tenant, 'BUSINESS_OWNER');
    const params = { id: tenant.id };
    const name = `Business ${tenant.id.slice(0, 4)}`;
    const wrong = await admin.call(deleteTenant, { params, body: { name: 'Another' } });
    expect([wrong.error?.code, (await owner.call(getSession)).status]).toEqual(['tenant.name_mismatch', 200]);
    const gone = await admin.call(deleteTenant, { params, body: { name } });
    expect(gone.body.deletedAt).not.toBeNull();
    expect((await owner.call(getSession)).error?.code).toBe('session.ended');
    expect((await list({ search: name })).map(({ id }) => id)).not.toContain(tenant.id);
    expect((await list({ status: 'deleted' })).map(({ id }) => id)).toContain(tenant.id);
    for (const refused of [
      await admin.call(deleteTenant, { params, body: { name } }),
      await admin.call(changeTenantPlan, { params, body: { plan: 'premium' } }),
      await admin.call(changeTenantStatus, { params, body: { status: 'active' } }),
    ]) {
      expect(refused.error?.code).toBe('tenant.deleted');
    }
    expect((await admin.call(listTenantAppointments, { params })).status).toBe(404);
    expect((await admin.call(restoreTenant, { params })).body.deletedAt).toBeNull();
    expect((await list({ search: name })).map(({ id }) => id)).toContain(tenant.id);
  });

  it('signs its people in without any data', async () => {
    const tenant = await buildTenant(app);
    await admin.call(deleteTenant, {
      params: { id: tenant.id },
      body: { name: `Business ${tenant.id.slice(0, 4)}` },
    });
    const late = await signInAs(app, tenant, 'BUSINESS_OWNER');
    expect((await late.call(getSession)).body).toMatchObject({ tenant: null, permissions: [] });
    expect((await late.call(listAppointments)).status).toBe(403);
  });
});

describe('a look into a business', () => {
  it('shows its bookings in its own order, read only, with masked names, and audits the access [P-14.7]', async () => {
    const tenant = await buildTenant(app, { businessType: 'turf' });
    const owner = await signInAs(app, tenant, 'BUSINESS_OWNER');
    for (const time of ['09:00', '11:00'])
      await buildAppointment(app, tenant, { time, personName: `At ${time}` });
    await buildAppointment(app, await buildTenant(app), { personName: 'Of somebody else' });
    const own = await owner.call(listAppointments);
    await because(tenant.id);
    const seen = await admin.call(listTenantAppointments, { params: { id: tenant.id } });
    expect(seen.body.items.map(({ id }) => id)).toEqual(own.body.items.map(({ id }) => id));
    expect(seen.body.items.map(({ personName }) => personName)).toEqual(['A••• 1•••', 'A••• 0•••']);
    const opened = await admin.call(listTenantAppointments, {
      params: { id: tenant.id },
      query: { from: '2099-01-01', limit: 1 },
    });
    expect(opened.body).toMatchObject({
      items: [own.body.items[0]?.id].map((id) => ({ id })),
      previous: null,
    });
    expect(seen.body.items[0]).not.toHaveProperty('may');
    expect(seen.body.items[0]).not.toHaveProperty('personEmail');
    expect(await readAudit(app, seen.headers['x-request-id'])).toEqual([
      { tenant_id: tenant.id, action: 'platform.appointments_viewed', object: tenant.id },
    ]);
  });

  it('shows its schedule without names, and audits the access [P-6.65]', async () => {
    const tenant = await buildTenant(app, { businessType: 'turf' });
    const owner = await signInAs(app, tenant, 'BUSINESS_OWNER');
    await buildAppointment(app, tenant, { date: '2026-11-18', personName: 'At the ground' });
    await buildAppointment(app, await buildTenant(app), {
      date: '2026-11-18',
      personName: 'Of somebody else',
    });
    const query = { from: '2026-11-16', to: '2026-11-22' };
    await because(tenant.id);
    const seen = await admin.call(getTenantSchedule, { params: { id: tenant.id }, query });
    const own = (await owner.call(getSchedule, { query })).body;
    expect(seen.body).toEqual({
      ...own,
      bookings: own.bookings.map((booking) => ({ ...booking, personName: 'A••• t••• g•••' })),
    });
    expect(own.bookings.map(({ personName }) => personName)).toEqual(['At the ground']);
    expect(await readAudit(app, seen.headers['x-request-id'])).toEqual([
      { tenant_id: tenant.id, action: 'platform.schedule_viewed', object: tenant.id },
    ]);
    expect((await admin.call(getTenantSchedule, { params: { id: unknown }, query })).error?.code).toBe(
      'not_found',
    );
  });

  it('shows profile, people, usage and what happened last, and is noted', async () => {
    const tenant = await buildTenant(app);
    await signInAs(app, tenant, 'BUSINESS_OWNER', { name: 'Padma Rao' });
    await buildAppointment(app, tenant);
    await because(tenant.id);
    const seen = await admin.call(getTenant, { params: { id: tenant.id } });
    expect(seen.body).toMatchObject({
      tenant: { id: tenant.id, ownerName: 'Padma Rao' },
      profile: { onboarded: true, operatingDays: expect.arrayContaining(['Monday']) as string[] },
      people: [
        { name: 'Padma Rao', email: expect.stringMatching(/^..•••@/) as string, role: 'BUSINESS_OWNER' },
      ],
      usage: { used: 1, limit: 25 },
    });
    expect((await readAudit(app, seen.headers['x-request-id'])).map(({ action }) => action)).toEqual([
      'platform.tenant_viewed',
    ]);
  });

  it.each([
    ['view', getTenant, undefined],
    ['plan', changeTenantPlan, { plan: 'basic' }],
    ['status', changeTenantStatus, { status: 'active' }],
    ['deletion', deleteTenant, { name: 'x' }],
    ['restoring', restoreTenant, undefined],
    ['bookings', listTenantAppointments, undefined],
  ] as const)('finds nothing for an unknown id: %s', async (_what, endpoint, body) => {
    const answer = await admin.send(endpoint, { params: { id: unknown }, ...(body && { body }) });
    expect([answer.status, answer.error?.code]).toEqual([404, 'not_found']);
  });
});

/** Gives a reason of the super admin for the access to the business. */
async function because(tenantId: string): Promise<void> {
  await buildReason(app, admin.identity?.sessionId, tenantId);
}

async function add(about: Partial<NewTenant>): Promise<TenantLine> {
  const answer = await admin.send(addTenant, {
    body: { ...newTenant, adminEmail: `${crypto.randomUUID()}@clinic.example`, ...about },
  });
  expect(answer.status).toBe(201);
  return answer.body;
}

async function list(query: object): Promise<TenantLine[]> {
  const { body } = await admin.send(listTenants, { query });
  return (body as { items: TenantLine[] }).items;
}

/** Signs the invited owner in for the first time, as far as it concerns the business. */
async function comes(email: string): Promise<void> {
  await asPlatform(app, async (tx) => {
    const { id } = await tx
      .selectFrom('users')
      .select('id')
      .where('email_key', '=', email)
      .executeTakeFirstOrThrow();
    const context = {
      now: app.dependencies.clock(),
      requestId: 'r',
      dependencies: app.dependencies,
    } as Parameters<typeof admission.activateInvitation>[1];
    await admission.activateInvitation(tx, context, { userId: id, emailKey: email });
  });
}
