import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp, testNow } from '../../../../test/fixtures/app.ts';
import { buildPerson } from '../../../../test/fixtures/browser.ts';
import { buildTenant } from '../../../../test/fixtures/builders.ts';
import { testEngine } from '../../../../test/fixtures/database.ts';
import { buildInvitation, listMemberships, listPending } from '../../../../test/fixtures/staff.ts';
import { asPlatform } from '../../../db/tenant.ts';
import { emailKey } from '../../identity/index.ts';
import { activateInvitation } from './activate.ts';

const now = new Date(testNow);
let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

describe('an invitation', () => {
  it('lets its address in with its role, once, and notes it [P-11.2]', async () => {
    const clinic = await buildTenant(app);
    const { email, id: userId } = await buildPerson(app);
    const id = await buildInvitation(app, clinic, email, { role: 'DOCTOR' });
    expect(await activate(userId, email)).toEqual({ tenantId: clinic.id, role: 'DOCTOR' });
    expect(await activate(userId, email)).toBeUndefined();
    expect(await listMemberships(app, userId)).toEqual([{ tenant_id: clinic.id, role: 'DOCTOR' }]);
    const rows = await asPlatform(app, (tx) =>
      tx.selectFrom('audit_log').selectAll().where('object', '=', id).execute(),
    );
    expect(rows).toMatchObject([
      { tenant_id: clinic.id, actor_id: userId, action: 'invitation.activated', detail: { role: 'DOCTOR' } },
    ]);
  });

  it('works until its last second and not after it [P-11.2]', async () => {
    for (const [expiresAt, isGood] of [
      [new Date(now.getTime() + 1000), true],
      [now, false],
    ] as const) {
      const { email, id } = await buildPerson(app);
      await buildInvitation(app, await buildTenant(app), email, { expiresAt });
      expect((await activate(id, email)) !== undefined).toBe(isGood);
    }
  });

  it('begins a business that a super admin has added', async () => {
    const clinic = await buildTenant(app);
    await asPlatform(app, (tx) =>
      tx.updateTable('tenants').set({ status: 'pending' }).where('id', '=', clinic.id).execute(),
    );
    const { email, id } = await buildPerson(app);
    await buildInvitation(app, clinic, email, { role: 'BUSINESS_OWNER', addedBy: null });
    expect(await activate(id, email)).toMatchObject({ role: 'BUSINESS_OWNER' });
    const tenant = await asPlatform(app, (tx) =>
      tx.selectFrom('tenants').select('status').where('id', '=', clinic.id).executeTakeFirst(),
    );
    expect(tenant).toEqual({ status: 'active' });
  });

  it.each([
    ['suspended', { status: 'suspended' as const }],
    ['deleted', { deleted_at: now }],
  ])('of a %s business lets nobody in', async (_what, change) => {
    const clinic = await buildTenant(app);
    await asPlatform(app, (tx) =>
      tx.updateTable('tenants').set(change).where('id', '=', clinic.id).execute(),
    );
    const { email, id } = await buildPerson(app);
    await buildInvitation(app, clinic, email);
    expect(await activate(id, email)).toBeUndefined();
  });

  it('is the one whose link was followed, where there is a link', async () => {
    const [older, newer] = [await buildTenant(app), await buildTenant(app)];
    const { email, id } = await buildPerson(app);
    await buildInvitation(app, older, email);
    const invitation = { tenantId: newer.id, id: await buildInvitation(app, newer, email) };
    expect(await activate(id, email, { tenantId: older.id, id: invitation.id })).toBeUndefined();
    expect(await activate(id, email, { tenantId: newer.id, id: randomUUID() })).toBeUndefined();
    expect(await activate(id, email, invitation)).toMatchObject({ tenantId: newer.id });
  });
});

describe('an invitation is for its own address and moves nobody [P-11.3, T-3.7]', () => {
  it.each([
    ['a plus tag', 'asha+x@a6.example'],
    ['a homoglyph', 'аsha@a6.example'],
    ['another domain', 'asha@a6.example.org'],
    ['a dot more', 'a.sha@a6.example'],
  ])('refuses %s', async (_what, email) => {
    const clinic = await buildTenant(app);
    await buildInvitation(app, clinic, 'asha@a6.example');
    const { id } = await buildPerson(app, null, 'EMPLOYEE', { email });
    expect(await activate(id, email)).toBeUndefined();
    expect(await listMemberships(app, id)).toEqual([]);
  });

  it('takes the same address in other letters: capitals, full width', async () => {
    for (const written of ['ASHA@Letters.example', 'asha２@letters.example']) {
      const clinic = await buildTenant(app);
      await buildInvitation(app, clinic, written);
      const { id, email } = await buildPerson(app, null, 'EMPLOYEE', {
        email: written.normalize('NFKC').toLowerCase(),
      });
      expect(await activate(id, email)).toMatchObject({ tenantId: clinic.id });
    }
  });

  it('moves no member of another business, no super admin, and lets no deleted person in [P-11.4]', async () => {
    const clinic = await buildTenant(app);
    const member = await buildPerson(app, await buildTenant(app), 'EMPLOYEE');
    const [admin, deleted] = [await buildPerson(app), await buildPerson(app)];
    await asPlatform(app, async (tx) => {
      await tx.insertInto('platform_admins').values({ user_id: admin.id }).execute();
      await tx.updateTable('users').set({ deleted_at: now }).where('id', '=', deleted.id).execute();
    });
    for (const { id, email } of [member, admin, deleted]) {
      await buildInvitation(app, clinic, email);
      expect(await activate(id, email)).toBeUndefined();
    }
    expect(await listPending(app, clinic)).toHaveLength(3);
  });
});

// The embedded database runs one transaction at a time.
if (testEngine === 'postgres') {
  it('is put back when its person joins another business in the same moment', async () => {
    const [clinic, other] = [await buildTenant(app), await buildTenant(app)];
    const { email, id } = await buildPerson(app);
    await buildInvitation(app, clinic, email);
    const { activated } = await asPlatform(app, async (tx) => {
      await tx
        .insertInto('memberships')
        .values({ tenant_id: other.id, user_id: id, role: 'BUSINESS_OWNER' })
        .execute();
      // Waits until it has read that the person has no business, and waits for the lock above.
      const activated = activate(id, email);
      await wait(300);
      return { activated };
    });
    expect(await activated).toBeUndefined();
    expect(await listMemberships(app, id)).toMatchObject([{ tenant_id: other.id }]);
    expect(await listPending(app, clinic)).toEqual([email]);
  });
}

async function activate(userId: string, email: string, invitation?: { tenantId: string; id: string }) {
  return asPlatform(app, (tx) =>
    activateInvitation(
      tx,
      { now, requestId: randomUUID() },
      { userId, emailKey: emailKey(email), invitation },
    ),
  );
}
