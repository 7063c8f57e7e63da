import { cancelInvitation, inviteStaff, listStaff, resendInvitation } from '@samay/contract/tenancy/staff';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp, testNow } from '../../../../test/fixtures/app.ts';
import { buildPerson } from '../../../../test/fixtures/browser.ts';
import { buildTenant, type BuiltTenant, signInAs } from '../../../../test/fixtures/builders.ts';
import { Client } from '../../../../test/fixtures/client.ts';
import { startAppWithMail } from '../../../../test/fixtures/third-parties/app-with-mail.ts';
import { buildInvitation, listMemberships, listPending } from '../../../../test/fixtures/staff.ts';
import { asPlatform } from '../../../db/tenant.ts';

const perDay = { invitationsPerTenant: 20, invitationsPerAddress: 3 };
let app: TestApp;
beforeAll(async () => {
  app = await testApp({ limits: perDay });
});
afterAll(() => app.close());

describe('inviting', () => {
  it('writes a pending invitation for seven days, queues its mail, and says so [P-11.1]', async () => {
    const { clinic, owner } = await clinicWithOwner();
    const email = 'New.Doctor@People.example';
    const invited = await owner.call(inviteStaff, { body: { email, role: 'DOCTOR' } });
    expect(invited.status).toBe(201);
    expect(invited.body).toMatchObject({
      email,
      role: 'DOCTOR',
      status: 'pending',
      invitation: { sentAt: testNow, expiresAt: '2026-11-28T04:30:00.000Z', isExpired: false },
      may: { resend: true, cancel: true, changeRole: false, remove: false },
    });
    expect(await mailsFor(clinic)).toEqual([
      { purpose: 'invite', email, invitation: { tenantId: clinic.id, id: invited.body.id } },
    ]);
    expect((await owner.call(listStaff)).body.items).toContainEqual(invited.body);
  });

  it('refuses who is here already and who is invited already, however the address is written [P-11.8]', async () => {
    const { clinic, owner } = await clinicWithOwner();
    const { email } = await buildPerson(app, clinic);
    const active = await owner.call(inviteStaff, { body: { email: email.toUpperCase(), role: 'DOCTOR' } });
    expect([active.status, active.error?.message]).toEqual([
      409,
      'User is already active in your organization',
    ]);
    await buildInvitation(app, clinic, 'twice@people.example');
    const twice = await owner.call(inviteStaff, { body: { email: 'Twice@people.example', role: 'DOCTOR' } });
    expect([twice.status, twice.error?.message]).toEqual([409, 'User already has a pending invitation']);
    expect(await mailsFor(clinic)).toEqual([]);
  });

  it('puts a new invitation in the place of an expired one, whose link is dead', async () => {
    const { clinic, owner } = await clinicWithOwner();
    const old = await buildInvitation(app, clinic, 'late@people.example', { expiresAt: new Date(testNow) });
    const invited = await owner.call(inviteStaff, { body: { email: 'late@people.example', role: 'DOCTOR' } });
    expect(invited.status).toBe(201);
    expect(invited.body.id).not.toBe(old);
    expect(await listPending(app, clinic)).toEqual(['late@people.example']);
  });

  it('tells nobody that an address belongs to another business, to a super admin, or to nobody [P-11.4]', async () => {
    const { owner } = await clinicWithOwner();
    const member = await buildPerson(app, await buildTenant(app), 'BUSINESS_OWNER');
    const [free, admin] = [await buildPerson(app), await buildPerson(app)];
    await asPlatform(app, (tx) => tx.insertInto('platform_admins').values({ user_id: admin.id }).execute());
    const answers = [];
    for (const email of [member.email, free.email, admin.email, 'unknown@people.example']) {
      const { status, body } = await owner.call(inviteStaff, { body: { email, role: 'EMPLOYEE' } });
      answers.push({ status, body: { ...body, id: '', email: '' } });
    }
    expect(answers).toEqual(Array(4).fill(answers[0]));
    expect((await listMemberships(app, member.id)).map(({ role }) => role)).toEqual(['BUSINESS_OWNER']);
  });

  it('is for owners: not for a doctor, an employee of either type, or nobody', async () => {
    const clinic = await buildTenant(app);
    const ground = await buildTenant(app, { businessType: 'turf' });
    const body = { email: 'x@people.example', role: 'EMPLOYEE' } as const;
    for (const client of [await signInAs(app, clinic, 'DOCTOR'), await signInAs(app, ground, 'EMPLOYEE')])
      expect((await client.call(inviteStaff, { body })).error?.code).toBe('access.denied');
    expect((await new Client(app.app).call(inviteStaff, { body })).status).toBe(401);
    expect(await listPending(app, clinic)).toEqual([]);
  });

  it.each(['', 'nobody', 'a@b', `${'x'.repeat(250)}@x.example`])(
    'refuses the address "%s"',
    async (email) => {
      const { owner } = await clinicWithOwner();
      const refused = await owner.call(inviteStaff, { body: { email, role: 'EMPLOYEE' } });
      expect(refused.error).toMatchObject({
        code: 'request.invalid',
        fields: { email: expect.any(String) as string },
      });
    },
  );

  it('makes one of three concurrent ones for the same address', async () => {
    const { clinic, owner } = await clinicWithOwner();
    const body = { email: 'race@people.example', role: 'EMPLOYEE' } as const;
    const answers = await Promise.all(Array.from({ length: 3 }, () => owner.call(inviteStaff, { body })));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409]);
    expect(await listPending(app, clinic)).toHaveLength(1);
  });
});

