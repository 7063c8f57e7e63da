import { addResource, changeResource, listResources } from '@samay/contract/availability/resources';
import {
  addService,
  archiveService,
  changeService,
  listServices,
  type PriceRule,
} from '@samay/contract/availability/services';
import { createAppointment } from '@samay/contract/bookings/appointments';
import { changeProfile } from '@samay/contract/identity/profile';
import { getOnlineBooking, setOnlineBooking } from '@samay/contract/public/online-booking';
import { completeOnboarding } from '@samay/contract/tenancy/onboarding';
import {
  dismissSetupChecklist,
  getSetupChecklist,
  restoreSetupChecklist,
  skipSetupStep,
  type SetupStepName,
} from '@samay/contract/tenancy/setup-checklist';
import { inviteStaff } from '@samay/contract/tenancy/staff';
import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/fixtures/app.ts';
import { buildAppointment, buildTenant, signInAs } from '../../../../test/fixtures/builders.ts';
import { asPlatform } from '../../../db/tenant.ts';
import { type Calendars, connect, openCalendars } from '../../../../test/fixtures/third-parties/calendar.ts';
import type { Client } from '../../../../test/fixtures/client.ts';
import { newAppointment, onboarding } from '../../../../test/fixtures/samples.ts';

let calendars: Calendars;
let app: TestApp;
beforeAll(async () => {
  calendars = await openCalendars();
  app = await testApp({ dependencies: { calendar: calendars.provider } });
});
afterAll(async () => {
  await app.close();
  await calendars.close();
});

it('asks one step after the other, and none that the business has done [P-3.17, P-3.35, P-3.36, P-6.77]', async () => {
  const { owner, tenant } = await newBusiness('doctor');
  expect(await openSteps(owner)).toEqual([
    'name',
    'resources',
    'price',
    'staff',
    'people',
    'booking',
    'online',
    'calendar',
  ]);
  expect(await next(owner)).toBe('name');
  await owner.call(changeProfile, { body: { name: 'Lakshmi Rao' } });
  expect(await next(owner)).toBe('resources');
  const [first] = (await owner.call(listResources)).body.items;
  expect(first?.name).toBe('Default Doctor');
  await owner.call(changeResource, { params: { id: first?.id ?? '' }, body: { name: 'Dr. Lakshmi Rao' } });
  expect(await next(owner)).toBe('price');
  const [service] = (await owner.call(listServices)).body.items;
  await owner.call(changeService, { params: { id: service?.id ?? '' }, body: { price: 500_00 } });
  expect(await next(owner)).toBe('staff');
  await owner.call(inviteStaff, { body: { email: 'desk@first-steps.example', role: 'EMPLOYEE' } });
  expect(await next(owner)).toBe('people');
  await noteImport(tenant.id);
  expect(await next(owner)).toBe('booking');
  const { body: booked } = await owner.call(createAppointment, { body: newAppointment });
  expect(booked.price).toBe(500_00);
  expect(await next(owner)).toBe('online');
  await openPage(owner);
  expect(await next(owner)).toBe('calendar');
  await connect(app, tenant, owner);
  expect((await owner.call(getSetupChecklist)).body).toMatchObject({ next: null, may: { restore: false } });
});

it('counts a turf’s courts from the second one on', async () => {
  const { owner } = await newBusiness('turf');
  expect(await openSteps(owner)).toContain('resources');
  await owner.call(addResource, { body: { name: 'Court 2', parts: [] } });
  expect(await openSteps(owner)).not.toContain('resources');
});

it('does not ask again what was skipped: a colleague neither, except for their own name', async () => {
  const { owner, tenant } = await newBusiness('turf');
  const admin = await signInAs(app, tenant, 'BUSINESS_ADMIN');
  await nameless(admin);
  for (const step of ['name', 'resources', 'resources'] as const) {
    expect((await owner.call(skipSetupStep, { params: { step } })).status).toBe(200);
  }
  expect(await openSteps(owner)).toEqual(['price', 'people', 'booking', 'online', 'calendar']);
  expect(await openSteps(admin)).toEqual(['name', 'price', 'people', 'booking', 'online', 'calendar']);
  // Checks that their restoration restores their own skips only.
  await owner.call(dismissSetupChecklist);
  expect((await owner.call(restoreSetupChecklist)).body.next).toBe('name');
  expect(await openSteps(owner)).toContain('resources');
});

it('asks for a price while an open hour has none, whatever rules there are [P-3.24]', async () => {
  const { owner } = await newBusiness('turf');
  const [service] = (await owner.call(listServices)).body.items;
  const params = { id: service?.id ?? '' };
  const hasPrice = async (priceRules: PriceRule[]) => {
    expect((await owner.call(changeService, { params, body: { priceRules } })).status).toBe(200);
    return !(await openSteps(owner)).includes('price');
  };
  const rule = (weekdays: number[], from: string | null, to = from): PriceRule => ({
    resourceId: null,
    weekdays,
    hours: from === null || to === null ? null : { from, to },
    price: 800_00,
  });
  const [saturdayMorning, sunday] = [rule([5], '22:00', '12:00'), rule([7], null)];
  // Open on Saturdays and Sundays, from 6 to 11 am and from 4:30 to 11 pm.
  expect(await hasPrice([rule([6], null)])).toBe(false);
  expect(await hasPrice([rule([], '16:30', '23:00')])).toBe(false);
  expect(await hasPrice([sunday, rule([6], '06:00', '22:30')])).toBe(false);
  expect(await hasPrice([sunday, saturdayMorning, rule([6], '17:00', '02:00')])).toBe(false);
  expect(await hasPrice([sunday, saturdayMorning, rule([6], '16:30', '02:00')])).toBe(true);
  expect(await hasPrice([rule([], '06:00', '11:00'), rule([6, 7], '16:30', '23:00')])).toBe(true);
  const coaching = {
    name: 'Coaching',
    duration: 60,
    bufferBefore: 0,
    bufferAfter: 0,
    grid: null,
    price: null,
    priceRules: [rule([], null)],
    resourceIds: null,
  };
  const { body: added } = await owner.call(addService, { body: coaching });
  expect(await hasPrice([])).toBe(true);
  await owner.call(archiveService, { params: { id: added.id } });
  expect(await hasPrice([])).toBe(false);
});

