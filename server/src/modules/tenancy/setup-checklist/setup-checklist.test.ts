import { createAppointment } from '@samay/contract/bookings/appointments';
import {
  dismissSetupChecklist,
  type SetupStepName,
  getSetupChecklist,
  restoreSetupChecklist,
} from '@samay/contract/tenancy/setup-checklist';
import { inviteStaff } from '@samay/contract/tenancy/staff';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/fixtures/app.ts';
import { buildAppointment, buildTenant, signInAs } from '../../../../test/fixtures/builders.ts';
import { asPlatform } from '../../../db/tenant.ts';
import { type Calendars, connect, openCalendars } from '../../../../test/fixtures/third-parties/calendar.ts';
import type { Client } from '../../../../test/fixtures/client.ts';
import { newAppointment } from '../../../../test/fixtures/samples.ts';

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

it('marks each step as done when the business has done it', async () => {
  const clinic = await buildTenant(app);
  const owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
  expect(await openSteps(owner)).toEqual(['booking', 'staff', 'calendar']);
  await owner.call(createAppointment, { body: newAppointment });
  expect(await openSteps(owner)).toEqual(['staff', 'calendar']);
  await owner.call(inviteStaff, { body: { email: 'desk@first-steps.example', role: 'EMPLOYEE' } });
  expect(await openSteps(owner)).toEqual(['calendar']);
  await connect(app, clinic, owner);
  expect(await openSteps(owner)).toEqual([]);
});

it('ignores other businesses', async () => {
  const busy = await buildTenant(app);
  const busyOwner = await signInAs(app, busy, 'BUSINESS_OWNER');
  await signInAs(app, busy, 'DOCTOR');
  await busyOwner.call(createAppointment, { body: newAppointment });
  const owner = await signInAs(app, await buildTenant(app), 'BUSINESS_OWNER');
  expect(await openSteps(busyOwner)).toEqual(['calendar']);
  expect(await openSteps(owner)).toEqual(['booking', 'staff', 'calendar']);
});

it('is hidden by each person for themselves, and can be shown again', async () => {
  const clinic = await buildTenant(app);
  const [owner, admin] = [await signInAs(app, clinic, 'BUSINESS_OWNER'), await signInAs(app, clinic, 'BUSINESS_ADMIN')];
  expect((await owner.call(dismissSetupChecklist)).body.isDismissed).toBe(true);
  expect((await owner.call(getSetupChecklist)).body.isDismissed).toBe(true);
  expect((await admin.call(getSetupChecklist)).body.isDismissed).toBe(false);
  expect((await owner.call(restoreSetupChecklist)).body.isDismissed).toBe(false);
});

it('is hidden for an established business, and shown again on request', async () => {
  const clinic = await buildTenant(app, { plan: 'premium' });
  const owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
  await asPlatform(app, async (tx) => {
    await tx
      .updateTable('tenants')
      .set({ created_at: new Date('2026-09-01') })
      .where('id', '=', clinic.id)
      .execute();
  });
  for (let n = 0; n < 50; n += 1) await buildAppointment(app, clinic);
  expect((await owner.call(getSetupChecklist)).body.isDismissed).toBe(false);
  await buildAppointment(app, clinic);
  expect((await owner.call(getSetupChecklist)).body.isDismissed).toBe(true);
  expect((await owner.call(restoreSetupChecklist)).body.isDismissed).toBe(false);
  expect((await owner.call(getSetupChecklist)).body.isDismissed).toBe(false);
  expect((await owner.call(dismissSetupChecklist)).body.isDismissed).toBe(true);
});

it('is for owners, and only read while the business is suspended', async () => {
  const doctor = await signInAs(app, await buildTenant(app), 'DOCTOR');
  expect((await doctor.call(getSetupChecklist)).status).toBe(403);
  const owner = await signInAs(app, await buildTenant(app, { status: 'suspended' }), 'BUSINESS_OWNER');
  expect((await owner.call(getSetupChecklist)).body.may).toEqual({ dismiss: false });
  expect((await owner.call(dismissSetupChecklist)).status).toBe(403);
});

it('has no calendar step on a server without Google', async () => {
  const plain = await testApp();
  const owner = await signInAs(plain, await buildTenant(plain), 'BUSINESS_OWNER');
  expect(await openSteps(owner)).toEqual(['booking', 'staff']);
  await plain.close();
});

async function openSteps(client: Client): Promise<SetupStepName[]> {
  const { steps } = (await client.call(getSetupChecklist)).body;
  return steps.filter(({ isDone }) => !isDone).map(({ name }) => name);
}
