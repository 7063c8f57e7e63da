import { changeBusinessProfile, getBusinessProfile } from '@samay/contract/tenancy/onboarding';
import { getSession } from '@samay/contract/identity/session';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../../../test/fixtures/app.ts';
import { type BuiltTenant, buildTenant, signInAs } from '../../../../test/fixtures/builders.ts';
import { Client } from '../../../../test/fixtures/client.ts';
import { readAudit, snapshot } from '../../../../test/fixtures/rows.ts';
import { asPlatform, inTenant, type TenantId } from '../../../db/tenant.ts';
import { run } from '../../../db/transaction.ts';
import { renameTenant, updateProfile } from './queries.ts';

let test: TestApp;
beforeAll(async () => {
  test = await testApp();
});
afterAll(() => test.close());

const hours = {
  timeSlots: [{ start_time: '9 AM', end_time: '6 PM' }],
  operatingDays: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
};

describe('the profile of a business', () => {
  it('shows its owner the answers of onboarding', async () => {
    const owner = await signInAs(test, await buildTenant(test), 'BUSINESS_OWNER');
    expect((await owner.call(getBusinessProfile)).body).toEqual({
      name: expect.stringMatching(/^Business /),
      ...hours,
    });
  });

  it('changes one field and keeps the others, and the session has the new name immediately [P-3.15]', async () => {
    const tenant = await buildTenant(test);
    const owner = await signInAs(test, tenant, 'BUSINESS_ADMIN');
    const renamed = await owner.call(changeBusinessProfile, { body: { name: '  City Care  ' } });
    expect(renamed).toMatchObject({ status: 200, body: { name: 'City Care', ...hours } });
    expect((await owner.call(getSession)).body.tenant?.name).toBe('City Care');
    const timeSlots = [{ start_time: '10:15am', end_time: '1 PM' }];
    const opened = await owner.call(changeBusinessProfile, {
      body: { timeSlots, operatingDays: ['Sunday', 'Monday', 'Sunday'] },
    });
    expect(opened.body).toEqual({
      name: 'City Care',
      timeSlots: [{ start_time: '10:15 AM', end_time: '1 PM' }],
      operatingDays: ['Monday', 'Sunday'],
    });
    expect(await getNames(tenant)).toEqual({ name: 'City Care', business_name: null });
    expect(await readAudit(test, opened.headers['x-request-id'])).toEqual([
      { tenant_id: tenant.id, action: 'business_profile.changed', object: tenant.id },
    ]);
  });

  it('writes the name of a turf to both tables', async () => {
    const tenant = await buildTenant(test, { businessType: 'turf' });
    const owner = await signInAs(test, tenant, 'BUSINESS_OWNER');
    await owner.call(changeBusinessProfile, { body: { name: 'Night Arena' } });
    expect(await getNames(tenant)).toEqual({ name: 'Night Arena', business_name: 'Night Arena' });
  });

  it('is rejected for staff, without a session, and for a suspended business', async () => {
    const tenant = await buildTenant(test);
    for (const role of ['DOCTOR', 'EMPLOYEE'] as const) {
      const person = await signInAs(test, tenant, role);
      expect(await person.call(getBusinessProfile)).toMatchObject({
        status: 403,
        error: { code: 'access.denied' },
      });
      expect(await person.call(changeBusinessProfile, { body: { name: 'Mine' } })).toMatchObject({
        status: 403,
      });
    }
    expect(await new Client(test.app).call(getBusinessProfile)).toMatchObject({ status: 401 });
    const suspended = await signInAs(
      test,
      await buildTenant(test, { status: 'suspended' }),
      'BUSINESS_OWNER',
    );
    expect((await suspended.call(getBusinessProfile)).status).toBe(200);
    expect((await suspended.call(changeBusinessProfile, { body: { name: 'New' } })).error?.code).toBe(
      'tenant.suspended',
    );
  });

  it.each([
    [{ name: ' ' }, { name: 'Please enter the name of your business' }],
    [{ name: 'x'.repeat(201) }, { name: 'At most 200 characters, please' }],
    [{ operatingDays: [] }, { operatingDays: 'Please select at least one day' }],
    [{ timeSlots: [] }, { timeSlots: 'Please fill in all time slots or remove empty ones' }],
    [{ businessType: 'turf' }, { businessType: 'This field is not known here' }],
  ])('refuses %j', async (body, fields) => {
    const owner = await signInAs(test, await buildTenant(test), 'BUSINESS_OWNER');
    expect(await owner.send(changeBusinessProfile, { body })).toMatchObject({
      status: 400,
      error: { fields },
    });
  });

  it('is written for one business [P-1.12]', async () => {
    const [ours, theirs] = [await buildTenant(test), await buildTenant(test, { businessType: 'turf' })];
    const before = await toRow(theirs);
    const owner = await signInAs(test, ours, 'BUSINESS_OWNER');
    await owner.call(changeBusinessProfile, {
      body: { name: 'Ours', operatingDays: ['Sunday'], timeSlots: hours.timeSlots },
    });
    expect(await toRow(theirs)).toEqual(before);
  });

  it('does not let a business write its own type, status or onboarding [P-1.12, P-3.15]', async () => {
    const tenant = await buildTenant(test);
    const work = { database: test.database, tenantId: tenant.id as TenantId, now: test.dependencies.clock() };
    const before = await snapshot(test);
    await expect(
      inTenant(work, (tx) => run(tx, work, updateProfile(tenant.id, { business_type: 'turf' }))),
    ).rejects.toThrow(/permission denied/);
    await expect(
      inTenant(work, (tx) => run(tx, work, updateProfile(tenant.id, { onboarding_completed: false }))),
    ).rejects.toThrow(/permission denied/);
    await expect(
      inTenant(work, (tx) =>
        tx.updateTable('tenants').set({ status: 'active' }).where('id', '=', tenant.id).execute(),
      ),
    ).rejects.toThrow(/permission denied/);
    expect(await snapshot(test)).toBe(before);
    await inTenant(work, (tx) => run(tx, work, renameTenant(tenant.id, 'May be called anything')));
  });
});

async function getNames(tenant: BuiltTenant) {
  const { name, business_name } = await toRow(tenant);
  return { name, business_name };
}

async function toRow(tenant: BuiltTenant) {
  return asPlatform(test, (tx) =>
    tx
      .selectFrom('tenants')
      .innerJoin('business_profiles', 'business_profiles.tenant_id', 'tenants.id')
      .selectAll('business_profiles')
      .select('tenants.name')
      .where('tenants.id', '=', tenant.id)
      .executeTakeFirstOrThrow(),
  );
}
