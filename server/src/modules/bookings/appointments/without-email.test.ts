import {
  correctAppointment,
  createAppointment,
  getAppointment,
  rescheduleAppointment,
} from '@samay/contract/bookings/appointments';
import { getPatient, listPatients } from '@samay/contract/people/patients';
import { createSeries } from '@samay/contract/bookings/series';
import { changeBookingMails } from '@samay/contract/reach/booking-mails';
import { getDeliveries } from '@samay/contract/reach/deliveries';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/fixtures/app.ts';
import { buildTenant, type BuiltTenant, signInAs } from '../../../../test/fixtures/builders.ts';
import type { Client } from '../../../../test/fixtures/client.ts';
import { deliverDue, handleEvents } from '../../../../test/fixtures/deliver-due.ts';
import { type Mailbox, startMailbox } from '../../../../test/fixtures/third-parties/mailbox.ts';
import { asPlatform } from '../../../db/tenant.ts';

// Bookings whose person has a contact number and no email (decision 0054).

const when = { date: '2026-11-24', time: '12:00', doctor: 'Default Doctor' };
const number = '98200 11223';
const unreached = { code: 'request.invalid', fields: { personEmail: 'Please enter a valid email address' } };

let box: Mailbox;
let app: TestApp;
let clinic: BuiltTenant;
let owner: Client;
beforeAll(async () => {
  box = await startMailbox({ connectMs: 3000, wholeMs: 3000 });
  app = await testApp({ dependencies: { mail: box.mailer } });
});
beforeEach(async () => {
  clinic = await buildTenant(app);
  owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
});
afterAll(async () => {
  await app.close();
  await box.close();
});

describe('a booking', () => {
  it('needs an email or a contact number, also each one of a series [P-5.13]', async () => {
    const { body: made } = await owner.call(createAppointment, {
      body: { ...when, personName: 'Meera', personContact: number },
    });
    expect(made).toMatchObject({ personEmail: null, personContact: number });
    expect((await owner.call(getAppointment, { params: { id: made.id } })).body).toEqual(made);
    for (const reach of [
      {},
      { personEmail: null },
      { personContact: '  ' },
      { personEmail: null, personContact: null },
    ]) {
      expect(
        (await owner.call(createAppointment, { body: { ...when, personName: 'Meera', ...reach } })).error,
      ).toMatchObject(unreached);
    }
    const {
      date: _,
      time: __,
      ...shared
    } = { ...when, personName: 'Meera', occurrences: [{ date: '2026-11-25', time: '12:00' }] };
    expect((await owner.call(createSeries, { body: shared })).error).toMatchObject(unreached);
    const series = await owner.call(createSeries, { body: { ...shared, personContact: number } });
    expect(series.body.items).toMatchObject([{ personEmail: null, patientId: made.patientId }]);
  });

  it('names a wrong email together with the errors of other fields', async () => {
    const refused = await owner.call(createAppointment, { body: { ...when, personName: ' ' } });
    expect(refused.error).toMatchObject({
      fields: { personName: 'Please enter a name', personEmail: expect.any(String) },
    });
    const wrong = await owner.call(createAppointment, {
      body: { ...when, personName: 'M', personEmail: 'm', personContact: number },
    });
    expect(wrong.error).toMatchObject(unreached);
  });

  it('loses its email where a number remains, and never both [P-5.13]', async () => {
    const id = await book({ personEmail: 'meera@people.example', personContact: number });
    const params = { id };
    expect(
      (await owner.call(correctAppointment, { params, body: { personEmail: null } })).body.personEmail,
    ).toBeNull();
    expect(
      (await owner.call(correctAppointment, { params, body: { personContact: null } })).error,
    ).toMatchObject(unreached);
    const swap = { personEmail: 'meera@people.example', personContact: null };
    expect((await owner.call(correctAppointment, { params, body: swap })).body).toMatchObject(swap);
    expect(
      (await owner.call(correctAppointment, { params, body: { personEmail: null } })).error,
    ).toMatchObject(unreached);
    // The database forbids it too.
    const bare = asPlatform(app, (tx) =>
      tx
        .updateTable('appointments')
        .set({ person_email: null })
        .where('tenant_id', '=', clinic.id)
        .where('id', '=', id)
        .execute(),
    );
    await expect(bare).rejects.toThrow('violates');
    const { rows } = await app.database.pool.query(
      `select convalidated from pg_constraint where conname = 'appointments_reachable'`,
    );
    expect(rows).toEqual([{ convalidated: true }]);
  });
});

