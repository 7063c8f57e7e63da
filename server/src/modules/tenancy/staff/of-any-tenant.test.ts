import * as platform from '@samay/contract/platform/tenant-staff';
import { listStaff } from '@samay/contract/tenancy/staff';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../../../test/fixtures/app.ts';
import { buildPerson } from '../../../../test/fixtures/browser.ts';
import { buildTenant, signInAs } from '../../../../test/fixtures/builders.ts';
import type { Client } from '../../../../test/fixtures/client.ts';
import { buildReason } from '../../../../test/fixtures/reason.ts';
import { buildInvitation, listMemberships, listPending } from '../../../../test/fixtures/staff.ts';
import { asPlatform } from '../../../db/tenant.ts';

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await testApp();
  admin = await signInAs(app, null, 'SUPER_ADMIN');
});
afterAll(() => app.close());

describe('a super admin', () => {
  it('sees the staff of a business as its owner does, and the business sees that they looked', async () => {
    const ground = await buildTenant(app, { businessType: 'turf' });
    const owner = await signInAs(app, ground, 'BUSINESS_OWNER');
    await buildInvitation(app, ground, 'new@people.example');
    await because(ground.id);
    const { status, body } = await admin.call(platform.listTenantStaff, { params: { tenantId: ground.id } });
    expect(status).toBe(200);
    expect(body.business).toMatchObject({ id: ground.id, businessType: 'turf' });
    expect(body.givable).toEqual(['BUSINESS_OWNER', 'EMPLOYEE']);
    const own = (await owner.call(listStaff)).body;
    expect(own.items.map(({ email }) => email)).toContain('new@people.example');
    expect(body.items.map(({ email }) => email)).toContain('n•••@people.example');
    expect(body.items.filter(({ email }) => !email.includes('•••@'))).toEqual([]);
    expect(body.items.map(({ id }) => id)).toEqual(own.items.map(({ id }) => id));
    expect(await actionsIn(ground.id)).toEqual(['platform.staff_viewed']);
  });

  it('changes nothing there before they have said why [P-11.14]', async () => {
    const clinic = await buildTenant(app);
    const doctor = await buildPerson(app, clinic, 'DOCTOR', { passwordHash: null });
    const invited = await buildInvitation(app, clinic, 'unasked@people.example');
    const [there, body] = [
      { tenantId: clinic.id },
      { email: 'unasked-too@people.example', role: 'EMPLOYEE' as const },
    ];
    const answers = [
      await admin.call(platform.inviteTenantStaff, { params: there, body }),
      await admin.call(platform.resendTenantInvitation, { params: { ...there, id: invited } }),
      await admin.call(platform.cancelTenantInvitation, { params: { ...there, id: invited } }),
      await admin.call(platform.changeTenantRole, {
        params: { ...there, id: doctor.id },
        body: { role: 'EMPLOYEE' },
      }),
      await admin.call(platform.removeTenantMember, { params: { ...there, id: doctor.id } }),
    ];
    expect(answers.map(({ error }) => error?.code)).toEqual(Array(5).fill('platform.reason_needed'));
    expect(await listMemberships(app, doctor.id)).toEqual([{ tenant_id: clinic.id, role: 'DOCTOR' }]);
    expect(await listPending(app, clinic)).toHaveLength(1);
    expect(await actionsIn(clinic.id)).toEqual([]);
  });

  it('invites, sends again, takes back, changes and removes there, by the same rules [P-11.14]', async () => {
    const clinic = await buildTenant(app);
    const owner = await buildPerson(app, clinic, 'BUSINESS_OWNER');
    const doctor = await buildPerson(app, clinic, 'DOCTOR');
    const there = { tenantId: clinic.id };
    await because(clinic.id);
    const invite = (role: 'DOCTOR' | 'BUSINESS_OWNER') =>
      admin.call(platform.inviteTenantStaff, { params: there, body: { email: 'sa@people.example', role } });
    expect((await invite('BUSINESS_OWNER')).error?.code).toBe('staff.role_not_given');
    const { id } = (await invite('DOCTOR')).body;
    expect((await invite('DOCTOR')).error?.message).toBe('User already has a pending invitation');
    expect((await admin.call(platform.resendTenantInvitation, { params: { ...there, id } })).status).toBe(
      200,
    );
    expect((await admin.call(platform.cancelTenantInvitation, { params: { ...there, id } })).status).toBe(
      204,
    );
    expect(await listPending(app, clinic)).toEqual([]);
    const changed = await admin.call(platform.changeTenantRole, {
      params: { ...there, id: doctor.id },
      body: { role: 'EMPLOYEE' },
    });
    expect(changed.body.role).toBe('EMPLOYEE');
    expect(
      (await admin.call(platform.removeTenantMember, { params: { ...there, id: doctor.id } })).status,
    ).toBe(204);
    expect(await listMemberships(app, doctor.id)).toEqual([]);
    const last = await admin.call(platform.removeTenantMember, { params: { ...there, id: owner.id } });
    expect(last.error?.message).toBe('A business needs at least one owner.');
    expect(await actionsIn(clinic.id)).toEqual([
      'invitation.cancelled',
      'invitation.created',
      'invitation.sent_again',
      'staff.removed',
      'staff.role_changed',
    ]);
  });

  it('invites the owner of a business that nobody has set up, and works in a suspended one', async () => {
    const fresh = await buildTenant(app, { onboarded: false });
    await because(fresh.id);
    const invited = await admin.call(platform.inviteTenantStaff, {
      params: { tenantId: fresh.id },
      body: { email: 'right.owner@people.example', role: 'BUSINESS_OWNER' },
    });
    expect(invited.status).toBe(201);
    const suspended = await buildTenant(app, { status: 'suspended' });
    const person = await buildPerson(app, suspended);
    await because(suspended.id);
    const removed = await admin.call(platform.removeTenantMember, {
      params: { tenantId: suspended.id, id: person.id },
    });
    expect(removed.status).toBe(204);
  });

  it('finds nothing in a business that is deleted or unknown, nor a person under the wrong business', async () => {
    const [clinic, other] = [await buildTenant(app), await buildTenant(app)];
    const person = await buildPerson(app, clinic);
    await because(other.id);
    const wrong = await admin.call(platform.removeTenantMember, {
      params: { tenantId: other.id, id: person.id },
    });
    expect(wrong.status).toBe(404);
    await asPlatform(app, (tx) =>
      tx
        .updateTable('tenants')
        .set({ deleted_at: new Date(0) })
        .where('id', '=', clinic.id)
        .execute(),
    );
    for (const tenantId of [clinic.id, crypto.randomUUID()])
      expect((await admin.call(platform.listTenantStaff, { params: { tenantId } })).status).toBe(404);
    expect(await listMemberships(app, person.id)).toHaveLength(1);
  });

  it('is nobody else: an owner is refused even for their own business', async () => {
    const clinic = await buildTenant(app);
    const owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
    expect(
      (await owner.call(platform.listTenantStaff, { params: { tenantId: clinic.id } })).error?.code,
    ).toBe('access.denied');
  });
});

async function because(tenantId: string): Promise<void> {
  await buildReason(app, admin.identity?.sessionId, tenantId);
}

/** Reads the audit log of a business, sorted, since all rows have one time. */
async function actionsIn(tenantId: string): Promise<string[]> {
  const rows = await asPlatform(app, (tx) =>
    tx.selectFrom('audit_log').select('action').where('tenant_id', '=', tenantId).execute(),
  );
  return rows.map(({ action }) => action).toSorted();
}
