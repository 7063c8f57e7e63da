import { setPassword } from '@samay/contract/identity/passwords';
import { getSession } from '@samay/contract/identity/session';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Browser, buildPerson } from '../../../../test/fixtures/browser.ts';
import { buildTenant, type BuiltTenant } from '../../../../test/fixtures/builders.ts';
import { type AppWithMail, startAppWithMail } from '../../../../test/fixtures/third-parties/app-with-mail.ts';
import { buildInvitation, listMemberships } from '../../../../test/fixtures/staff.ts';
import { asPlatform } from '../../../db/tenant.ts';
import { admission } from '../../tenancy/index.ts';
import { mailSetPasswordLink } from './request-link.ts';

let office: AppWithMail;
let browser: Browser;
let clinic: BuiltTenant;
beforeAll(async () => {
  office = await startAppWithMail();
  browser = new Browser(office.app);
  clinic = await buildTenant(office);
});
afterAll(() => office.close());

const password = 'battery staple';

async function invite(email: string, tenant = clinic): Promise<string> {
  const id = await buildInvitation(office, tenant, email, { role: 'DOCTOR' });
  const invitation = { tenantId: tenant.id, id };
  await asPlatform(office, (tx) =>
    mailSetPasswordLink(tx, { now: office.dependencies.clock() }, { purpose: 'invite', email, invitation }),
  );
  return id;
}

describe('an invitation', () => {
  it('is accepted by setting a password through its link [P-11.2]', async () => {
    const email = 'new-doctor@people.example';
    await invite(email);
    const [message] = await office.emailsTo(email);
    expect(message?.subject).toMatch(/^You are invited to Business \w{4} on Samay$/);
    const link = await office.linkTo(email);
    expect(await browser.send(setPassword, { body: { link, password } })).toMatchObject({ status: 204 });
    const doctor = new Browser(office.app);
    await doctor.signIn(email, password);
    expect((await doctor.send(getSession)).body).toMatchObject({
      user: { email, role: 'DOCTOR' },
      tenant: { id: clinic.id },
    });
    expect(await browser.send(setPassword, { body: { link, password: 'another' } })).toMatchObject({
      error: { code: 'link.spent' },
    });
  });

  it('that was accepted with Google lets the same person set a password too', async () => {
    const person = await buildPerson(office);
    const id = await invite(person.email);
    const link = await office.linkTo(person.email);
    const context = { now: office.dependencies.clock(), requestId: 'a request' };
    await asPlatform(office, (tx) =>
      admission.activateInvitation(tx, context, {
        userId: person.id,
        emailKey: person.email,
        invitation: { tenantId: clinic.id, id },
      }),
    );
    expect(await browser.send(setPassword, { body: { link, password } })).toMatchObject({ status: 204 });
    expect(await listMemberships(office, person.id)).toEqual([{ tenant_id: clinic.id, role: 'DOCTOR' }]);
  });

  it('that was cancelled creates no account, and its queued email is not sent', async () => {
    const email = 'cancelled@people.example';
    const id = await invite(email);
    const link = await office.linkTo(email);
    await asPlatform(office, (tx) =>
      tx.deleteFrom('invitations').where('tenant_id', '=', clinic.id).where('id', '=', id).execute(),
    );
    expect(await browser.send(setPassword, { body: { link, password } })).toMatchObject({
      status: 403,
      error: { code: 'link.spent' },
    });
    const people = await asPlatform(office, (tx) =>
      tx.selectFrom('users').select('id').where('email', '=', email).execute(),
    );
    expect(people).toEqual([]);

    const unsent = await invite('unsent@people.example');
    await asPlatform(office, (tx) =>
      tx.deleteFrom('invitations').where('tenant_id', '=', clinic.id).where('id', '=', unsent).execute(),
    );
    expect(await office.emailsTo('unsent@people.example')).toEqual([]);
  });

  it('works for as long as the invitation itself [P-2.33]', async () => {
    const email = 'late@people.example';
    await invite(email);
    const link = await office.linkTo(email);
    const before = office.dependencies.clock();
    office.setNow(new Date(before.getTime() + 7 * 86_400_000).toISOString());
    expect(await browser.send(setPassword, { body: { link, password } })).toMatchObject({
      error: { code: 'link.spent' },
    });
    office.setNow(before.toISOString());
    // An email that is retried for so long is no longer sent: its link would be expired.
    await invite('later@people.example');
    office.setNow(new Date(before.getTime() + 7 * 86_400_000).toISOString());
    expect(await office.emailsTo('later@people.example')).toEqual([]);
    office.setNow(before.toISOString());
  });

  it('does not move a member of another business, and says so to the proven owner of the address', async () => {
    const elsewhere = await buildTenant(office);
    const person = await buildPerson(office, elsewhere);
    await invite(person.email);
    const link = await office.linkTo(person.email);
    expect(await browser.send(setPassword, { body: { link, password } })).toMatchObject({
      status: 403,
      error: { code: 'link.elsewhere' },
    });
    expect(await listMemberships(office, person.id)).toEqual([{ tenant_id: elsewhere.id, role: 'EMPLOYEE' }]);
    expect(await new Browser(office.app).signIn(person.email, person.password)).toMatchObject({
      status: 201,
    });
  });

  it('of a suspended business is mailed after the suspension ends', async () => {
    const suspended = await buildTenant(office, { status: 'suspended' });
    await invite('waiting@people.example', suspended);
    expect(await office.emailsTo('waiting@people.example')).toEqual([]);
    await asPlatform(office, (tx) =>
      tx.updateTable('tenants').set({ status: 'active' }).where('id', '=', suspended.id).execute(),
    );
    expect(await office.emailsTo('waiting@people.example')).toHaveLength(1);
  });
});
