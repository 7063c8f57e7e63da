import { listAudit, listPlatformAudit } from '@samay/contract/audit/audit-log';
import { giveReason } from '@samay/contract/audit/support-access';
import {
  changeTenantPlan,
  changeTenantStatus,
  getTenant,
  getTenantSchedule,
  listTenantAppointments,
  listTenants,
} from '@samay/contract/platform/tenants';
import { listPlatformPayments } from '@samay/contract/platform/billing';
import { getTenantAvailability, listTenantSlots } from '@samay/contract/platform/tenant-availability';
import { listTenantStaff } from '@samay/contract/platform/tenant-staff';
import { listPlatformUsers } from '@samay/contract/platform/users';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/fixtures/app.ts';
import {
  buildAppointment,
  buildTenant,
  type BuiltTenant,
  signInAs,
} from '../../../../test/fixtures/builders.ts';
import type { Client } from '../../../../test/fixtures/client.ts';
import { asPlatform } from '../../../db/tenant.ts';
import { maskEmail, maskName } from './mask-names.ts';

// A super admin gives a reason, reads masked data, and every access is audited in the
// business's log with its reason.

let app: TestApp;
let clinic: BuiltTenant;
let owner: Client;
let admin: Client;
beforeAll(async () => {
  app = await testApp();
  clinic = await buildTenant(app);
  owner = await signInAs(app, clinic, 'BUSINESS_OWNER', { email: 'asha@citycare.example' });
  admin = await signInAs(app, null, 'SUPER_ADMIN');
  await buildAppointment(app, clinic, { personName: 'Kavita Menon', contact: '+91 98200 11223' });
});
afterAll(() => app.close());

const reason = 'Ticket 812: the owner misses a booking';
const week = { from: '2026-11-16', to: '2026-11-22' };

/** The endpoints that return a business's data. */
const looks: readonly [string, (who: Client) => ReturnType<Client['send']>][] = [
  ['platform.tenant_viewed', (who) => who.send(getTenant, { params: { id: clinic.id } })],
  ['platform.appointments_viewed', (who) => who.send(listTenantAppointments, { params: { id: clinic.id } })],
  [
    'platform.schedule_viewed',
    (who) => who.send(getTenantSchedule, { params: { id: clinic.id }, query: week }),
  ],
  [
    'platform.availability_viewed',
    (who) => who.send(getTenantAvailability, { params: { id: clinic.id }, query: week }),
  ],
  ['platform.slots_viewed', (who) => who.send(listTenantSlots, { params: { id: clinic.id }, query: week })],
  ['platform.staff_viewed', (who) => who.send(listTenantStaff, { params: { tenantId: clinic.id } })],
  ['platform.audit_viewed', (who) => who.send(listPlatformAudit, { query: { business: clinic.id } })],
];

describe.each(looks)('%s', (action, look) => {
  it('is rejected without a reason, and changes nothing [P-14.5, T-2.12]', async () => {
    const before = await getLines(action);
    const refused = await look(await signInAs(app, null, 'SUPER_ADMIN'));
    expect([refused.status, refused.error?.code]).toEqual([428, 'platform.reason_needed']);
    expect(await getLines(action)).toEqual(before);
  });

  it('masks names, contacts and addresses, and shows the owner the reason [P-14.6, T-2.12]', async () => {
    await give(admin);
    const seen = await look(admin);
    expect(seen.status).toBe(200);
    // The platform corresponds with the owner: their address is in the row of the business, and
    // nowhere else.
    const { tenant: _line, ...rest } = seen.body as { tenant?: unknown };
    expect(JSON.stringify(rest)).not.toMatch(/kavita|98200|asha@/i);
    expect((await getLines(action))[0]?.detail).toMatchObject({ reason });
  });
});

describe('a reason', () => {
  it('is valid for half an hour, for this session and this business, and is replaced by a newer one [P-14.5]', async () => {
    const [other, elsewhere] = [await signInAs(app, null, 'SUPER_ADMIN'), await buildTenant(app)];
    expect((await give(other)).until).toBe('2026-11-21T05:00:00.000Z');
    const at = (tenant: BuiltTenant) => other.call(getTenant, { params: { id: tenant.id } });
    expect([(await at(clinic)).status, (await at(elsewhere)).status]).toEqual([200, 428]);
    // Its token would expire sooner.
    await asPlatform(app, (tx) =>
      tx.updateTable('support_access_reasons').set({ expires_at: app.dependencies.clock() }).execute(),
    );
    expect((await at(clinic)).status).toBe(428);
    await give(other, 'Asked again by the owner');
    expect((await at(clinic)).status).toBe(200);
    // Compares without order: all rows have one instant.
    const why = (await getLines('platform.tenant_viewed')).map(({ detail }) => detail['reason']);
    expect(why).toContain('Asked again by the owner');
  });

  it('is not empty, and belongs to an existing business', async () => {
    const empty = await admin.call(giveReason, { params: { id: clinic.id }, body: { reason: '   ' } });
    expect(empty.error?.fields).toEqual({ reason: 'Please give a reason' });
    const unknown = await admin.call(giveReason, { params: { id: crypto.randomUUID() }, body: { reason } });
    expect(unknown.status).toBe(404);
  });
});

