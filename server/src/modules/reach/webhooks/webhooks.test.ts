import { getDeliveries, retryDeliveries } from '@samay/contract/reach/deliveries';
import { type Appointment, createAppointment } from '@samay/contract/bookings/appointments';
import { cancelAppointment } from '@samay/contract/bookings/transitions';
import { changeWebhooks, getWebhooks, renewWebhookSecret, testWebhook } from '@samay/contract/reach/webhooks';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testApp, type TestApp, testNow } from '../../../../test/fixtures/app.ts';
import {
  buildAppointment,
  buildTenant,
  type BuiltTenant,
  signInAs,
} from '../../../../test/fixtures/builders.ts';
import type { Client } from '../../../../test/fixtures/client.ts';
import { type Receiver, startReceiver } from '../../../../test/fixtures/third-parties/webhook-receiver.ts';
import { newAppointment } from '../../../../test/fixtures/samples.ts';
import { asPlatform } from '../../../db/tenant.ts';
import { claimEffects, deliver, handleEvents } from '../../../../test/fixtures/deliver-due.ts';
import { deliverDue } from '../../../../test/fixtures/deliver-due.ts';
import { enqueueEffect } from '../../../outbox/index.ts';
import { maxAttempts } from '../../../outbox/retry-policy.ts';

let app: TestApp;
let receiver: Receiver;
let clinic: BuiltTenant;
let owner: Client;
beforeAll(async () => {
  receiver = await startReceiver();
  app = await testApp({ dependencies: { webhooks: receiver.sender } });
});
beforeEach(async () => {
  clinic = await buildTenant(app, { times: 'apart' });
  owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
});
afterEach(async () => {
  receiver.party.setMode('ok');
  receiver.party.forgetArrivals();
  app.setNow(testNow);
  await asPlatform(app, (tx) => tx.deleteFrom('outbox').execute());
});
afterAll(async () => {
  await app.close();
  await receiver.close();
});

function later(seconds: number): void {
  app.setNow(new Date(app.dependencies.clock().getTime() + seconds * 1000).toISOString());
}

async function named(client = owner): Promise<string> {
  const { address } = receiver.party;
  const { body } = await client.call(changeWebhooks, {
    body: { calendarEventUrl: `${address}booked`, cancelUrl: `${address}cancelled` },
  });
  return body.secret ?? '';
}

interface Arrival {
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string;
}

function arrived(): Arrival[] {
  return receiver.party.arrivals.map(({ content }) => content as unknown as Arrival).toReversed();
}

describe('Settings', () => {
  it('shows the secret once, encrypts it, and makes another when asked', async () => {
    const secret = await named();
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const again = await owner.call(changeWebhooks, {
      body: { calendarEventUrl: null, cancelUrl: 'https://hooks.example/' },
    });
    expect(again.body).toMatchObject({
      calendarEventUrl: null,
      cancelUrl: 'https://hooks.example/',
      hasSecret: true,
      secret: null,
    });
    const { encrypted_secret: encrypted } = await asPlatform(app, (tx) =>
      tx.selectFrom('webhooks').selectAll().where('tenant_id', '=', clinic.id).executeTakeFirstOrThrow(),
    );
    expect(encrypted.toString('latin1')).not.toContain('whsec_');
    expect((await owner.call(renewWebhookSecret)).body.secret).not.toBe(secret);
  });

  it('refuses an address that could only lead into a private network', async () => {
    for (const url of ['https://169.254.169.254/', 'http://hooks.example/', 'https://[::ffff:10.0.0.1]/']) {
      const refused = await owner.call(changeWebhooks, { body: { calendarEventUrl: url, cancelUrl: null } });
      expect([url, refused.status, refused.error?.code]).toEqual([url, 422, 'webhook.address_refused']);
      expect(Object.keys(refused.error?.fields ?? {})).toEqual(['calendarEventUrl']);
    }
  });

  it('is for owners', async () => {
    const doctor = await signInAs(app, clinic, 'DOCTOR');
    expect((await doctor.call(getWebhooks)).status).toBe(403);
  });

  it('sends a test and says how that went', async () => {
    expect((await owner.call(testWebhook, { body: { webhook: 'cancel' } })).body).toEqual({
      isDelivered: false,
      reason: 'no address is set',
    });
    await named();
    expect((await owner.call(testWebhook, { body: { webhook: 'cancel' } })).body).toEqual({
      isDelivered: true,
      reason: null,
    });
    expect(arrived()).toMatchObject([{ path: '/cancelled' }]);
    receiver.party.setMode('fail');
    const failed = await owner.call(testWebhook, { body: { webhook: 'calendar_event' } });
    expect(failed.body).toEqual({ isDelivered: false, reason: 'the receiver answered 500' });
  });
});