it('ignores other businesses [P-3.17]', async () => {
  const busy = await newBusiness('doctor');
  await signInAs(app, busy.tenant, 'DOCTOR');
  await busy.owner.call(createAppointment, { body: newAppointment });
  await busy.owner.call(skipSetupStep, { params: { step: 'resources' } });
  const { owner } = await newBusiness('doctor');
  expect(await openSteps(owner)).toEqual([
    'name',
    'resources',
    'price',
    'staff',
    'people',
    'booking',
    'online',
    'calendar',
  ]);
});

it('is hidden by each person for themselves, and can be shown again [P-3.21]', async () => {
  const clinic = await buildTenant(app);
  const [owner, admin] = [
    await signInAs(app, clinic, 'BUSINESS_OWNER'),
    await signInAs(app, clinic, 'BUSINESS_ADMIN'),
  ];
  expect((await owner.call(dismissSetupChecklist)).body).toMatchObject({
    next: null,
    may: { restore: true },
  });
  expect(await next(owner)).toBeNull();
  expect(await next(admin)).not.toBeNull();
  expect((await owner.call(restoreSetupChecklist)).body).toMatchObject({ may: { restore: false } });
  expect(await next(owner)).not.toBeNull();
});

it('leaves a business that has taken ten bookings, and is shown again on request [P-3.17]', async () => {
  const clinic = await buildTenant(app);
  const owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
  for (let n = 0; n < 9; n += 1) await buildAppointment(app, clinic);
  expect(await next(owner)).not.toBeNull();
  await buildAppointment(app, clinic);
  expect((await owner.call(getSetupChecklist)).body).toMatchObject({ next: null, may: { restore: true } });
  expect((await owner.call(restoreSetupChecklist)).body.next).not.toBeNull();
  expect(await next(owner)).not.toBeNull();
  expect((await owner.call(dismissSetupChecklist)).body.next).toBeNull();
});

it('is for owners, and asks nothing while the business is suspended', async () => {
  const doctor = await signInAs(app, await buildTenant(app), 'DOCTOR');
  expect((await doctor.call(getSetupChecklist)).status).toBe(403);
  const owner = await signInAs(app, await buildTenant(app, { status: 'suspended' }), 'BUSINESS_OWNER');
  expect((await owner.call(getSetupChecklist)).body).toMatchObject({ next: null, may: { restore: false } });
  expect((await owner.call(dismissSetupChecklist)).status).toBe(403);
  expect((await owner.call(skipSetupStep, { params: { step: 'staff' } })).status).toBe(403);
});

it('has no calendar step on a server without Google', async () => {
  const plain = await testApp();
  const owner = await signInAs(plain, await buildTenant(plain), 'BUSINESS_OWNER');
  expect(await openSteps(owner)).not.toContain('calendar');
  await plain.close();
});

/** Builds a business that has just been set up, whose owner has no name yet. */
async function newBusiness(businessType: 'doctor' | 'turf') {
  const tenant = await buildTenant(app, { onboarded: false });
  const owner = await signInAs(app, tenant, 'BUSINESS_OWNER');
  const body = {
    ...onboarding,
    timeSlots: [...onboarding.timeSlots],
    operatingDays: [...onboarding.operatingDays],
  };
  const isTurf = businessType === 'turf';
  await owner.call(completeOnboarding, {
    body: isTurf ? body : { ...body, businessType, businessName: null },
  });
  await nameless(owner);
  return { tenant, owner };
}

/** Notes a file that was brought in. */
async function noteImport(tenantId: string): Promise<void> {
  await asPlatform(app, (tx) =>
    sql`insert into imports (tenant_id, id, kind, file_name, heads, added_by, added_at, state, done_at)
      values (${tenantId}, ${randomUUID()}, 'people', 'people.csv', '[]', ${randomUUID()}, now(), 'done', now())`.execute(
      tx,
    ),
  );
}

async function openPage(client: Client): Promise<void> {
  const {
    address: _,
    codes: _codes,
    proposed: slug,
    ...choices
  } = (await client.call(getOnlineBooking)).body;
  const { status } = await client.call(setOnlineBooking, { body: { ...choices, slug, isOn: true } });
  expect(status).toBe(200);
}

async function nameless({ identity }: Client): Promise<void> {
  await asPlatform(app, async (tx) => {
    await tx
      .updateTable('users')
      .set({ full_name: null })
      .where('id', '=', identity?.userId ?? '')
      .execute();
  });
}

async function openSteps(client: Client): Promise<SetupStepName[]> {
  const { steps } = (await client.call(getSetupChecklist)).body;
  return steps.filter(({ state }) => state === 'open').map(({ name }) => name);
}

async function next(client: Client): Promise<SetupStepName | null> {
  return (await client.call(getSetupChecklist)).body.next;
}
