import * as contract from '@samay/contract/bookings/appointments';
import * as transitions from '@samay/contract/bookings/transitions';
import { noteDelay, undoDelay } from '@samay/contract/bookings/delays';
import { changeResource, listResources } from '@samay/contract/availability/resources';
import { correctPerson } from '@samay/contract/people/people';
import { cancelSeries, createSeries, moveSeries } from '@samay/contract/bookings/series';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/fixtures/app.ts';
import {
  buildAppointment,
  buildTenant,
  type BuiltTenant,
  signInAs,
} from '../../../../test/fixtures/builders.ts';
import type { Client } from '../../../../test/fixtures/client.ts';
import { png } from '../../../../test/fixtures/sample-files.ts';
import { newAppointment } from '../../../../test/fixtures/samples.ts';
import { upload } from '../../../../test/fixtures/send-upload.ts';
import { asPlatform } from '../../../db/tenant.ts';

// Tests that each verb that writes a booking writes one row of the outbox with the change, whether
// or not anything listens. Nothing listens here.

let app: TestApp;
let clinic: BuiltTenant;
let owner: Client;
let id: string;
beforeAll(async () => {
  app = await testApp();
  clinic = await buildTenant(app, { plan: 'enterprise' });
  owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
});
beforeEach(async () => {
  id = await buildAppointment(app, clinic, { date: '2026-11-21' });
  await forget();
});
afterAll(() => app.close());

const { correctAppointment, createAppointment, rescheduleAppointment } = contract;
const {
  cancelAppointment,
  completeAppointment,
  markArrived,
  markComing,
  markNoShow,
  reopenAppointment,
  reopenAppointmentAt,
  startVisit,
  undoArrival,
  undoComing,
  undoCancel,
  undoCompletion,
  undoStart,
} = transitions;
type Transition = typeof cancelAppointment | typeof completeAppointment;
const act = (endpoint: Transition) => owner.send(endpoint, { params: { id } });
const moved = { date: '2026-11-20', time: '16:30' };

/** The verb, the calls before it, and the content of the event. */
const verbs: readonly [string, () => Promise<unknown>, () => Promise<{ status: number }>, object][] = [
  ['cancelling', nothing, () => act(cancelAppointment), { change: 'cancelled' }],
  ['taking a cancel back', () => act(cancelAppointment), () => act(undoCancel), { change: 'uncancelled' }],
  ['completing', nothing, () => act(completeAppointment), { change: 'completed' }],
  [
    'taking a completion back',
    () => act(completeAppointment),
    () => act(undoCompletion),
    { change: 'completion_undone' },
  ],
  ['a no-show', nothing, () => act(markNoShow), { change: 'no_show' }],
  ['reopening', () => act(markNoShow), () => act(reopenAppointment), { change: 'reopened' }],
  [
    'reopening at another time',
    () => act(markNoShow),
    () => owner.send(reopenAppointmentAt, { params: { id }, body: moved }),
    { change: 'reopened' },
  ],
  ['a person who says they come', nothing, () => act(markComing), { change: 'coming' }],
  ['taking that back', () => act(markComing), () => act(undoComing), { change: 'coming_undone' }],
  ['an arrival', nothing, () => act(markArrived), { change: 'arrived' }],
  ['taking an arrival back', () => act(markArrived), () => act(undoArrival), { change: 'arrival_undone' }],
  [
    'a delay',
    nothing,
    () => owner.send(noteDelay, { params: { id }, body: { minutes: 15 } }),
    { change: 'delayed' },
  ],
  [
    'taking a delay back',
    () => owner.send(noteDelay, { params: { id }, body: { minutes: 15 } }),
    () => act(undoDelay),
    { change: 'delay_undone' },
  ],
  ['a start', nothing, () => act(startVisit), { change: 'started' }],
  ['taking a start back', () => act(startVisit), () => act(undoStart), { change: 'start_undone' }],
  [
    'moving',
    nothing,
    () => owner.send(rescheduleAppointment, { params: { id }, body: moved }),
    { change: 'moved', from: { date: '2026-11-21', time: '11:00' } },
  ],
  [
    'moving what is completed',
    () => act(completeAppointment),
    () => owner.send(rescheduleAppointment, { params: { id }, body: moved }),
    { change: 'corrected' },
  ],
  [
    'correcting the name',
    nothing,
    () => owner.send(correctAppointment, { params: { id }, body: { personName: 'Another Name' } }),
    { change: 'renamed' },
  ],
  [
    'taking money',
    nothing,
    () => owner.send(correctAppointment, { params: { id }, body: { amount: 50_000, paymentMethod: 'UPI' } }),
    { change: 'details_corrected' },
  ],
  [
    'a prescription',
    nothing,
    () => upload(app, owner, id, [{ fileName: 'slip.png', mediaType: 'image/png', content: png() }]),
    { change: 'prescribed' },
  ],
];

