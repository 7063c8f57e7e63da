import { listAudit, listPlatformAudit } from '@samay/contract/audit/audit-log';
import * as contract from '@samay/contract/bookings/appointments';
import { correctPerson, mergePeople } from '@samay/contract/people/people';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/fixtures/app.ts';
import { buildResource } from '../../../../test/fixtures/availability.ts';
import {
  buildAppointment,
  buildTenant,
  type BuiltTenant,
  signInAs,
} from '../../../../test/fixtures/builders.ts';
import type { Client } from '../../../../test/fixtures/client.ts';
import { buildReason } from '../../../../test/fixtures/reason.ts';
import { asPlatform } from '../../../db/tenant.ts';

const start = { date: '2026-11-24', time: '12:00' };
const moved = { date: '2026-11-25', time: '13:00' };
const booking = {
  personName: 'Sunita Patil',
  personEmail: 'sunita@people.example',
  doctor: 'Default Doctor',
  ...start,
};

let app: TestApp;
let clinic: BuiltTenant;
let owner: Client;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  clinic = await buildTenant(app, { times: 'apart' });
  owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
});

it('names the person, the doctors and the service of a booking as they are called now [P-15.4]', async () => {
  const shah = await buildResource(app, clinic, { name: 'Dr. Shah' });
  const id = await book();
  await owner.call(contract.rescheduleAppointment, { params: { id }, body: { ...moved, resourceId: shah } });
  await owner.call(contract.correctAppointment, { params: { id }, body: { personName: 'Sunita Patel' } });
  const [[corrected], [rescheduled], [created]] = await Promise.all([
    list('appointment.corrected'),
    list('appointment.rescheduled'),
    list('appointment.created'),
  ]);
  expect(corrected).toMatchObject({ subject: { name: 'Sunita Patel' }, names: {}, reason: null });
  expect(rescheduled).toMatchObject({
    subject: { name: 'Sunita Patel' },
    detail: { before: start, after: { ...moved, resource: shah } },
  });
  expect(rescheduled?.names[shah]).toBe('Dr. Shah');
  expect(Object.values(rescheduled?.names ?? {}).toSorted()).toEqual(['Default Doctor', 'Dr. Shah']);
  expect(Object.values(created?.names ?? {}).toSorted()).toEqual(['Default Doctor', 'General Consultation']);
});

it('shows the reason of an overbooking, until the booking is moved', async () => {
  await book();
  const id = await book({ personName: 'Ravi Joshi', overbookedReason: 'Fever' });
  const created = async () => (await list('appointment.created')).find(({ object }) => object === id);
  expect(await created()).toMatchObject({ subject: { name: 'Ravi Joshi' }, reason: 'Fever' });
  await book({ ...moved, personName: 'Meera Joshi' });
  const over = { ...moved, overbookedReason: 'Asked for it' };
  await owner.call(contract.rescheduleAppointment, { params: { id }, body: over });
  expect(await created()).toMatchObject({ detail: { overbooked: true }, reason: null });
  expect(await list('appointment.rescheduled')).toMatchObject([
    { detail: { overbooked: true }, reason: 'Asked for it' },
  ]);
});

it('names both people of a merge, and who was corrected [P-15.4]', async () => {
  const [one, other] = [await book(), await book({ ...moved, personName: 'S. Patil' })];
  const [person, merged] = [await getPerson(one), await getPerson(other)];
  await owner.call(correctPerson, { params: { id: person }, body: { name: 'Sunita R. Patil' } });
  await owner.call(mergePeople, { params: { id: person }, body: { otherId: merged } });
  expect(await list('people.merged')).toMatchObject([
    { subject: { name: 'Sunita R. Patil' }, names: { [merged]: 'S. Patil' } },
  ]);
  expect(await list('people.corrected')).toMatchObject([
    { subject: { name: 'Sunita R. Patil' }, names: {}, detail: { changed: ['name'], bookings: 1 } },
  ]);
});

it('has no name of a row that is gone [P-15.4]', async () => {
  const id = await book();
  await asPlatform(app, async (tx) => {
    await sql`delete from claims where tenant_id = ${clinic.id} and appointment_id = ${id}`.execute(tx);
    await sql`delete from appointments where tenant_id = ${clinic.id} and id = ${id}`.execute(tx);
  });
  expect(await list('appointment')).toMatchObject([{ object: id, subject: { name: null } }]);
});

it('has no subject in entries that are of nobody', async () => {
  const desk = await signInAs(app, clinic, 'EMPLOYEE');
  await desk.call(listAudit);
  expect(await list('access')).toMatchObject([{ action: 'access.denied', subject: null, names: {} }]);
});

describe('what the plan hides [P-15.4]', () => {
  it('has neither name nor values', async () => {
    const later = await buildTenant(app, { plan: 'premium', times: 'apart' });
    const admin = await signInAs(app, later, 'BUSINESS_OWNER');
    // The list of a clinic begins with the latest day: the earliest is beyond the limit of 25.
    const shown = (await admin.call(contract.createAppointment, { body: booking })).body.id;
    const first = { ...booking, date: '2026-11-22', personName: 'Ravi Joshi' };
    const hidden = (await admin.call(contract.createAppointment, { body: first })).body.id;
    for (let count = 0; count < 24; count += 1) await buildAppointment(app, later, { date: '2026-11-23' });
    await asPlatform(app, (tx) =>
      sql`update subscriptions set plan_id = 'basic' where tenant_id = ${later.id}`.execute(tx),
    );
    const lines = (await admin.call(listAudit, { query: { action: 'appointment' } })).body.items;
    expect(lines.find(({ object }) => object === shown)).toMatchObject({ subject: { name: 'Sunita Patil' } });
    expect(lines.find(({ object }) => object === hidden)).toMatchObject({
      action: 'appointment.created',
      subject: null,
      names: {},
      detail: {},
    });
    expect(JSON.stringify(lines)).not.toContain('Ravi');
  });
});

it('names nobody to the platform [P-15.4]', async () => {
  await book();
  await book({ personName: 'Ravi Joshi', overbookedReason: 'Fever' });
  const admin = await signInAs(app, null, 'SUPER_ADMIN');
  await buildReason(app, admin.identity?.sessionId, clinic.id);
  const { body } = await admin.call(listPlatformAudit, {
    query: { business: clinic.id, action: 'appointment' },
  });
  expect(body.items).toHaveLength(2);
  for (const line of body.items) expect(line).toMatchObject({ subject: null, names: {}, reason: null });
  expect(JSON.stringify(body.items)).not.toMatch(/Sunita|Ravi|Fever|Doctor/);
});

async function book(more: object = {}): Promise<string> {
  const { status, body } = await owner.call(contract.createAppointment, { body: { ...booking, ...more } });
  expect(status).toBe(201);
  return body.id;
}

async function list(action: string) {
  const { status, body } = await owner.call(listAudit, { query: { action } });
  expect(status).toBe(200);
  return body.items;
}

async function getPerson(id: string): Promise<string> {
  return (await owner.call(contract.getAppointment, { params: { id } })).body.patientId ?? '';
}
