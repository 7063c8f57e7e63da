import * as platform from '@samay/contract/platform/tenant-staff';
import { completeOnboarding } from '@samay/contract/tenancy/onboarding';
import { changeRole, inviteStaff, removeMember } from '@samay/contract/tenancy/staff';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asPlatform } from '../src/db/tenant.ts';
import { endUnpaidPlans } from '../src/modules/tenancy/subscriptions/end-unpaid-plans.ts';
import { type TestApp, testApp } from './fixtures/app.ts';
import { type BuiltTenant, buildTenant, signInAs } from './fixtures/builders.ts';
import type { Client } from './fixtures/client.ts';
import { asOwner } from './fixtures/owner.ts';
import { buildReason } from './fixtures/reason.ts';
import { onboarding } from './fixtures/samples.ts';
import { confinedWrites } from './fixtures/two-tenants.ts';

// Work of one business that needs the platform's rights runs inside that business
// (docs/decisions/0032-contexts-by-actor.md). Triggers of this test refuse each statement that
// changes such tables without a business.

let app: TestApp;
let clinic: BuiltTenant;
let fresh: BuiltTenant;
let people: Record<'owner' | 'doctor' | 'leaving' | 'freshOwner' | 'admin', Client>;
beforeAll(async () => {
  app = await testApp();
  [clinic, fresh] = [await buildTenant(app), await buildTenant(app, { onboarded: false })];
  await buildTenant(app, { plan: 'premium', paidUntil: '2026-11-10' });
  const reminded = await buildTenant(app, { plan: 'premium', paidUntil: '2026-11-23' });
  await signInAs(app, reminded, 'BUSINESS_OWNER');
  people = {
    owner: await signInAs(app, clinic, 'BUSINESS_OWNER'),
    doctor: await signInAs(app, clinic, 'DOCTOR'),
    leaving: await signInAs(app, clinic, 'EMPLOYEE'),
    freshOwner: await signInAs(app, fresh, 'BUSINESS_OWNER'),
    admin: await signInAs(app, null, 'SUPER_ADMIN'),
  };
  await buildReason(app, people.admin.identity?.sessionId, clinic.id);
  await asOwner(app, async (client) => {
    await client.query(`create function refuse_unconfined() returns trigger language plpgsql as $$
      begin
        if current_tenant_id() is null then raise exception 'without a business: % %', tg_op, tg_table_name; end if;
        return null;
      end $$`);
    for (const table of Object.keys(confinedWrites)) {
      await client.query(`create trigger refuse_unconfined before insert or update or delete on ${table}
        for each statement execute function refuse_unconfined()`);
    }
  });
});
afterAll(() => app.close());

const getId = (person: Client) => person.identity?.userId ?? '';

describe('inside the business [T-2.6]', () => {
  it('an owner invites, changes a role and removes a member', async () => {
    const { owner, doctor, leaving } = people;
    const answers = [
      await owner.call(inviteStaff, { body: { email: 'new@people.example', role: 'DOCTOR' } }),
      await owner.call(changeRole, { params: { id: getId(doctor) }, body: { role: 'EMPLOYEE' } }),
      await owner.call(removeMember, { params: { id: getId(leaving) } }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([201, 200, 204]);
  });

  it('a super admin does the same, and the look at the staff is noted', async () => {
    const { admin, doctor } = people;
    const there = { tenantId: clinic.id };
    const answers = [
      await admin.call(platform.listTenantStaff, { params: there }),
      await admin.call(platform.inviteTenantStaff, {
        params: there,
        body: { email: 'newer@people.example', role: 'DOCTOR' },
      }),
      await admin.call(platform.changeTenantRole, {
        params: { ...there, id: getId(doctor) },
        body: { role: 'DOCTOR' },
      }),
      await admin.call(platform.removeTenantMember, { params: { ...there, id: getId(doctor) } }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 201, 200, 204]);
  });

  it('an owner completes the onboarding', async () => {
    const body = {
      ...onboarding,
      timeSlots: [...onboarding.timeSlots],
      operatingDays: [...onboarding.operatingDays],
    };
    expect((await people.freshOwner.call(completeOnboarding, { body })).status).toBe(204);
  });

  it('the job reminds of a paid month and ends one', async () => {
    expect(await endUnpaidPlans(app.dependencies)).toEqual({ told: 1, ended: 1 });
  });
});

it('control: work that is not confined is refused by the triggers', async () => {
  const change = asPlatform(app, (tx) => tx.updateTable('memberships').set({ role: 'DOCTOR' }).execute());
  await expect(change).rejects.toThrow('without a business: UPDATE memberships');
});
