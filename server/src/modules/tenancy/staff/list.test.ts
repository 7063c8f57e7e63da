import { listStaff, type StaffPage } from '@samay/contract/tenancy/staff';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../../../test/fixtures/app.ts';
import { buildPerson } from '../../../../test/fixtures/browser.ts';
import { buildTenant, signInAs } from '../../../../test/fixtures/builders.ts';
import { Client } from '../../../../test/fixtures/client.ts';
import { buildInvitation } from '../../../../test/fixtures/staff.ts';
import { asPlatform } from '../../../db/tenant.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const nothing = { changeRole: false, remove: false, resend: false, cancel: false };

describe('the list', () => {
  it('shows people and pending invitations, newest first, with what the owner may do [P-11.5]', async () => {
    const clinic = await buildTenant(app);
    const owner = await signInAs(app, clinic, 'BUSINESS_OWNER', { name: 'Sudha Rao' });
    const doctor = await buildPerson(app, clinic, 'DOCTOR', { name: 'Dr. Iyer' });
    await joinedAt(owner.identity?.userId, '2026-11-01T04:00:00.000Z');
    await joinedAt(doctor.id, '2026-11-02T04:00:00.123Z');
    const at = (day: string) => ({ createdAt: new Date(`${day}T04:00:00Z`) });
    const pending = await buildInvitation(app, clinic, 'new@people.example', at('2026-11-20'));
    const expired = await buildInvitation(app, clinic, 'late@people.example', at('2026-11-10'));
    const { items, next } = (await owner.call(listStaff)).body;
    expect(next).toBeNull();
    expect(items).toMatchObject([
      {
        id: pending,
        email: 'new@people.example',
        name: null,
        role: 'EMPLOYEE',
        status: 'pending',
        invitation: {
          sentAt: '2026-11-20T04:00:00.000Z',
          expiresAt: '2026-11-27T04:00:00.000Z',
          isExpired: false,
        },
        may: { ...nothing, resend: true, cancel: true },
      },
      {
        id: expired,
        status: 'pending',
        invitation: { isExpired: true },
        may: { ...nothing, resend: true, cancel: true },
      },
      {
        id: doctor.id,
        name: 'Dr. Iyer',
        role: 'DOCTOR',
        status: 'active',
        addedAt: '2026-11-02T04:00:00.123Z',
        invitation: null,
        isSelf: false,
        may: { ...nothing, changeRole: true, remove: true },
      },
      { name: 'Sudha Rao', role: 'BUSINESS_OWNER', isSelf: true, may: nothing },
    ]);
  });

  it.each([
    ['DOCTOR', 'doctor'],
    ['EMPLOYEE', 'turf'],
  ] as const)('is read by a %s of a %s business, who may change nothing', async (role, businessType) => {
    const tenant = await buildTenant(app, { businessType });
    await buildPerson(app, tenant);
    await buildInvitation(app, tenant, 'new@people.example');
    const { items } = (await (await signInAs(app, tenant, role)).call(listStaff)).body;
    expect(items).toHaveLength(3);
    expect(items.map(({ may }) => may)).toEqual([nothing, nothing, nothing]);
  });

  it('is read and not changed in a suspended business', async () => {
    const clinic = await buildTenant(app, { status: 'suspended' });
    await buildPerson(app, clinic);
    const { items } = (await (await signInAs(app, clinic, 'BUSINESS_OWNER')).call(listStaff)).body;
    expect(items.map(({ may }) => may)).toEqual([nothing, nothing]);
  });

  it('is not for a clinic employee, nor for nobody', async () => {
    const clinic = await buildTenant(app);
    expect((await (await signInAs(app, clinic, 'EMPLOYEE')).call(listStaff)).status).toBe(403);
    expect((await new Client(app.app).call(listStaff)).status).toBe(401);
  });

  it('hides who has deleted their account, who has accepted, and everyone of another business', async () => {
    const clinic = await buildTenant(app);
    const owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
    const gone = await buildPerson(app, clinic);
    const accepted = await buildInvitation(app, clinic, 'in@people.example');
    const other = await buildTenant(app);
    await buildPerson(app, other);
    await buildInvitation(app, other, 'theirs@people.example');
    const now = app.dependencies.clock();
    await asPlatform(app, async (tx) => {
      await tx.updateTable('users').set({ deleted_at: now }).where('id', '=', gone.id).execute();
      await tx.updateTable('invitations').set({ activated_at: now }).where('id', '=', accepted).execute();
    });
    expect((await owner.call(listStaff)).body.items.map(({ isSelf }) => isSelf)).toEqual([true]);
  });
});

describe('pages', () => {
  it('go by key through rows of the same moment, whatever comes meanwhile [P-11.5]', async () => {
    const clinic = await buildTenant(app);
    const owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
    for (let count = 0; count < 6; count += 1) await buildInvitation(app, clinic, `p${count}@people.example`);
    const whole = (await owner.call(listStaff)).body.items.map(({ id }) => id);
    const pages: StaffPage[] = [(await owner.call(listStaff, { query: { limit: 3 } })).body];
    await buildInvitation(app, clinic, 'later@people.example', {
      createdAt: new Date('2027-01-01T00:00:00Z'),
    });
    for (let next = pages[0]?.next; next; next = pages.at(-1)?.next)
      pages.push((await owner.call(listStaff, { query: { limit: 3, cursor: next } })).body);
    expect(pages.flatMap(({ items }) => items.map(({ id }) => id))).toEqual(whole);
    expect(whole).toHaveLength(7);
  });

  it.each([
    'nonsense',
    '2026-11-21T04:30:00.000Z',
    '2026-13-41T04:30:00.000Z_00000000-0000-4000-8000-000000000000',
  ])('refuse the cursor %s', async (cursor) => {
    const owner = await signInAs(app, await buildTenant(app), 'BUSINESS_OWNER');
    expect((await owner.call(listStaff, { query: { cursor } })).error?.fields).toEqual({
      cursor: 'This is not a place in the list',
    });
  });
});

describe('search', () => {
  it.each([
    ['part of a name', 'KUMA', ['Ravi Kumar 100%']],
    ['part of an address', 'people.ex', ['pending@people.example']],
    ['signs of LIKE as they are', '100%', ['Ravi Kumar 100%']],
    ['an underscore', '_', []],
    ['Devanagari', 'अनि', ['अनिल']],
    ['nothing', 'zzz', []],
  ])('finds %s [P-11.6]', async (_what, search, names) => {
    const clinic = await buildTenant(app);
    const owner = await signInAs(app, clinic, 'BUSINESS_OWNER', {
      name: 'Sudha',
      email: `${crypto.randomUUID()}@x.example`,
    });
    await buildPerson(app, clinic, 'DOCTOR', {
      name: 'Ravi Kumar 100%',
      email: `${crypto.randomUUID()}@x.example`,
    });
    await buildPerson(app, clinic, 'DOCTOR', { name: 'अनिल', email: `${crypto.randomUUID()}@x.example` });
    await buildInvitation(app, clinic, 'pending@people.example');
    const { items } = (await owner.call(listStaff, { query: { search } })).body;
    expect(items.map(({ name, email }) => name ?? email)).toEqual(names);
  });
});

async function joinedAt(userId: string | undefined, instant: string): Promise<void> {
  await asPlatform(app, (tx) =>
    tx
      .updateTable('memberships')
      .set({ created_at: new Date(instant) })
      .where('user_id', '=', userId ?? '')
      .execute(),
  );
}