describe('sending again', () => {
  it('mails the same invitation and starts its seven days again, also after they were over [P-11.1]', async () => {
    const { clinic, owner } = await clinicWithOwner();
    const id = await buildInvitation(app, clinic, 'again@people.example', {
      createdAt: new Date('2026-11-01T00:00:00Z'),
    });
    const again = await owner.call(resendInvitation, { params: { id } });
    expect(again.body).toMatchObject({
      id,
      addedAt: '2026-11-01T00:00:00.000Z',
      invitation: { sentAt: testNow, expiresAt: '2026-11-28T04:30:00.000Z', isExpired: false },
    });
    expect(await mailsFor(clinic)).toMatchObject([{ invitation: { id } }]);
  });

  it('finds nothing once it is accepted, cancelled, or of a person', async () => {
    const { clinic, owner } = await clinicWithOwner();
    const accepted = await buildInvitation(app, clinic, 'in@people.example');
    await asPlatform(app, (tx) =>
      tx.updateTable('invitations').set({ activated_at: new Date() }).where('id', '=', accepted).execute(),
    );
    const { id: member } = await buildPerson(app, clinic);
    for (const id of [accepted, member, crypto.randomUUID()])
      expect((await owner.call(resendInvitation, { params: { id } })).status).toBe(404);
    expect(await mailsFor(clinic)).toEqual([]);
  });
});

describe('cancelling', () => {
  it('deletes a pending invitation, once [P-11.10]', async () => {
    const { clinic, owner } = await clinicWithOwner();
    const id = await buildInvitation(app, clinic, 'not@people.example');
    expect((await owner.call(cancelInvitation, { params: { id } })).status).toBe(204);
    expect(await listPending(app, clinic)).toEqual([]);
    expect((await owner.call(cancelInvitation, { params: { id } })).status).toBe(404);
  });

  it("touches no other business's invitation", async () => {
    const other = await buildTenant(app);
    const id = await buildInvitation(app, other, 'theirs@people.example');
    const { owner } = await clinicWithOwner();
    expect((await owner.call(cancelInvitation, { params: { id } })).status).toBe(404);
    expect(await listPending(app, other)).toHaveLength(1);
  });
});

describe('the day', () => {
  const sentence = 'You have reached the limit of invitations for today. Please try again tomorrow.';

  it('has twenty invitations of a business; refused ones do not count [P-11.12]', async () => {
    const { owner } = await clinicWithOwner();
    const invite = (email: string) => owner.call(inviteStaff, { body: { email, role: 'EMPLOYEE' } });
    for (let count = 0; count < 19; count += 1) {
      expect((await invite(`day-${count}@people.example`)).status).toBe(201);
      expect((await invite(`day-${count}@people.example`)).status).toBe(409);
    }
    expect((await invite('day-19@people.example')).status).toBe(201);
    const beyond = await invite('beyond@people.example');
    expect([beyond.status, beyond.error?.message]).toEqual([429, sentence]);
    expect(Number(beyond.headers['retry-after'])).toBeGreaterThan(86_000);
    const { owner: another } = await clinicWithOwner();
    expect(
      (await another.call(inviteStaff, { body: { email: 'beyond@people.example', role: 'EMPLOYEE' } }))
        .status,
    ).toBe(201);
  });

  it('has three invitations of a business for an address, however often they are cancelled, in addition to those of others [P-11.12]', async () => {
    const body = { email: 'popular@people.example', role: 'EMPLOYEE' } as const;
    const [first, second] = [await clinicWithOwner(), await clinicWithOwner()];
    const { id } = (await first.owner.call(inviteStaff, { body })).body;
    await first.owner.call(cancelInvitation, { params: { id } });
    const { id: again } = (await first.owner.call(inviteStaff, { body })).body;
    expect((await first.owner.call(resendInvitation, { params: { id: again } })).status).toBe(200);
    expect((await first.owner.call(resendInvitation, { params: { id: again } })).error?.message).toBe(
      sentence,
    );
    expect((await second.owner.call(inviteStaff, { body })).status).toBe(201);
  });

  it('has only so many emails for an address, of all businesses: the others are not sent, and the invitations count [P-11.12]', async () => {
    const office = await startAppWithMail({ limits: { ...perDay, invitationMailsPerEmail: 2 } });
    const body = { email: 'wanted@people.example', role: 'EMPLOYEE' } as const;
    const statuses: number[] = [];
    for (let at = 0; at < 3; at += 1) {
      const owner = await signInAs(office, await buildTenant(office), 'BUSINESS_OWNER');
      statuses.push((await owner.call(inviteStaff, { body })).status);
    }
    expect(statuses).toEqual([201, 201, 201]);
    expect(await office.emailsTo(body.email)).toHaveLength(2);
    const dropped = await asPlatform(office, (tx) =>
      tx
        .selectFrom('outbox')
        .select(['last_error', 'payload'])
        .where('kind', '=', 'link')
        .where('given_up_at', 'is not', null)
        .execute(),
    );
    expect(dropped).toEqual([
      { last_error: 'the daily limit of invitations to this address is reached', payload: {} },
    ]);
    // The limit is reset on the next day.
    office.setNow('2026-11-22T04:30:00.000Z');
    const owner = await signInAs(office, await buildTenant(office), 'BUSINESS_OWNER');
    await owner.call(inviteStaff, { body });
    expect(await office.emailsTo(body.email)).toHaveLength(3);
    await office.close();
  });
});

async function clinicWithOwner(): Promise<{ clinic: BuiltTenant; owner: Client }> {
  const clinic = await buildTenant(app);
  return { clinic, owner: await signInAs(app, clinic, 'BUSINESS_OWNER') };
}

/** Lists the queued emails of a business. */
async function mailsFor({ id }: BuiltTenant): Promise<unknown[]> {
  const rows = await asPlatform(app, (tx) =>
    tx.selectFrom('outbox').select('payload').where('tenant_id', '=', id).execute(),
  );
  return rows.map(({ payload }) => payload);
}