it.each(verbs)('%s writes one event [P-12.12]', async (_what, before, verb, said) => {
  await before();
  await forget();
  expect((await verb()).status).toBe(200);
  expect(await events()).toEqual([{ appointmentId: id, ...said }]);
});

it.each([{}, { walkIn: true }])(
  'creating writes one event, without anything personal: %j [P-12.12]',
  async (more) => {
    const { body } = await owner.call(createAppointment, { body: { ...newAppointment, ...more } });
    expect(await events()).toEqual([{ appointmentId: body.id, change: 'created' }]);
  },
);

it('says of each booking of a series that it changed, and whose person is mailed', async () => {
  const occurrences = ['2026-11-24', '2026-12-01'].map((date) => ({ date, time: '15:00' }));
  const { doctor, personName, personEmail } = newAppointment;
  const { body } = await owner.call(createSeries, { body: { doctor, personName, personEmail, occurrences } });
  const ids = body.items.map((item) => item.id);
  const ofEach = (change: string, from?: (at: number) => object) =>
    ids.map((appointmentId, at) => ({
      appointmentId,
      change,
      ...(from && { from: from(at) }),
      ...(at > 0 && { isMailed: false }),
    }));
  expect(await events()).toEqual(ofEach('created'));
  await forget();
  const [first] = ids;
  const before = { date: '2026-11-24', time: '15:00' };
  const to = { date: '2026-11-25', time: '16:00' };
  await owner.call(moveSeries, { params: { id: first ?? '' }, body: { scope: 'all', before, ...to } });
  expect(await events()).toEqual(ofEach('moved', (at) => occurrences[at] ?? {}));
  await forget();
  await owner.call(cancelSeries, { params: { id: first ?? '' }, body: { scope: 'all', before: to } });
  expect(await events()).toEqual(ofEach('cancelled'));
});

it('writes none of what is refused or changes nothing [P-12.24]', async () => {
  await act(startVisit);
  await act(completeAppointment);
  await forget();
  expect((await act(cancelAppointment)).status).toBe(409);
  const body = { date: '2026-11-21', time: '11:00' };
  expect((await owner.send(rescheduleAppointment, { params: { id }, body })).status).toBe(200);
  expect(await events()).toEqual([]);
});

it('names the doctor before a move where another one has the booking now, so that its person is told [P-12.24]', async () => {
  const other = await buildTenant(app, { times: 'apart' });
  const desk = await signInAs(app, other, 'BUSINESS_OWNER');
  const [doctor] = (await desk.call(listResources)).body.items;
  const at = { date: '2026-11-24', time: '12:00' };
  const booked = await buildAppointment(app, other, { ...at, claimsNothing: true });
  const move = async (body: object) => {
    await forget();
    await desk.call(rescheduleAppointment, { params: { id: booked }, body: { ...at, ...body } });
    return events();
  };
  const event = { appointmentId: booked, change: 'moved' };
  expect(await move({ resourceId: doctor?.id ?? '' })).toEqual([
    { ...event, from: { ...at, resourceId: null } },
  ]);
  expect(await move({ time: '12:30' })).toEqual([{ ...event, from: at }]);
});

