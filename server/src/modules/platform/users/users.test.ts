import { addTenant } from '@samay/contract/platform/tenants';
import { getSession } from '@samay/contract/identity/session';
import {
  deleteUser,
  endUserSessions,
  listPlatformUsers,
  type PlatformUser,
  removeUserFactor,
  restoreUser,
} from '@samay/contract/platform/users';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/fixtures/app.ts';
import { Browser, buildPerson } from '../../../../test/fixtures/browser.ts';
import { buildTenant, signInAs } from '../../../../test/fixtures/builders.ts';
import type { Client } from '../../../../test/fixtures/client.ts';
import { buildFactor } from '../../../../test/fixtures/factor.ts';
import { buildReason } from '../../../../test/fixtures/reason.ts';
import { readAudit } from '../../../../test/fixtures/rows.ts';
import { newTenant } from '../../../../test/fixtures/samples.ts';
import { asPlatform } from '../../../db/tenant.ts';

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await testApp();
  admin = await signInAs(app, null, 'SUPER_ADMIN', { name: 'Nalini Rao' });
});
afterAll(() => app.close());

it('finds people by name or address, role, business and status, each exactly [P-14.8]', async () => {
  const [clinic, other] = [await buildTenant(app), await buildTenant(app)];
  const doctor = await signInAs(app, clinic, 'DOCTOR', { name: 'Dr. Gayathri Subramaniam' });
  const namesake = await signInAs(app, other, 'EMPLOYEE', { name: 'Gayathri Pillai' });
  const ids = async (query: object) => (await list(query)).map(({ id }) => id).toSorted();
  const free = await signInAs(app, null, null, { name: 'Gayathri of Nowhere' });
  const [first, second] = [doctor.identity?.userId ?? '', namesake.identity?.userId ?? ''];
  for (const { id } of [clinic, other]) await buildReason(app, admin.identity?.sessionId, id);
  expect(await ids({ search: 'GAYATHRI', business: clinic.id })).toEqual([first]);
  expect(await ids({ search: 'gayathri', business: clinic.id, role: 'EMPLOYEE' })).toEqual([]);
  expect(await ids({ business: other.id })).toEqual([second]);
  // Searches beyond one business: people without one, and whole addresses.
  expect(await ids({ search: 'gayathri' })).toEqual([free.identity?.userId]);
  expect(await ids({ search: doctor.identity?.email.toUpperCase() })).toEqual([first]);
  expect(await ids({ role: 'SUPER_ADMIN' })).toEqual([admin.identity?.userId]);
  const [row] = await list({ search: 'Subramaniam', business: clinic.id });
  expect(row).toMatchObject({
    role: 'DOCTOR',
    tenant: { id: clinic.id },
    sessions: 1,
    may: { delete: true, restore: false, endSessions: true, removeFactor: false },
  });
  expect(row?.lastSeenAt).not.toBeNull();
});

it('shows people who cannot sign in yet as pending [P-14.8]', async () => {
  const added = await admin.call(addTenant, {
    body: { ...newTenant, adminEmail: 'waits@clinic.example', ownerName: 'Waits Awhile' },
  });
  expect(added.status).toBe(201);
  const getState = async (search: string) =>
    (await list({ search })).map(({ status, lastSeenAt }) => [status, lastSeenAt]);
  expect(await getState('waits@clinic.example')).toEqual([['pending', null]]);
  const ids = async (status: string) => (await list({ status, limit: 100 })).map(({ name }) => name);
  expect([
    (await ids('pending')).includes('Waits Awhile'),
    (await ids('active')).includes('Waits Awhile'),
  ]).toEqual([true, false]);
  expect(await ids('pending')).not.toContain('Nalini Rao');
  // Adds a password or a Google account.
  await asPlatform(app, (tx) =>
    tx
      .updateTable('users')
      .set({ password_hash: 'of nobody' })
      .where('email_key', '=', 'waits@clinic.example')
      .execute(),
  );
  expect(await getState('waits@clinic.example')).toEqual([['active', null]]);
});

it('takes a lost second factor away, once the super admin has proven their own within the hour [O-3.14]', async () => {
  const lost = await buildPerson(app, await buildTenant(app), 'DOCTOR');
  await buildFactor(app, lost.id);
  const browser = new Browser(app.app);
  await browser.signIn(lost.email, lost.password);
  const remove = (by: Client, id = lost.id) => by.call(removeUserFactor, { params: { id } });
  const late = await signInAs(app, null, 'SUPER_ADMIN');
  await asPlatform(app, (tx) =>
    tx
      .updateTable('sessions')
      .set({ assured_at: new Date('2026-11-21T03:00:00Z') })
      .where('id', '=', late.identity?.sessionId ?? '')
      .execute(),
  );
  expect((await remove(late)).error?.code).toBe('session.insufficient_assurance');
  expect((await remove(admin, admin.identity?.userId)).error?.code).toBe('account.is_own');
  expect((await list({ search: lost.email }))[0]?.may.removeFactor).toBe(true);
  const removed = await remove(admin);
  expect(removed.body.may.removeFactor).toBe(false);
  expect((await remove(admin)).error?.code).toBe('factor.missing');
  expect((await browser.send(getSession)).status).toBe(401);
  const rows = await readAudit(app, removed.headers['x-request-id']);
  expect(rows.map(({ action }) => action).toSorted()).toEqual([
    'factor.removed_by_platform',
    'sessions.ended',
  ]);
  const mails = await asPlatform(app, (tx) =>
    tx.selectFrom('outbox').select('payload').where('kind', '=', 'mail').execute(),
  );
  expect(JSON.stringify(mails)).toContain('Two-step verification was removed from your Samay account');
});

