import { type Permission, permissionsIn } from '@samay/contract/core/roles';
import { getSession } from '@samay/contract/identity/session';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../../../test/fixtures/app.ts';
import { Browser, buildPerson } from '../../../../test/fixtures/browser.ts';
import { buildTenant, signInAs } from '../../../../test/fixtures/builders.ts';
import { asPlatform } from '../../../db/tenant.ts';

let test: TestApp;

beforeAll(async () => {
  test = await testApp();
});
afterAll(async () => test.close());

/** Returns whether an employee has a permission before the owner allows or denies any. */
const isGiven = (permission: Permission) => permission !== 'payments.refund';

describe('who is signed in', () => {
  it('is returned with business, wording and permissions [P-2.14]', async () => {
    const tenant = await buildTenant(test, { businessType: 'turf' });
    const desk = await signInAs(test, tenant, 'EMPLOYEE', { name: 'Ravi Patil' });
    const { body } = await desk.call(getSession);
    expect(body).toEqual({
      user: { id: desk.identity?.userId, email: desk.identity?.email, name: 'Ravi Patil', role: 'EMPLOYEE' },
      tenant: { id: tenant.id, name: `Business ${tenant.id.slice(0, 4)}`, suspended: false },
      suspension: null,
      businessType: 'turf',
      permissions: permissionsIn('EMPLOYEE', 'turf').filter(isGiven),
      assurance: 'aal1',
      awaits: null,
    });
  });

  it.each(['BUSINESS_OWNER', 'BUSINESS_ADMIN', 'DOCTOR', 'EMPLOYEE'] as const)(
    'holds what the contract gives a %s [P-1.13]',
    async (role) => {
      const { body } = await (await signInAs(test, await buildTenant(test), role)).call(getSession);
      const permissions = permissionsIn(role, 'doctor').filter(role === 'EMPLOYEE' ? isGiven : Boolean);
      expect(body).toMatchObject({ user: { role }, permissions });
    },
  );

  it('may overbook as an employee until the owner switches that off, from the next request on [P-1.13, P-6.38]', async () => {
    const tenant = await buildTenant(test);
    const people = [await signInAs(test, tenant, 'EMPLOYEE'), await signInAs(test, tenant, 'DOCTOR')];
    const mayOverbook = async () =>
      Promise.all(
        people.map(async (person) =>
          (await person.call(getSession)).body.permissions.includes('appointments.overbook'),
        ),
      );
    expect(await mayOverbook()).toEqual([true, true]);
    await asPlatform(test, (tx) =>
      tx
        .updateTable('business_profiles')
        .set({ employees_may_overbook: false })
        .where('tenant_id', '=', tenant.id)
        .execute(),
    );
    expect(await mayOverbook()).toEqual([false, true]);
  });

  it('may refund as an employee once the owner allows it, from the next request on', async () => {
    const tenant = await buildTenant(test);
    const person = await signInAs(test, tenant, 'EMPLOYEE');
    const mayRefund = async () =>
      (await person.call(getSession)).body.permissions.includes('payments.refund');
    expect(await mayRefund()).toBe(false);
    await asPlatform(test, (tx) =>
      tx
        .updateTable('business_profiles')
        .set({ employees_may_refund: true })
        .where('tenant_id', '=', tenant.id)
        .execute(),
    );
    expect(await mayRefund()).toBe(true);
  });

  it('is a super admin without a business', async () => {
    const { body } = await (await signInAs(test, null, 'SUPER_ADMIN')).call(getSession);
    expect(body).toMatchObject({
      user: { role: 'SUPER_ADMIN' },
      tenant: null,
      businessType: null,
      permissions: ['platform.manage'],
    });
  });

  it('has no permission without a membership, whatever role the screen shows [P-1.4]', async () => {
    const { body } = await (await signInAs(test, null, null)).call(getSession);
    expect(body).toMatchObject({ user: { role: 'EMPLOYEE' }, tenant: null, permissions: [] });
  });

  it.each([null, 'doctor'] as const)(
    'may do nothing until the business is set up, also where its type (%s) is there already',
    async (businessType) => {
      const tenant = await buildTenant(test, { onboarded: false });
      await asPlatform(test, (tx) =>
        tx
          .updateTable('business_profiles')
          .set({ business_type: businessType })
          .where('tenant_id', '=', tenant.id)
          .execute(),
      );
      const { body } = await (await signInAs(test, tenant, 'BUSINESS_OWNER')).call(getSession);
      expect(body).toMatchObject({ user: { role: 'BUSINESS_OWNER' }, businessType, permissions: [] });
    },
  );

  it('may do nothing once the business is deleted', async () => {
    const tenant = await buildTenant(test);
    const owner = await signInAs(test, tenant, 'BUSINESS_OWNER');
    await asPlatform(test, (tx) =>
      tx
        .updateTable('tenants')
        .set({ deleted_at: test.dependencies.clock() })
        .where('id', '=', tenant.id)
        .execute(),
    );
    expect((await owner.call(getSession)).body).toMatchObject({ tenant: null, permissions: [] });
  });

  it('sees that the business is suspended', async () => {
    const { body } = await (
      await signInAs(test, await buildTenant(test, { status: 'suspended' }))
    ).call(getSession);
    expect(body).toMatchObject({ tenant: { suspended: true } });
  });

  it.each([
    ['Asha Kulkarni', 'asha@people.example', 'Asha Kulkarni'],
    [null, 'meera.joshi@people.example', 'meera.joshi'],
    ['', 'ravi@people.example', 'ravi'],
  ])('is named by full name %j or the address %s: %s [P-2.14]', async (name, email, shown) => {
    const person = await buildPerson(test, await buildTenant(test), 'DOCTOR', { name, email });
    const browser = new Browser(test.app);
    await browser.signIn(person.email, person.password);
    expect(await browser.send(getSession)).toMatchObject({ body: { user: { name: shown } } });
  });

  it('is rejected without a token', async () => {
    expect(await new Browser(test.app).send(getSession)).toMatchObject({
      status: 401,
      error: { code: 'session.required', message: 'Please sign in to continue.' },
    });
  });
});
