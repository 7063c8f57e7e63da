import { getHours } from '@samay/contract/availability/hours';
import {
  completeOnboarding,
  getBusinessProfile,
  onboardingMessages,
} from '@samay/contract/tenancy/onboarding';
import type { Weekday } from '@samay/contract/tenancy/opening-hours';
import type { Role } from '@samay/contract/core/roles';
import { checkOnboarding, getSession } from '@samay/contract/identity/session';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp, testNow } from '../../../../test/fixtures/app.ts';
import { type BuiltTenant, buildTenant, signInAs } from '../../../../test/fixtures/builders.ts';
import { Client } from '../../../../test/fixtures/client.ts';
import { readAudit, snapshot } from '../../../../test/fixtures/rows.ts';
import { onboarding } from '../../../../test/fixtures/samples.ts';
import { asPlatform } from '../../../db/tenant.ts';

let test: TestApp;
beforeAll(async () => {
  test = await testApp();
});
afterAll(() => test.close());

const turf = {
  ...onboarding,
  timeSlots: [...onboarding.timeSlots],
  operatingDays: [...onboarding.operatingDays],
};
const clinic = { ...turf, businessType: 'doctor' as const, businessName: null };

describe('setting a business up', () => {
  it('opens each slot on its own days, and says the hours of most days [P-3.34]', async () => {
    const tenant = await buildTenant(test, { onboarded: false });
    const owner = await signInAs(test, tenant, 'BUSINESS_OWNER');
    const own: Weekday[] = ['Tuesday', 'Monday', 'Sunday'];
    const operatingDays: Weekday[] = ['Monday', 'Tuesday', 'Saturday'];
    const timeSlots = [
      { start_time: '9 AM', end_time: '1 PM' },
      { start_time: '5 PM', end_time: '8 PM', days: own },
    ];
    const body = { ...clinic, timeSlots, operatingDays };
    expect((await owner.call(completeOnboarding, { body })).status).toBe(204);
    expect(
      (await owner.call(getHours, { query: { from: '2026-11-21', to: '2026-11-21' } })).body.business,
    ).toEqual([
      { weekday: 1, opens: '09:00', closes: '13:00' },
      { weekday: 1, opens: '17:00', closes: '20:00' },
      { weekday: 2, opens: '09:00', closes: '13:00' },
      { weekday: 2, opens: '17:00', closes: '20:00' },
      { weekday: 6, opens: '09:00', closes: '13:00' },
    ]);
    expect(await toRow(tenant)).toMatchObject({
      time_slots: [
        { start_time: '9 AM', end_time: '1 PM' },
        { start_time: '5 PM', end_time: '8 PM' },
      ],
      operating_days: ['Monday', 'Tuesday', 'Saturday'],
    });
  });

  it.each(['BUSINESS_OWNER', 'BUSINESS_ADMIN'] as const)('opens a turf to its %s [P-3.13]', async (role) => {
    const tenant = await buildTenant(test, { onboarded: false });
    await setStatus(tenant, 'pending');
    const owner = await signInAs(test, tenant, role);
    expect((await owner.call(getSession)).body).toMatchObject({ businessType: null, permissions: [] });
    const done = await owner.call(completeOnboarding, { body: turf });
    expect(done.status).toBe(204);
    expect(await toRow(tenant)).toMatchObject({
      name: 'Green Turf Arena',
      status: 'active',
      business_type: 'turf',
      business_name: 'Green Turf Arena',
      time_slots: [
        { start_time: '6 AM', end_time: '11 AM' },
        { start_time: '4:30 PM', end_time: '11 PM' },
      ],
      operating_days: ['Saturday', 'Sunday'],
      onboarding_completed: true,
      updated_at: new Date(testNow),
    });
    expect((await owner.call(getSession)).body).toMatchObject({
      businessType: 'turf',
      tenant: { name: 'Green Turf Arena' },
    });
    expect((await owner.call(getBusinessProfile)).status).toBe(200);
    expect((await ask(owner)).body).toEqual({ data: { needsOnboarding: false }, error: null });
    expect(await readAudit(test, done.headers['x-request-id'])).toEqual([
      { tenant_id: tenant.id, action: 'onboarding.completed', object: tenant.id },
    ]);
  });

  it('keeps the name of a clinic, whatever was typed for a turf before [P-3.13]', async () => {
    const tenant = await buildTenant(test, { onboarded: false });
    const { name } = await toRow(tenant);
    const owner = await signInAs(test, tenant, 'BUSINESS_OWNER');
    expect(
      (await owner.call(completeOnboarding, { body: { ...clinic, businessName: 'Left over' } })).status,
    ).toBe(204);
    expect(await toRow(tenant)).toMatchObject({
      name,
      business_name: null,
      business_type: 'doctor',
      status: 'active',
    });
  });

  it('creates the profile if there is none', async () => {
    const tenant = await buildTenant(test, { onboarded: false });
    await asPlatform(test, (tx) =>
      tx.deleteFrom('business_profiles').where('tenant_id', '=', tenant.id).execute(),
    );
    const owner = await signInAs(test, tenant, 'BUSINESS_OWNER');
    expect((await owner.call(completeOnboarding, { body: turf })).status).toBe(204);
    expect(await toRow(tenant)).toMatchObject({ email: owner.identity?.email, onboarding_completed: true });
  });

  it('happens once: a second call and all but one of many concurrent calls are rejected and change nothing [P-3.13]', async () => {
    const tenant = await buildTenant(test, { onboarded: false });
    const owner = await signInAs(test, tenant, 'BUSINESS_OWNER');
    const bodies = Array.from({ length: 8 }, (_, index) => ({ ...turf, businessName: `Ground ${index}` }));
    const replies = await Promise.all(bodies.map((body) => owner.call(completeOnboarding, { body })));
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      204,
      ...Array.from({ length: 7 }, () => 409),
    ]);
    const winner = replies.findIndex(({ status }) => status === 204);
    expect(await toRow(tenant)).toMatchObject({
      name: `Ground ${winner}`,
      business_name: `Ground ${winner}`,
    });
    const before = await snapshot(test);
    expect((await owner.call(completeOnboarding, { body: clinic })).error?.code).toBe('onboarding.completed');
    expect(await snapshot(test)).toBe(before);
  });

  it.each<[Role | null, string]>([
    ['DOCTOR', 'access.denied'],
    ['EMPLOYEE', 'access.denied'],
    ['SUPER_ADMIN', 'access.denied'],
    [null, 'access.denied'],
  ])('is not for %s [P-3.13]', async (role, code) => {
    const tenant =
      role === 'SUPER_ADMIN' || role === null ? null : await buildTenant(test, { onboarded: false });
    const person = await signInAs(test, tenant, role);
    const before = await snapshot(test);
    expect(await person.call(completeOnboarding, { body: turf })).toMatchObject({
      status: 403,
      error: { code },
    });
    expect(await snapshot(test)).toBe(before);
  });

  it('is rejected without a session, and for a suspended business', async () => {
    expect(await new Client(test.app).call(completeOnboarding, { body: turf })).toMatchObject({
      status: 401,
    });
    const tenant = await buildTenant(test, { onboarded: false, status: 'suspended' });
    const owner = await signInAs(test, tenant, 'BUSINESS_OWNER');
    expect(await owner.call(completeOnboarding, { body: turf })).toMatchObject({
      status: 403,
      error: { code: 'tenant.suspended' },
    });
  });
});

