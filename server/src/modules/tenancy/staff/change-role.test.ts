import { getRevenue } from '@samay/contract/desk/revenue';
import { changeRole, listStaff, removeMember } from '@samay/contract/tenancy/staff';
import { getSession } from '@samay/contract/identity/session';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../../../test/fixtures/app.ts';
import { buildPerson } from '../../../../test/fixtures/browser.ts';
import { buildTenant, type BuiltTenant, signInAs } from '../../../../test/fixtures/builders.ts';
import { Client } from '../../../../test/fixtures/client.ts';
import { buildInvitation, listMemberships } from '../../../../test/fixtures/staff.ts';
import { asPlatform } from '../../../db/tenant.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const november = { query: { from: '2026-11-01', to: '2026-11-30' } };

describe('changing a role', () => {
  it('counts from the next request of that person on, both ways, and is noted', async () => {
    const { clinic, owner } = await clinicWithOwner();
    const desk = await signInAs(app, clinic, 'EMPLOYEE');
    const id = desk.identity?.userId ?? '';
    expect((await desk.call(getRevenue, november)).status).toBe(403);
    const promoted = await owner.call(changeRole, { params: { id }, body: { role: 'DOCTOR' } });
    expect([promoted.status, promoted.body.role, promoted.body.status]).toEqual([200, 'DOCTOR', 'active']);
    expect((await desk.call(getRevenue, november)).status).toBe(200);
    expect((await desk.call(getSession)).body.user.role).toBe('DOCTOR');
    await owner.call(changeRole, { params: { id }, body: { role: 'EMPLOYEE' } });
    expect((await desk.call(getRevenue, november)).error?.code).toBe('access.denied');
    const rows = await asPlatform(app, (tx) =>
      tx
        .selectFrom('audit_log')
        .select('detail')
        .where('object', '=', id)
        .where('action', '=', 'staff.role_changed')
        .execute(),
    );
    expect(rows.map(({ detail }) => detail)).toEqual([
      { was: 'EMPLOYEE', role: 'DOCTOR' },
      { was: 'DOCTOR', role: 'EMPLOYEE' },
    ]);
  });

  it('refuses a pending invitation, oneself, and who is not there [P-11.8]', async () => {
    const { clinic, owner } = await clinicWithOwner();
    const pending = await buildInvitation(app, clinic, 'p@people.example');
    const theirs = await buildPerson(app, await buildTenant(app));
    const change = async (id: string) =>
      (await owner.call(changeRole, { params: { id }, body: { role: 'DOCTOR' } })).error;
    expect(await change(pending)).toMatchObject({
      code: 'staff.pending',
      message: 'Cannot change role for pending users',
    });
    expect(await change(owner.identity?.userId ?? '')).toMatchObject({ code: 'staff.own_row' });
    expect(await change(theirs.id)).toMatchObject({ code: 'not_found' });
    expect((await listMemberships(app, theirs.id)).map(({ role }) => role)).toEqual(['EMPLOYEE']);
  });

  it('is for owners', async () => {
    const clinic = await buildTenant(app);
    const { id } = await buildPerson(app, clinic);
    const input = { params: { id }, body: { role: 'DOCTOR' } } as const;
    expect((await (await signInAs(app, clinic, 'DOCTOR')).call(changeRole, input)).error?.code).toBe(
      'access.denied',
    );
    expect((await new Client(app.app).call(changeRole, input)).status).toBe(401);
  });

  it('lets a second owner go and a business admin change an owner, but an owner is left', async () => {
    const ground = await buildTenant(app, { businessType: 'turf' });
    const admin = await signInAs(app, ground, 'BUSINESS_ADMIN');
    const owner = await buildPerson(app, ground, 'BUSINESS_OWNER');
    const demoted = await admin.call(changeRole, { params: { id: owner.id }, body: { role: 'EMPLOYEE' } });
    expect(demoted.body.role).toBe('EMPLOYEE');
    const self = await admin.call(changeRole, {
      params: { id: admin.identity?.userId ?? '' },
      body: { role: 'EMPLOYEE' },
    });
    expect(self.error?.message).toBe('You cannot change or remove yourself.');
  });
});

describe('removing', () => {
  it("ends the person's membership and sessions from the next request on, and is noted [P-11.10]", async () => {
    const { clinic, owner } = await clinicWithOwner();
    const desk = await signInAs(app, clinic, 'EMPLOYEE');
    const id = desk.identity?.userId ?? '';
    expect((await owner.call(removeMember, { params: { id } })).status).toBe(204);
    expect((await desk.call(getSession)).error?.code).toBe('session.ended');
    expect(await listMemberships(app, id)).toEqual([]);
    expect((await owner.call(removeMember, { params: { id } })).status).toBe(404);
    expect((await owner.call(listStaff)).body.items).toHaveLength(1);
    const rows = await asPlatform(app, (tx) =>
      tx
        .selectFrom('audit_log')
        .select(['tenant_id', 'action'])
        .where('object', '=', id)
        .orderBy('action')
        .execute(),
    );
    expect(rows).toEqual([
      { tenant_id: clinic.id, action: 'sessions.ended' },
      { tenant_id: clinic.id, action: 'staff.removed' },
    ]);
  });

  it('refuses oneself, a pending invitation and another business, and is for owners [P-11.11]', async () => {
    const { clinic, owner } = await clinicWithOwner();
    const pending = await buildInvitation(app, clinic, 'q@people.example');
    const theirs = await buildPerson(app, await buildTenant(app));
    const remove = async (client: Client, id: string) =>
      (await client.call(removeMember, { params: { id } })).error?.code;
    expect(await remove(owner, owner.identity?.userId ?? '')).toBe('staff.own_row');
    for (const id of [pending, theirs.id]) expect(await remove(owner, id)).toBe('not_found');
    const { id } = await buildPerson(app, clinic);
    expect(await remove(await signInAs(app, clinic, 'DOCTOR'), id)).toBe('access.denied');
    expect(await remove(new Client(app.app), id)).toBe('session.required');
    expect(await listMemberships(app, id)).toHaveLength(1);
  });

  it('makes room for the same person to be invited again', async () => {
    const { clinic, owner } = await clinicWithOwner();
    const { id } = await buildPerson(app, clinic);
    await owner.call(removeMember, { params: { id } });
    const { id: again } = await buildPerson(app, clinic);
    const answers = await Promise.all(
      [1, 2, 3].map(() => owner.call(removeMember, { params: { id: again } })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 404, 404]);
  });
});

async function clinicWithOwner(): Promise<{ clinic: BuiltTenant; owner: Client }> {
  const clinic = await buildTenant(app);
  return { clinic, owner: await signInAs(app, clinic, 'BUSINESS_OWNER') };
}
