import { listResources } from '@samay/contract/availability/resources';
import { changeRole, inviteStaff, removeMember } from '@samay/contract/tenancy/staff';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/fixtures/app.ts';
import { buildPerson } from '../../../../test/fixtures/browser.ts';
import { buildClaimed, buildResource } from '../../../../test/fixtures/availability.ts';
import { buildTenant, type BuiltTenant, signInAs } from '../../../../test/fixtures/builders.ts';
import type { Client } from '../../../../test/fixtures/client.ts';
import { asOwner } from '../../../../test/fixtures/owner.ts';
import { buildInvitation } from '../../../../test/fixtures/staff.ts';
import { asPlatform } from '../../../db/tenant.ts';
import { activateInvitation } from './activate.ts';

let app: TestApp;
let clinic: BuiltTenant;
let owner: Client;
beforeAll(async () => {
  app = await testApp();
});
beforeEach(async () => {
  clinic = await buildTenant(app);
  owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
});
afterAll(() => app.close());

const doctors = async () =>
  (await owner.call(listResources)).body.items.map(({ name, memberId }) => [name, memberId]);

async function join(name: string, tenant: BuiltTenant = clinic): Promise<string> {
  const { id, email } = await buildPerson(app, null, 'EMPLOYEE', { name });
  await buildInvitation(app, tenant, email, { role: 'DOCTOR' });
  const context = { now: app.dependencies.clock(), requestId: 'joins' };
  await asPlatform(app, (tx) => activateInvitation(tx, context, { userId: id, emailKey: email }));
  return id;
}

it('links a doctor who joins to the practitioner of that name, and gives any other one their own [P-6.6]', async () => {
  await buildResource(app, clinic, { name: 'Dr. Vikram Rao' });
  const vikram = await join('vikram  rao');
  const anita = await join('Anita Iyer');
  const namesake = await join('Vikram Rao');
  expect(await doctors()).toEqual([
    ['Dr. Vikram Rao', vikram],
    ['Anita Iyer', anita],
    ['Vikram Rao', namesake],
  ]);
  const audited = await asPlatform(app, (tx) =>
    tx
      .selectFrom('audit_log')
      .select('action')
      .where('tenant_id', '=', clinic.id)
      .where('noun', '=', 'resource')
      .orderBy('at')
      .execute(),
  );
  expect(audited.map(({ action }) => action).toSorted()).toEqual([
    'resource.added',
    'resource.added',
    'resource.changed',
  ]);
});

it('links an invited doctor to the chosen practitioner, or makes a new one where the name is another’s [P-11.16]', async () => {
  const rao = await buildResource(app, clinic, { name: 'Dr. Rao' });
  const iyer = await buildResource(app, clinic, { name: 'Anita Iyer', position: 1 });
  const vikram = await inviteAndJoin('Vikram Deshmukh', rao);
  expect((await invite(rao)).error?.fields).toEqual({ practitionerId: 'Please choose another doctor' });
  const anita = await inviteAndJoin('Anita Iyer', null);
  expect(await doctors()).toEqual([
    ['Dr. Rao', vikram],
    ['Anita Iyer', null],
    ['Anita Iyer', anita],
  ]);
  expect((await invite(iyer, 'EMPLOYEE')).status).toBe(400);
  const other = await buildResource(app, await buildTenant(app), { name: 'Dr. Else' });
  const archived = await buildResource(app, clinic, { name: 'Dr. Old', archived_at: new Date() });
  expect([(await invite(other)).status, (await invite(archived)).status]).toEqual([400, 400]);
});

it('gives a doctor another practitioner where the chosen one is taken when they accept [P-11.16]', async () => {
  const rao = await buildResource(app, clinic, { name: 'Dr. Rao' });
  await inviteAndJoin('Vikram Deshmukh', rao, () => inviteAndJoin('Sunil Rao', rao));
  expect((await doctors()).map(([name, memberId]) => [name, memberId !== null])).toEqual([
    ['Dr. Rao', true],
    ['Vikram Deshmukh', true],
  ]);
});

const invite = async (
  practitionerId: string | null,
  role: 'DOCTOR' | 'EMPLOYEE' = 'DOCTOR',
  email?: string,
) => owner.call(inviteStaff, { body: { email: email ?? 'other@people.example', role, practitionerId } });

/** Invites a person by the endpoint and lets them accept, after what happens in between. */
async function inviteAndJoin(
  name: string,
  practitionerId: string | null,
  between: () => Promise<unknown> = async () => undefined,
): Promise<string> {
  const { id, email } = await buildPerson(app, null, 'EMPLOYEE', { name });
  expect((await invite(practitionerId, 'DOCTOR', email)).status).toBe(201);
  await between();
  const context = { now: app.dependencies.clock(), requestId: 'joins' };
  await asPlatform(app, (tx) => activateInvitation(tx, context, { userId: id, emailKey: email }));
  return id;
}

it('adds none to a turf, and none before a clinic has any', async () => {
  await join('Anita Iyer');
  expect(await doctors()).toEqual([]);
  const turf = await buildTenant(app, { businessType: 'turf' });
  await buildResource(app, turf, { name: 'Ground' });
  await join('Vikram Rao', turf);
  const { items } = (await (await signInAs(app, turf, 'BUSINESS_OWNER')).call(listResources)).body;
  expect(items.map(({ name }) => name)).toEqual(['Ground']);
});

it('follows a role that becomes a doctor’s, and leaves the practitioner where the member leaves [P-6.6]', async () => {
  await buildResource(app, clinic, { name: 'Default Doctor' });
  const member = (await signInAs(app, clinic, 'EMPLOYEE', { name: 'Anita Iyer' })).identity?.userId ?? '';
  await owner.call(changeRole, { params: { id: member }, body: { role: 'DOCTOR' } });
  expect(await doctors()).toEqual([
    ['Default Doctor', null],
    ['Anita Iyer', member],
  ]);
  const { items } = (await owner.call(listResources)).body;
  const booking = await buildClaimed(app, clinic, {
    resourceId: items[1]?.id ?? '',
    date: '2026-11-24',
    time: '11:00',
  });
  // Deletes by the verb's statement: over several nodes there is no such reference.
  await asOwner(app, (client) =>
    client.query('alter table resources drop constraint if exists resources_member'),
  );
  expect((await owner.call(removeMember, { params: { id: member } })).status).toBe(204);
  expect(await doctors()).toEqual([
    ['Default Doctor', null],
    ['Anita Iyer', null],
  ]);
  const kept = await asPlatform(app, (tx) =>
    tx.selectFrom('appointments').select('resource_id').where('id', '=', booking).executeTakeFirstOrThrow(),
  );
  expect(kept.resource_id).toBe(items[1]?.id);
});