describe('the validation of each step on the server [P-3.9]', () => {
  const slot = { start_time: '9 AM', end_time: '1 PM' };
  const unreadable = 'Please enter a time such as 9 or 9:30';
  it.each<[string, object, Record<string, string>]>([
    ['no type', { businessType: undefined }, { businessType: onboardingMessages.businessType }],
    ['another type', { businessType: 'hotel' }, { businessType: onboardingMessages.businessType }],
    ['a turf without a name', { businessName: null }, { businessName: onboardingMessages.businessName }],
    ['a turf with a blank name', { businessName: '   ' }, { businessName: onboardingMessages.businessName }],
    ['no slots', { timeSlots: [] }, { timeSlots: onboardingMessages.timeSlots }],
    [
      'an empty start',
      { timeSlots: [{ ...slot, start_time: ' ' }] },
      { 'timeSlots.0.start_time': onboardingMessages.timeSlots },
    ],
    [
      'an empty end',
      { timeSlots: [slot, { ...slot, end_time: '' }] },
      { 'timeSlots.1.end_time': onboardingMessages.timeSlots },
    ],
    ['no time', { timeSlots: [{ ...slot, end_time: '25 PM' }] }, { 'timeSlots.0.end_time': unreadable }],
    [
      'a time without AM or PM',
      { timeSlots: [{ ...slot, start_time: '9' }] },
      { 'timeSlots.0.start_time': unreadable },
    ],
    [
      'too many slots',
      { timeSlots: Array.from({ length: 25 }, () => slot) },
      { timeSlots: 'At most 24 time slots, please' },
    ],
    ['no days', { operatingDays: [] }, { operatingDays: onboardingMessages.operatingDays }],
    [
      'a field of the table',
      { onboarding_completed: true },
      { onboarding_completed: 'This field is not known here' },
    ],
  ])('%s', async (_, change, fields) => {
    const owner = await signInAs(test, await buildTenant(test, { onboarded: false }), 'BUSINESS_OWNER');
    const before = await snapshot(test);
    const refused = await owner.send(completeOnboarding, { body: { ...turf, ...change } });
    expect(refused).toMatchObject({ status: 400, error: { code: 'request.invalid', fields } });
    expect(Object.keys(refused.error?.fields ?? {})).toEqual(Object.keys(fields));
    expect(await snapshot(test)).toBe(before);
  });

  it('rejects an unknown weekday', async () => {
    const owner = await signInAs(test, await buildTenant(test, { onboarded: false }), 'BUSINESS_OWNER');
    expect(
      await owner.send(completeOnboarding, { body: { ...turf, operatingDays: ['Funday'] } }),
    ).toMatchObject({ status: 400 });
  });
});

async function ask(client: Client) {
  return client.call(checkOnboarding, {
    query: { email: client.identity?.email ?? '', userId: client.identity?.userId ?? '' },
  });
}

async function setStatus(tenant: BuiltTenant, status: 'pending'): Promise<void> {
  await asPlatform(test, (tx) =>
    tx.updateTable('tenants').set({ status }).where('id', '=', tenant.id).execute(),
  );
}

async function toRow(tenant: BuiltTenant) {
  return asPlatform(test, (tx) =>
    tx
      .selectFrom('tenants')
      .innerJoin('business_profiles', 'business_profiles.tenant_id', 'tenants.id')
      .selectAll('business_profiles')
      .select(['tenants.name', 'tenants.status'])
      .where('tenants.id', '=', tenant.id)
      .executeTakeFirstOrThrow(),
  );
}