it('says of the bookings of a renamed doctor or person that are not over that they show another name', async () => {
  const other = await buildTenant(app, { plan: 'enterprise', times: 'apart' });
  const desk = await signInAs(app, other, 'BUSINESS_OWNER');
  const [doctor] = (await desk.call(listResources)).body.items;
  const resourceId = doctor?.id ?? '';
  const book = async (date: string, time: string) => {
    const { doctor: _, ...person } = { ...newAppointment, personContact: '+91 98200 44556' };
    const { body } = await desk.call(createAppointment, { body: { ...person, resourceId, date, time } });
    return body.id;
  };
  const made = await book('2026-11-24', '12:00');
  const done = await book('2026-11-21', '23:00');
  await desk.call(completeAppointment, { params: { id: done } });
  await desk.call(cancelAppointment, { params: { id: await book('2026-11-25', '12:00') } });
  await book('2026-11-19', '12:00');
  const shown = [
    { appointmentId: made, change: 'renamed' },
    { appointmentId: done, change: 'corrected' },
  ];
  const byId = (all: readonly Said[]) =>
    all.toSorted((one, two) => one.appointmentId.localeCompare(two.appointmentId));
  await forget();
  await desk.call(changeResource, { params: { id: resourceId }, body: { name: 'Dr. Renamed' } });
  expect(byId(await events())).toEqual(byId(shown));
  await forget();
  const { patient_id: person } = await asPlatform(app, (tx) =>
    tx.selectFrom('appointments').select('patient_id').where('id', '=', made).executeTakeFirstOrThrow(),
  );
  await desk.call(correctPerson, { params: { id: person ?? '' }, body: { name: 'Kavita Rao' } });
  expect(byId(await events())).toEqual(byId(shown));
});

it('says of the bookings to come of a person, and of who shares the number, that they are reached otherwise [P-12.54]', async () => {
  const other = await buildTenant(app, { plan: 'enterprise' });
  const desk = await signInAs(app, other, 'BUSINESS_OWNER');
  const book = async (personName: string, about: object) =>
    buildAppointment(app, other, { personName, contact: '080 2345 6789', ...about });
  const [own, shared] = [
    await book('Meera Joshi', { date: '2026-11-24' }),
    await book('Asha Joshi', { date: '2026-11-24', time: '12:00' }),
  ];
  await book('Meera Joshi', { date: '2026-11-19' });
  await book('Meera Joshi', { date: '2026-11-25', status: 'completed' });
  const { patient_id: person } = await asPlatform(app, (tx) =>
    tx.selectFrom('appointments').select('patient_id').where('id', '=', own).executeTakeFirstOrThrow(),
  );
  const params = { id: person ?? '' };
  const correct = async (body: object) => {
    await forget();
    expect((await desk.send(correctPerson, { params, body })).status).toBe(200);
    return new Set((await events()).map((event) => JSON.stringify(event)));
  };
  const said = (...ids: readonly string[]) =>
    new Set(ids.map((appointmentId) => JSON.stringify({ change: 'details_corrected', appointmentId })));
  expect(await correct({ email: 'meera@new.example' })).toEqual(said(own));
  expect(await correct({ contact: '+91 98200 44557', forAll: true })).toEqual(said(own, shared));
});

interface Said {
  readonly appointmentId: string;
}

/** Lists the payloads of all rows of the outbox, oldest first. */
async function events(): Promise<Said[]> {
  const rows = await asPlatform(app, (tx) =>
    tx.selectFrom('outbox').select(['kind', 'subject', 'payload']).orderBy('written_at').execute(),
  );
  for (const { kind, subject, payload } of rows) {
    expect(kind).toBe('appointment.changed');
    expect(payload).toMatchObject({ appointmentId: subject });
  }
  return rows.map(({ payload }) => payload as Said);
}

async function forget(): Promise<void> {
  await asPlatform(app, (tx) => tx.deleteFrom('outbox').execute());
}

async function nothing(): Promise<void> {
  // The booking is scheduled.
}