it('offers nothing to do with oneself, and no deletion of a super admin', async () => {
  const colleague = await signInAs(app, null, 'SUPER_ADMIN');
  const rows = await list({ role: 'SUPER_ADMIN' });
  expect(rows.find(({ id }) => id === admin.identity?.userId)?.may).toEqual({
    delete: false,
    restore: false,
    endSessions: false,
    removeFactor: false,
  });
  expect(rows.find(({ id }) => id === colleague.identity?.userId)?.may).toMatchObject({ delete: false });
  for (const id of [admin.identity?.userId ?? '', colleague.identity?.userId ?? '']) {
    expect((await admin.call(deleteUser, { params: { id } })).error?.code).toBe('account.is_admin');
  }
  expect(
    (await admin.call(endUserSessions, { params: { id: admin.identity?.userId ?? '' } })).error?.code,
  ).toBe('account.is_own');
});

it('signs a person out everywhere, and they can sign in again [P-14.8]', async () => {
  const clinic = await buildTenant(app);
  const person = await buildPerson(app, clinic);
  const browser = new Browser(app.app, { address: '203.0.113.30' });
  await browser.signIn(person.email, person.password);
  const ended = await admin.call(endUserSessions, { params: { id: person.id } });
  expect(ended.body.sessions).toBe(0);
  expect(
    (await readAudit(app, ended.headers['x-request-id'])).map(({ tenant_id: tenant, action }) => [
      tenant,
      action,
    ]),
  ).toEqual(expect.arrayContaining([[clinic.id, 'person.signed_out']]) as unknown);
  expect((await browser.refresh()).status).toBe(401);
  expect((await browser.signIn(person.email, person.password)).status).toBe(201);
});

it('deletes a person immediately, and restores them unchanged [P-14.8]', async () => {
  const clinic = await buildTenant(app);
  await signInAs(app, clinic, 'BUSINESS_OWNER');
  const person = await buildPerson(app, clinic, 'DOCTOR', { name: 'Dr. Leaving' });
  const browser = new Browser(app.app, { address: '203.0.113.31' });
  await browser.signIn(person.email, person.password);
  const gone = await admin.call(deleteUser, { params: { id: person.id } });
  expect(gone.body).toMatchObject({ sessions: 0, may: { delete: false, restore: true } });
  expect((await browser.signIn(person.email, person.password)).error?.code).toBe(
    'session.invalid_credentials',
  );
  expect((await list({ search: person.email })).length).toBe(0);
  expect((await list({ search: person.email, status: 'deleted' })).length).toBe(1);
  await admin.call(restoreUser, { params: { id: person.id } });
  expect((await browser.signIn(person.email, person.password)).status).toBe(201);
  expect((await browser.send(getSession)).body).toMatchObject({
    user: { role: 'DOCTOR' },
    tenant: { id: clinic.id },
  });
});

it('restores only the person if their business was deleted separately', async () => {
  const clinic = await buildTenant(app);
  await buildPerson(app, clinic, 'BUSINESS_OWNER', { passwordHash: null });
  const person = await buildPerson(app, clinic, 'DOCTOR', { passwordHash: null });
  await admin.call(deleteUser, { params: { id: person.id } });
  const later = new Date(app.dependencies.clock().getTime() + 60_000);
  await asPlatform(app, (tx) =>
    tx.updateTable('tenants').set({ deleted_at: later }).where('id', '=', clinic.id).execute(),
  );
  expect((await admin.call(restoreUser, { params: { id: person.id } })).status).toBe(200);
  const tenant = await asPlatform(app, (tx) =>
    tx.selectFrom('tenants').select('deleted_at').where('id', '=', clinic.id).executeTakeFirstOrThrow(),
  );
  expect(tenant.deleted_at).toEqual(later);
});

it('does not delete the only owner of others, also when two owners are deleted concurrently', async () => {
  const clinic = await buildTenant(app);
  const only = await buildPerson(app, clinic, 'BUSINESS_OWNER', { passwordHash: null });
  await buildPerson(app, clinic, 'EMPLOYEE', { passwordHash: null });
  expect((await admin.call(deleteUser, { params: { id: only.id } })).error?.code).toBe('account.last_owner');
  const second = await buildPerson(app, clinic, 'BUSINESS_ADMIN', { passwordHash: null });
  const answers = await Promise.all(
    [only, second].map(({ id }) => admin.call(deleteUser, { params: { id } })),
  );
  expect(answers.map(({ status }) => status).toSorted((left, right) => left - right)).toEqual([200, 409]);
});

it.each([deleteUser, restoreUser, endUserSessions])('answers 404 for an unknown id', async (endpoint) => {
  const answer = await admin.call(endpoint, { params: { id: '00000000-0000-4000-8000-0000000000ff' } });
  expect([answer.status, answer.error?.code]).toEqual([404, 'not_found']);
});

it('pages by key, everybody once', async () => {
  const all = await list({ limit: 100 });
  const paged: string[] = [];
  let cursor: string | undefined;
  do {
    const { body } = await admin.call(listPlatformUsers, { query: { limit: 4, ...(cursor && { cursor }) } });
    paged.push(...body.items.map(({ id }) => id));
    cursor = body.next ?? undefined;
  } while (cursor);
  expect(paged).toEqual(all.map(({ id }) => id));
});

async function list(query: object): Promise<PlatformUser[]> {
  const { body } = await admin.send(listPlatformUsers, { query });
  return (body as { items: PlatformUser[] }).items;
}
