import {
  createAppointment,
  getAppointment,
  listDoctors,
  type NewAppointment,
} from '@samay/contract/bookings/appointments';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, testNow, type TestApp } from '../../../../test/fixtures/app.ts';
import { asPlatform, inTenant, type TenantId } from '../../../db/tenant.ts';
import { buildResource, buildService } from '../../../../test/fixtures/availability.ts';
import { buildAppointment, buildTenant, signInAs } from '../../../../test/fixtures/builders.ts';

const booking: NewAppointment = {
  personName: 'Aarav Deshpande',
  personEmail: 'aarav@people.example',
  date: '2026-11-24',
  time: '12:00',
  doctor: 'Default Doctor',
};

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

describe('creating an appointment', () => {
  it('creates a scheduled booking with every field, in rupees, with a reference of its millisecond [P-5.1, P-9.1, S-2.3]', async () => {
    const desk = await signInAs(app, await buildTenant(app));
    const everything = {
      ...booking,
      personContact: '+91 98765 01234',
      amount: 50_000,
      paymentMethod: 'Google Pay UPI',
      paymentId: 'pay_1',
    };
    const created = await desk.call(createAppointment, { body: everything });
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({
      ...everything,
      paymentMethod: 'UPI',
      status: 'scheduled',
      currency: 'INR',
      reference: `booking_${app.dependencies.clock().getTime()}`,
      prescription: null,
      arrivedAt: null,
    });
    expect((await desk.call(getAppointment, { params: { id: created.body.id } })).body).toEqual(created.body);
  });

  it('keeps each field of the request in the row, the money or the person [P-5.1]', async () => {
    const clinic = await buildTenant(app);
    const desk = await signInAs(app, clinic, 'BUSINESS_OWNER');
    const resourceId = await buildResource(app, clinic, { name: 'Dr. Rao' });
    const serviceId = await buildService(app, clinic, { name: 'Root Canal', price_paise: 200_000 });
    await desk.call(createAppointment, {
      body: { ...booking, doctor: 'Dr. Rao', resourceId, time: '12:10' },
    });
    // Tested where they decide something: a turf's size, an amount above the price, a walk-in.
    type Elsewhere = 'size' | 'above' | 'walkIn';
    const sent = {
      ...booking,
      doctor: 'Dr. Rao',
      resourceId,
      serviceId,
      duration: 45,
      overbookedReason: 'An emergency',
      personName: 'Aarav Deshpande',
      personEmail: 'aarav@people.example',
      personContact: '+91 98765 01234',
      born: '1992',
      sex: 'female' as const,
      guardian: 'Usha Deshpande',
      amount: 50_000,
      paymentMethod: 'UPI',
      paymentId: 'pay_1',
    } satisfies Record<Exclude<keyof NewAppointment, Elsewhere>, unknown>;
    const { id } = (await desk.call(createAppointment, { body: sent })).body;
    const { rows } = await asPlatform(app, (tx) =>
      sql`select appointment_date as date, left(appointment_time::text, 5) as time, doctor,
        resource_id as "resourceId", service_id as "serviceId", duration_min as duration,
        overbooked_reason as "overbookedReason", person_name as "personName", person_email as "personEmail",
        person_contact as "personContact", born, sex, guardian, payments.paise as amount,
        payments.method as "paymentMethod", payments.reference as "paymentId"
        from appointments join patients on patients.id = patient_id
        join payments on payments.appointment_id = appointments.id where appointments.id = ${id}`.execute(tx),
    );
    expect(rows).toEqual([sent]);
  });

  it('uses the next free millisecond if a reference is taken [P-5.1]', async () => {
    const desk = await signInAs(app, await buildTenant(app));
    const references = [];
    for (let count = 0; count < 3; count += 1)
      references.push((await desk.call(createAppointment, { body: booking })).body.reference);
    const first = app.dependencies.clock().getTime();
    expect(references).toEqual([0, 1, 2].map((later) => `booking_${first + later}`));
  });

  it.each([
    ['no name', { personName: '  ' }, 'personName', 'Please enter a name'],
    ['no e-mail', { personEmail: 'aarav' }, 'personEmail', 'Please enter a valid email address'],
    ['25:00', { time: '25:00' }, 'time', 'Please enter a valid time'],
    ['30 February', { date: '2026-02-30' }, 'date', 'Please enter a valid date'],
    ['a negative amount', { amount: -1 }, 'amount', expect.any(String)],
    ['no doctor in a clinic', { doctor: undefined }, 'doctor', 'Please enter a doctor name'],
    ['a status of its own', { status: 'completed' }, 'status', 'This field is not known here'],
    ['another tenant', { tenant_id: 'x' }, 'tenant_id', 'This field is not known here'],
  ])(
    'rejects %s with an error at its field and creates nothing [P-5.12, P-5.15, T-1.1, T-1.8]',
    async (_what, change, field, message) => {
      const tenant = await buildTenant(app);
      const desk = await signInAs(app, tenant);
      const refused = await desk.send(createAppointment, { body: { ...booking, ...change } });
      expect(refused.status).toBe(400);
      expect(refused.error).toMatchObject({ code: 'request.invalid', fields: { [field]: message } });
      expect(await getCount(tenant.id)).toBe(0);
    },
  );

  it('has no doctor for a turf [P-5.12]', async () => {
    const desk = await signInAs(app, await buildTenant(app, { businessType: 'turf' }));
    expect((await desk.call(createAppointment, { body: booking })).error).toMatchObject({
      fields: { doctor: 'This field is not known here' },
    });
    const { doctor: _none, ...withoutDoctor } = booking;
    expect((await desk.call(createAppointment, { body: withoutDoctor })).body.doctor).toBeNull();
  });

  it('accepts a time that is in the past, on a Sunday night, or taken: the form has warned [P-5.25]', async () => {
    const tenant = await buildTenant(app);
    await buildAppointment(app, tenant, { date: '2026-11-15', time: '23:30', doctor: 'Default Doctor' });
    const desk = await signInAs(app, tenant);
    expect(
      (await desk.call(createAppointment, { body: { ...booking, date: '2026-11-15', time: '23:30' } }))
        .status,
    ).toBe(201);
  });

  it('rejects at the plan limit in the wording of the business type', async () => {
    const clinic = await buildTenant(app);
    for (let count = 0; count < 25; count += 1)
      await buildAppointment(app, clinic, {
        date: '2026-11-10',
        status: count % 2 ? 'cancelled' : 'scheduled',
      });
    const refused = await (await signInAs(app, clinic)).call(createAppointment, { body: booking });
    expect(refused.status).toBe(409);
    expect(refused.error?.message).toBe(
      "Limit reached: You've reached your monthly appointment limit. Please upgrade your plan to book more appointments.",
    );
    expect(await getCount(clinic.id)).toBe(25);
  });

  it('counts a booking in the cycle of its own date [T-1.8]', async () => {
    const clinic = await buildTenant(app);
    for (let count = 0; count < 25; count += 1) await buildAppointment(app, clinic, { date: '2026-12-31' });
    const desk = await signInAs(app, clinic);
    expect(
      (await desk.call(createAppointment, { body: { ...booking, date: '2026-12-01' } })).error?.code,
    ).toBe('plan.limit_reached');
    expect((await desk.call(createAppointment, { body: { ...booking, date: '2026-11-30' } })).status).toBe(
      201,
    );
    expect((await desk.call(createAppointment, { body: { ...booking, date: '2027-01-01' } })).status).toBe(
      201,
    );
  });

  it('refuses without any subscription', async () => {
    const desk = await signInAs(app, await buildTenant(app, { plan: null }));
    expect((await desk.call(createAppointment, { body: booking })).error?.code).toBe('plan.limit_reached');
  });

  it('creates one booking for one Idempotency-Key, and rejects the key with other details [P-5.24]', async () => {
    const tenant = await buildTenant(app);
    const desk = await signInAs(app, tenant);
    const idempotencyKey = 'form-1234-5678';
    const [first, ...others] = await Promise.all(
      Array.from({ length: 10 }, () => desk.call(createAppointment, { body: booking, idempotencyKey })),
    );
    for (const other of others) expect(other.body).toEqual(first?.body);
    expect(await getCount(tenant.id)).toBe(1);
    const changed = await desk.call(createAppointment, {
      body: { ...booking, time: '13:00' },
      idempotencyKey,
    });
    expect(changed.status).toBe(422);
    expect(changed.error?.code).toBe('idempotency.mismatch');
    const colleague = await signInAs(app, tenant, 'EMPLOYEE');
    const theirs = await colleague.call(createAppointment, { body: booking, idempotencyKey });
    expect(theirs.error?.code).toBe('idempotency.mismatch');
    await asPlatform(app, (tx) =>
      tx
        .updateTable('memberships')
        .set({ role: 'BUSINESS_ADMIN' })
        .where('user_id', '=', desk.identity?.userId ?? '')
        .execute(),
    );
    const inAnotherRole = await desk.call(createAppointment, { body: booking, idempotencyKey });
    expect(inAnotherRole.error?.code).toBe('idempotency.mismatch');
    expect(await getCount(tenant.id)).toBe(1);
  });

  it('builds the reply again if the stored one is from another release and lacks new fields', async () => {
    const tenant = await buildTenant(app);
    const desk = await signInAs(app, tenant, 'EMPLOYEE');
    const send = () => desk.call(createAppointment, { body: booking, idempotencyKey: 'kept-by-another' });
    const made = await send();
    const work = { database: app.database, tenantId: tenant.id as TenantId, now: new Date(testNow) };
    await inTenant(work, (tx) =>
      sql`update idempotency_keys set reply = reply - 'may' where tenant_id = ${work.tenantId}`.execute(tx),
    );
    const again = await send();
    expect([again.status, again.body]).toEqual([201, made.body]);
  });

  it('releases a key when the booking was rejected, so that the corrected form succeeds [P-5.24]', async () => {
    const clinic = await buildTenant(app, { plan: null });
    const desk = await signInAs(app, clinic);
    const idempotencyKey = 'form-8765-4321';
    expect((await desk.call(createAppointment, { body: booking, idempotencyKey })).status).toBe(409);
    expect(
      (await desk.call(createAppointment, { body: { ...booking, time: '13:00' }, idempotencyKey })).status,
    ).toBe(409);
  });

  it('creates one of a hundred concurrent bookings for the last place [I-1]', async () => {
    const clinic = await buildTenant(app);
    for (let count = 0; count < 24; count += 1) await buildAppointment(app, clinic);
    const desk = await signInAs(app, clinic);
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => desk.call(createAppointment, { body: booking })),
    );
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1);
    expect(answers.filter((answer) => answer.error?.code === 'plan.limit_reached')).toHaveLength(99);
    expect(await getCount(clinic.id)).toBe(25);
  });
});

async function getCount(tenantId: string): Promise<number> {
  const rows = await asPlatform(app, (tx) =>
    tx.selectFrom('appointments').select('id').where('tenant_id', '=', tenantId).execute(),
  );
  return rows.length;
}

it("suggests the business's own doctors in order [P-5.23]", async () => {
  const clinic = await buildTenant(app);
  for (const name of ['Dr. Rao', 'Dr. Iyer']) await signInAs(app, clinic, 'DOCTOR', { name });
  await signInAs(app, await buildTenant(app), 'DOCTOR', { name: 'Dr. Elsewhere' });
  const desk = await signInAs(app, clinic);
  expect((await desk.call(listDoctors)).body).toEqual({ names: ['Dr. Iyer', 'Dr. Rao'] });
});
