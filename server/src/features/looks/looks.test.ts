import { listAudit, listPlatformAudit } from '@samay/contract/audit';
import { giveReason } from '@samay/contract/looks';
import { getTenant, getTenantSchedule, listTenantAppointments } from '@samay/contract/platform';
import { listTenantStaff } from '@samay/contract/platform-staff';
import { listPlatformUsers } from '@samay/contract/platform-users';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../test/app.ts';
import { buildAppointment, buildTenant, type BuiltTenant, signInAs } from '../../../test/builders.ts';
import type { Client } from '../../../test/client.ts';
import { asPlatform } from '../../db/tenant.ts';
import { maskEmail, maskName } from './mask.ts';

// A25: a super admin says why, reads what is masked, and every look stands in the business's log with its reason.

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

/** Every way to see what a business has. */
const looks: readonly [string, (who: Client) => ReturnType<Client['send']>][] = [
  ['platform.tenant_viewed', (who) => who.send(getTenant, { params: { id: clinic.id } })],
  ['platform.appointments_viewed', (who) => who.send(listTenantAppointments, { params: { id: clinic.id } })],
  ['platform.schedule_viewed', (who) => who.send(getTenantSchedule, { params: { id: clinic.id }, query: week })],
  ['platform.staff_viewed', (who) => who.send(listTenantStaff, { params: { tenantId: clinic.id } })],
  ['platform.audit_viewed', (who) => who.send(listPlatformAudit, { query: { business: clinic.id } })],
];

describe.each(looks)('%s', (action, look) => {
  it('is refused without a reason, and leaves no mark', async () => {
    const before = await linesOf(action);
    const refused = await look(await signInAs(app, null, 'SUPER_ADMIN'));
    expect([refused.status, refused.error?.code]).toEqual([428, 'platform.reason_needed']);
    expect(await linesOf(action)).toEqual(before);
  });

  it('tells nobody’s name, contact or address whole, and tells the owner why somebody looked', async () => {
    await give(admin);
    const seen = await look(admin);
    expect(seen.status).toBe(200);
    // The platform's own dealings are with the owner: their address stands in the line of the business, and nowhere else.
    const { tenant: _line, ...rest } = seen.body as { tenant?: unknown };
    expect(JSON.stringify(rest)).not.toMatch(/kavita|98200|asha@/i);
    expect((await linesOf(action))[0]?.detail).toMatchObject({ reason });
  });
});

describe('a reason', () => {
  it('counts for half an hour, for this session and this business, and a newer one takes its place', async () => {
    const [other, elsewhere] = [await signInAs(app, null, 'SUPER_ADMIN'), await buildTenant(app)];
    expect((await give(other)).until).toBe('2026-11-21T05:00:00.000Z');
    const at = (tenant: BuiltTenant) => other.call(getTenant, { params: { id: tenant.id } });
    expect([(await at(clinic)).status, (await at(elsewhere)).status]).toEqual([200, 428]);
    // Its token would not last as long.
    await asPlatform(app, (tx) => tx.updateTable('look_reasons').set({ expires_at: app.parts.clock() }).execute());
    expect((await at(clinic)).status).toBe(428);
    await give(other, 'Asked again by the owner');
    expect((await at(clinic)).status).toBe(200);
    // All of them at one instant: in no order.
    const why = (await linesOf('platform.tenant_viewed')).map(({ detail }) => detail['reason']);
    expect(why).toContain('Asked again by the owner');
  });

  it('has words, and is of a business that is there', async () => {
    const empty = await admin.call(giveReason, { params: { id: clinic.id }, body: { reason: '   ' } });
    expect(empty.error?.fields).toEqual({ reason: 'Please say why you look' });
    const unknown = await admin.call(giveReason, { params: { id: crypto.randomUUID() }, body: { reason } });
    expect(unknown.status).toBe(404);
  });
});

it('is told to the owner as well where the list of everybody was narrowed down to their business', async () => {
  expect((await admin.call(listPlatformUsers, { query: { business: clinic.id } })).status).toBe(200);
  expect((await linesOf('platform.users_listed')).map(({ object }) => object)).toEqual([clinic.id]);
});

it('masks the addresses in the list of everybody, which is still found by a whole one', async () => {
  const { body } = await admin.call(listPlatformUsers, { query: { search: 'asha@citycare.example' } });
  expect(body.items.map(({ email }) => email)).toEqual(['as•••@citycare.example']);
});

it('masks by whole characters, in any script', () => {
  expect(['Kavita  Menon', 'प्रिया', '𝓐b', ''].map(maskName)).toEqual(['K••• M•••', 'प•••', '𝓐•••', '']);
  expect(['ravi.k@x.example', 'abc@x.example', 'odd'].map(maskEmail)).toEqual(['ra•••@x.example', 'a•••@x.example', 'o•••']);
});

async function give(who: Client, why = reason): Promise<{ until: string }> {
  const answer = await who.call(giveReason, { params: { id: clinic.id }, body: { reason: why } });
  expect(answer.status).toBe(200);
  return answer.body;
}

async function linesOf(action: string) {
  return (await owner.call(listAudit, { query: { action, limit: 100 } })).body.items;
}