describe('the lists of everybody', () => {
  const lists: readonly [string, (who: Client, query?: object) => ReturnType<Client['send']>][] = [
    ['tenants', (who, query = {}) => who.send(listTenants, { query: { limit: 100, ...query } })],
    ['users', (who, query = {}) => who.send(listPlatformUsers, { query: { limit: 100, ...query } })],
    ['payments', (who) => who.send(listPlatformPayments, { query: { limit: 100 } })],
    ['audit', (who) => who.send(listPlatformAudit, { query: { limit: 100 } })],
  ];
  const getNames = async (answer: ReturnType<Client['send']>) =>
    ((await answer).body as { items: { name: string }[] }).items.map(({ name }) => name);

  beforeAll(async () => {
    await signInAs(app, clinic, 'DOCTOR', { name: 'Zubeida Quraishi', email: 'z.quraishi@people.example' });
    const order = {
      email: 'payer@people.example',
      email_key: 'payer@people.example',
      plan_id: 'premium',
      amount_paise: 99_900,
    };
    await asPlatform(app, (tx) =>
      tx
        .insertInto('payment_orders')
        .values({
          ...order,
          provider_order_id: 'order_of_a_payer',
          kind: 'signup',
          business_name: 'Payer',
          state: 'open',
          created_at: app.dependencies.clock(),
        })
        .execute(),
    );
  });

  it.each(lists)(
    '%s: masks addresses, and all names of a business except its owner’s',
    async (_name, look) => {
      const text = JSON.stringify((await look(admin)).body);
      expect(text.length).toBeGreaterThan(20);
      expect(text).not.toMatch(/[^•]@/);
      expect(text).not.toMatch(/zubeida|quraishi/i);
    },
  );

  it.each(lists.slice(0, 2))(
    '%s: finds nothing by a part of what comes masked, and a person by a whole address',
    async (name, look) => {
      const [whole, part] =
        name === 'users'
          ? ['z.quraishi@people.example', 'quraishi']
          : ['asha@citycare.example', 'asha@citycare'];
      for (const search of [part, 'z.q', '@people.example', 'zubeida', 'sha@citycare.example', '%@%']) {
        expect([search, await getNames(look(admin, { search }))]).toEqual([search, []]);
      }
      expect(await getNames(look(admin, { search: whole.toUpperCase() }))).toHaveLength(1);
    },
  );

  it('show the people of one business by name with a reason, which its owner reads [P-14.8]', async () => {
    const refused = await (
      await signInAs(app, null, 'SUPER_ADMIN')
    ).call(listPlatformUsers, { query: { business: clinic.id } });
    expect([refused.status, refused.error?.code]).toEqual([428, 'platform.reason_needed']);
    expect(await getLines('platform.users_listed')).toEqual([]);
    await give(admin);
    const { body } = await admin.call(listPlatformUsers, { query: { business: clinic.id, search: 'zubei' } });
    expect(body.items.map(({ name, email }) => [name, email])).toEqual([
      ['Zubeida Quraishi', 'z.•••@people.example'],
    ]);
    expect(
      (await getLines('platform.users_listed')).map(({ object, detail }) => [object, detail['reason']]),
    ).toEqual([[clinic.id, reason]]);
  });

  it('show the addresses of one business in its own view, with a reason [P-14.6]', async () => {
    await give(admin);
    const { body } = await admin.call(getTenant, { params: { id: clinic.id } });
    expect(body.tenant).toMatchObject({
      email: `${clinic.id}@business.example`,
      ownerEmail: 'asha@citycare.example',
    });
  });
});

it.each([
  ['plan', changeTenantPlan, { plan: 'premium' }, 'subscription.changed'],
  ['status', changeTenantStatus, { status: 'active' }, 'tenant.status_changed'],
] as const)(
  'changes the %s of a business with a reason, which its owner reads [P-14.4]',
  async (_what, endpoint, body, action) => {
    await give(admin);
    expect((await admin.send(endpoint, { params: { id: clinic.id }, body })).status).toBe(200);
    expect((await getLines(action)).map(({ detail }) => detail['reason'])).toEqual([reason]);
  },
);

it('masks by whole characters, in any script [P-14.6]', () => {
  expect(['Kavita  Menon', 'प्रिया', '𝓐b', ''].map(maskName)).toEqual(['K••• M•••', 'प•••', '𝓐•••', '']);
  expect(['ravi.k@x.example', 'abc@x.example', 'odd'].map(maskEmail)).toEqual([
    'ra•••@x.example',
    'a•••@x.example',
    'o•••',
  ]);
});

async function give(who: Client, why = reason): Promise<{ until: string }> {
  const answer = await who.call(giveReason, { params: { id: clinic.id }, body: { reason: why } });
  expect(answer.status).toBe(200);
  return answer.body;
}

async function getLines(action: string) {
  return (await owner.call(listAudit, { query: { action, limit: 100 } })).body.items;
}