describe('a person', () => {
  it('keeps the email that is known when a later booking has none [P-7.8]', async () => {
    const id = await book({ personEmail: 'meera@people.example', personContact: number });
    const second = await book({ personContact: number });
    expect(await people()).toEqual([['Meera', 'meera@people.example', number, 2]]);
    // A change of the later booking follows the bookings that remain.
    await owner.call(rescheduleAppointment, {
      params: { id: second },
      body: { date: '2026-11-26', time: '12:00' },
    });
    expect(await people()).toEqual([['Meera', 'meera@people.example', number, 2]]);
    await owner.call(correctAppointment, { params: { id }, body: { personEmail: null } });
    expect(await people()).toEqual([['Meera', null, number, 2]]);
    await owner.call(correctAppointment, {
      params: { id: second },
      body: { personEmail: 'new@people.example' },
    });
    expect(await people()).toEqual([['Meera', 'new@people.example', number, 2]]);
  });

  it('is found by name and number, and is null in list and page [P-5.13]', async () => {
    await book({ personContact: '12345' });
    await book({ personName: 'Sita', personContact: '12 345' });
    const { items } = (await owner.call(listPatients, { query: { search: '12345' } })).body;
    expect(items.map(({ name }) => name).toSorted()).toEqual(['Meera', 'Sita']);
    const meera = items.find(({ name }) => name === 'Meera');
    expect(meera).toMatchObject({ email: null, contact: '12345' });
    const page = await owner.call(getPatient, { params: { id: meera?.id ?? '' } });
    expect(page.body).toMatchObject({ email: null, contact: '12345', bookings: 1 });
  });
});

describe('mails about a booking', () => {
  it('are not queued without an email, and not sent once it is removed [P-7.28]', async () => {
    await owner.call(changeBookingMails, { body: { isOn: true } });
    // Reminders are planned again once mails are on.
    expect(await deliverDue(app.dependencies)).toBe(1);
    await book({ personContact: number });
    expect(await queued()).toBe(0);
    const id = await book({ personEmail: 'removed@people.example', personContact: number });
    // The confirmation and the reminder.
    expect(await queued()).toBe(2);
    await owner.call(correctAppointment, { params: { id }, body: { personEmail: null } });
    expect(await deliverDue(app.dependencies)).toBe(1);
    expect(await queued()).toBe(0);
    expect(box.emails('removed@people.example')).toEqual([]);
    expect((await owner.call(getDeliveries)).body).toMatchObject({ givenUp: [], needsAttention: false });
    await owner.call(rescheduleAppointment, { params: { id }, body: { date: '2026-11-26', time: '12:00' } });
    expect(await deliverDue(app.dependencies)).toBe(0);
  });
});

interface Reach {
  readonly personName?: string;
  readonly personEmail?: string;
  readonly personContact?: string;
}

async function book(person: Reach): Promise<string> {
  const { body, error } = await owner.call(createAppointment, {
    body: { ...when, personName: 'Meera', ...person },
  });
  expect(error).toBeUndefined();
  return body.id;
}

async function people() {
  return (await owner.call(listPatients)).body.items.map(({ name, email, contact, bookings }) => [
    name,
    email,
    contact,
    bookings,
  ]);
}

/** Counts the mails that wait once the events are handled. */
async function queued(): Promise<number> {
  await handleEvents(app.dependencies);
  const rows = await asPlatform(app, (tx) =>
    tx
      .selectFrom('outbox')
      .select('kind')
      .where('tenant_id', '=', clinic.id)
      .where('delivered_at', 'is', null)
      .execute(),
  );
  return rows.length;
}