describe('a booking', () => {
  it('is sent when it is created and cancelled, with the exact payload, signed, once [P-6.67, P-12.14]', async () => {
    const secret = await named();
    const { body: made } = await owner.call(createAppointment, { body: newAppointment });
    await deliverDue(app.dependencies);
    await owner.call(cancelAppointment, { params: { id: made.id } });
    await deliverDue(app.dependencies);
    const [first, second, ...rest] = arrived();
    expect(rest).toEqual([]);
    expect(JSON.parse(first?.body ?? '')).toEqual({
      tenant_id: clinic.id,
      startDateTime: '2026-11-24T12:00:00+05:30',
      summary: 'Kavita Menon',
      ...occupiedBy(made),
    });
    expect(JSON.parse(second?.body ?? '')).toEqual({
      appointment_id: made.id,
      appointment_date: '2026-11-24',
      appointment_time: '12:00',
      patient_name: 'Kavita Menon',
      doctor: 'Default Doctor',
      action: 'cancel',
      ...occupiedBy(made),
    });
    for (const told of [first, second]) {
      const id = told?.headers['webhook-id'] ?? '';
      expect(told?.headers['webhook-signature']).toBe(
        new Webhook(secret).sign(id, new Date(testNow), told?.body ?? ''),
      );
    }
  });

  it('contains the customer and no doctor for a turf', async () => {
    const turf = await buildTenant(app, { businessType: 'turf', times: 'apart' });
    const keeper = await signInAs(app, turf, 'BUSINESS_OWNER');
    await named(keeper);
    const { doctor: _, ...booking } = newAppointment;
    const { body: made } = await keeper.call(createAppointment, { body: booking });
    await keeper.call(cancelAppointment, { params: { id: made.id } });
    await deliverDue(app.dependencies);
    expect(JSON.parse(arrived()[1]?.body ?? '')).toEqual({
      appointment_id: made.id,
      appointment_date: '2026-11-24',
      appointment_time: '12:00',
      customer_name: 'Kavita Menon',
      action: 'cancel',
      ...occupiedBy(made),
    });
    expect(made).toMatchObject({
      resourceName: expect.any(String),
      serviceName: 'Turf Booking',
      duration: 60,
    });
  });

  it('is sent in order: its cancellation waits for its creation, and retries have the same id [P-12.14]', async () => {
    await named();
    receiver.party.setMode('close');
    const { body: made } = await owner.call(createAppointment, { body: newAppointment });
    await owner.call(cancelAppointment, { params: { id: made.id } });
    expect(await deliverDue(app.dependencies)).toBe(1);
    receiver.party.setMode('ok');
    later(3);
    expect(await deliverDue(app.dependencies)).toBe(2);
    const [broken, whole, cancelled] = arrived();
    expect([broken?.path, whole?.path, cancelled?.path]).toEqual(['/booked', '/booked', '/cancelled']);
    expect(broken?.headers['webhook-id']).toBe(whole?.headers['webhook-id']);
  });

  it('enqueues nothing without an address', async () => {
    await owner.call(createAppointment, { body: newAppointment });
    await handleEvents(app.dependencies);
    expect(await asPlatform(app, (tx) => tx.selectFrom('outbox').select('id').execute())).toEqual([]);
  });

  it('is given up after a day of tries, shown on Settings, and tried again from there [P-12.17]', async () => {
    await named();
    receiver.party.setMode('fail');
    await owner.call(createAppointment, { body: newAppointment });
    for (let tries = 0; tries < maxAttempts; tries += 1) {
      await deliverDue(app.dependencies);
      later(4400);
    }
    owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
    const { body: health } = await owner.call(getDeliveries);
    expect(health).toMatchObject({
      needsAttention: true,
      givenUp: [{ kind: 'calendar_event', reason: 'the receiver answered 500' }],
    });
    expect(health.kinds.find(({ kind }) => kind === 'calendar_event')).toMatchObject({
      delivered: 0,
      waiting: 0,
      givenUp: 1,
    });
    const stranger = await signInAs(app, await buildTenant(app), 'BUSINESS_OWNER');
    const delivery = health.givenUp[0]?.id;
    expect((await stranger.call(retryDeliveries, { body: { delivery } })).body).toEqual({ queued: 0 });
    receiver.party.setMode('ok');
    expect((await owner.call(retryDeliveries, { body: { delivery } })).body).toEqual({ queued: 1 });
    await deliverDue(app.dependencies);
    expect((await owner.call(getDeliveries)).body).toMatchObject({ needsAttention: false, givenUp: [] });
  });

  it('is not sent any more, and says so, once its cancellation has arrived [P-12.18]', async () => {
    await named();
    receiver.party.setMode('fail');
    const { body: booking } = await owner.call(createAppointment, { body: newAppointment });
    await handleEvents(app.dependencies);
    await asPlatform(app, (tx) =>
      tx
        .updateTable('outbox')
        .set({ given_up_at: app.dependencies.clock(), last_error: 'the receiver answered 500' })
        .execute(),
    );
    receiver.party.setMode('ok');
    await owner.call(cancelAppointment, { params: { id: booking.id } });
    await handleEvents(app.dependencies);
    expect((await owner.call(getDeliveries)).body).toMatchObject({
      needsAttention: true,
      givenUp: [{ isSuperseded: false }],
    });
    await deliverDue(app.dependencies);
    const { body: health } = await owner.call(getDeliveries);
    expect(health).toMatchObject({
      needsAttention: false,
      givenUp: [{ kind: 'calendar_event', isSuperseded: true }],
    });
    expect(health.kinds.find(({ kind }) => kind === 'calendar_event')).toMatchObject({
      givenUp: 1,
      reason: null,
    });
    for (const body of [{ delivery: health.givenUp[0]?.id }, {}])
      expect((await owner.call(retryDeliveries, { body })).body).toEqual({ queued: 0 });
    await deliverDue(app.dependencies);
    expect(arrived().map(({ path }) => path)).toEqual(['/cancelled']);
  });

  it('is retried immediately on request, and not sent twice while it is being sent [P-12.17]', async () => {
    await named();
    receiver.party.setMode('fail');
    await owner.call(createAppointment, { body: newAppointment });
    await deliverDue(app.dependencies);
    receiver.party.setMode('ok');
    expect((await owner.call(getDeliveries)).body.kinds[1]).toMatchObject({
      waiting: 1,
      reason: 'the receiver answered 500',
    });
    expect(await deliverDue(app.dependencies)).toBe(0);
    expect((await owner.call(retryDeliveries, { body: {} })).body).toEqual({ queued: 1 });
    const taken = await claimEffects(app.dependencies, 1);
    expect((await owner.call(retryDeliveries, { body: {} })).body).toEqual({ queued: 0 });
    for (const effect of taken) await deliver(app.dependencies, effect);
    expect((await owner.call(getDeliveries)).body.kinds[1]).toMatchObject({
      delivered: 1,
      waiting: 0,
      reason: null,
    });
  });

  it('reports a problem once something waits for more than fifteen minutes', async () => {
    await named();
    receiver.party.setMode('fail');
    await owner.call(createAppointment, { body: newAppointment });
    await deliverDue(app.dependencies);
    later(14 * 60);
    expect((await owner.call(getDeliveries)).body.needsAttention).toBe(false);
    later(2 * 60);
    owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
    expect((await owner.call(getDeliveries)).body.needsAttention).toBe(true);
  });

  it('reports nothing that is not due yet, and what has been due for more than fifteen minutes [P-12.45]', async () => {
    const dueAt = new Date(app.dependencies.clock().getTime() + 40 * 60_000);
    const effect = {
      tenantId: clinic.id,
      kind: 'calendar.move' as const,
      subject: 'booking',
      payload: {},
      dueAt,
    };
    await asPlatform(app, (tx) => enqueueEffect(tx, app.dependencies.clock(), effect));
    for (const [minutes, isLate] of [
      [39, false],
      [15, false],
      [2, true],
    ] as const) {
      later(minutes * 60);
      owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
      const { kinds, needsAttention } = (await owner.call(getDeliveries)).body;
      expect([needsAttention, kinds[0]?.waiting]).toEqual([isLate, minutes === 39 ? 0 : 1]);
    }
  });

  it("is not sent to another business's receiver, whatever an effect's payload contains [P-12.19]", async () => {
    await named();
    const other = await buildTenant(app);
    const neighbour = await signInAs(app, other, 'BUSINESS_OWNER');
    await named(neighbour);
    const appointmentId = await buildAppointment(app, other);
    const payload = { tenantId: other.id, appointmentId };
    const effect = { tenantId: clinic.id, kind: 'webhook.cancel' as const, subject: appointmentId, payload };
    await asPlatform(app, (tx) => enqueueEffect(tx, app.dependencies.clock(), effect));
    expect(await deliverDue(app.dependencies)).toBe(1);
    expect(arrived()).toEqual([]);
  });
});

/** Lists the occupation of a booking, in fields after the agreed ones. */
function occupiedBy({ resourceName, serviceName, duration }: Appointment) {
  return { resource: resourceName, service: serviceName, duration_minutes: duration };
}
