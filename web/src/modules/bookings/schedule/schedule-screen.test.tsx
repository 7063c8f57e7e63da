import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { Schedule } from '@samay/contract/bookings/schedule';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  buildAppointment,
  buildResource,
  buildScheduled,
  buildService,
  buildSession,
} from '../../../../test/builders.ts';
import {
  answerTaken,
  type ClinicServer,
  answerError,
  startClinicServer,
} from '../../../../test/clinic-server.ts';
import { buildAdmin } from '../../../../test/platform-session.ts';
import { renderSignedIn } from '../../../../test/render-signed-in.tsx';
import { ScheduleDays, type ScheduleParameters } from './schedule-days.tsx';
import { ScheduleScreen } from './schedule-screen.tsx';
import { timeText } from '../days.ts';

const route = 'GET /api/schedule';
const id = '00000000-0000-4000-8000-0000000000ff';
const schedule: Schedule = {
  bookings: [
    buildScheduled({
      id,
      personName: 'Meenakshi Iyer',
      doctor: 'Dr. Rao',
      date: '2026-11-18',
      time: '14:30',
      status: 'completed',
    }),
  ],
  counts: [{ date: '2026-11-18', count: 1 }],
  openingHours: { slots: [{ start_time: '9 AM', end_time: '6 PM' }], days: ['Wednesday'] },
  claims: [],
};
const asha = '00000000-0000-4000-8000-0000000000d1';
const ravi = '00000000-0000-4000-8000-0000000000d2';
const moves = `PUT /api/appointments/${id}/schedule`;
const onDay = { view: 'day', day: '2026-11-18' } as const;
let server: ClinicServer;

beforeEach(async () => {
  server = await startClinicServer();
  server.routes.set(route, () => ({ json: schedule }));
});
afterEach(async () => {
  vi.useRealTimers();
  await server.close();
});

function Page({ initial }: { initial: ScheduleParameters }) {
  const [place, setPlace] = useState(initial);
  return <ScheduleScreen place={place} onPlaceChange={setPlace} />;
}

function show(initial: ScheduleParameters = { view: 'week', day: '2026-11-18' }) {
  const actions = { openNewAppointment: vi.fn(), openDetails: vi.fn() };
  return { ...actions, ...renderSignedIn(server, <Page initial={initial} />, actions) };
}

const asked = () => server.requestsOf(route).map(({ query }) => `${query.get('from')} ${query.get('to')}`);

it('shows a booking in its week with its time and status, and opens its details [P-6.63]', async () => {
  const { user, openDetails } = show();
  expect(await screen.findByRole('heading', { name: '16 Nov to 22 Nov 2026' })).toBeVisible();
  await user.click(await screen.findByTitle(/^2:30 pm Meenakshi Iyer, Completed/));
  expect(openDetails).toHaveBeenCalledWith(id);
  expect(asked()).toEqual(['2026-11-16 2026-11-22']);
});

it('goes back and forth, to the other views, and asks for just their days', async () => {
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Next week' }));
  await user.click(screen.getByRole('button', { name: 'Month' }));
  expect(await screen.findByRole('heading', { name: 'Nov 2026' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Previous month' }));
  await user.click(screen.getByRole('button', { name: 'Day' }));
  expect(await screen.findByRole('heading', { name: 'Thursday, 1 Oct 2026' })).toBeVisible();
  expect(asked()).toEqual([
    '2026-11-16 2026-11-22',
    '2026-11-23 2026-11-29',
    '2026-10-26 2026-12-06',
    '2026-09-28 2026-11-08',
    '2026-10-01 2026-10-01',
  ]);
});

it('offers a free time as a new booking [P-6.63]', async () => {
  const { user, openNewAppointment } = show({ view: 'day', day: '2026-11-18' });
  const slots = await screen.findAllByRole('button', { name: /10:30.+11:00/ });
  await user.click(slots[0] ?? document.body);
  expect(openNewAppointment).toHaveBeenCalledWith({ date: '2026-11-18', time: '10:30' });
});

describe('another business', () => {
  const of = '00000000-0000-4000-8000-0000000000cc';
  const read = `GET /api/platform/tenants/${of}/schedule`;
  const availability = `GET /api/platform/tenants/${of}/availability`;
  const ground = '00000000-0000-4000-8000-0000000000d8';

  async function showOther(place: ScheduleParameters) {
    await server.close();
    server = await startClinicServer(buildAdmin());
    const [first] = schedule.bookings;
    server.routes.set(read, () => ({
      json: { ...schedule, bookings: [{ ...first, resourceId: ground, status: 'scheduled' }] },
    }));
    const resources = [
      buildResource(ground, 'Ground', { kind: 'court' }),
      buildResource(ravi, 'Nets', { kind: 'court' }),
    ];
    const at = (time: string) => ({ date: '2026-11-18', time });
    const rest = { id, createdAt: '2026-11-01T00:00:00.000Z' };
    const closure = {
      ...rest,
      kind: 'closure',
      resourceId: ravi,
      from: at('11:00'),
      to: at('12:00'),
      reason: 'New turf',
    };
    const business = [{ weekday: 3, opens: '06:00', closes: '23:00' }];
    const hours = { business, ofResources: [], exceptions: [closure] };
    server.routes.set(availability, () => ({ json: { resources, services: [buildService()], hours } }));
    const actions = { openNewAppointment: vi.fn(), openDetails: vi.fn() };
    return {
      ...actions,
      ...renderSignedIn(server, <ScheduleDays of={of} place={place} onPlaceChange={vi.fn()} />, actions),
    };
  }

  it('has a super admin’s columns, hours and closures, from one more read [P-6.65]', async () => {
    await showOther(onDay);
    expect(await within(await column('Nets')).findByText('Closed · New turf')).toBeInTheDocument();
    expect(within(await column('Ground')).getByTitle(/^2:30 pm Meenakshi Iyer, Scheduled/)).toBeVisible();
    expect(screen.getByText('5 am')).toBeVisible();
    expect(screen.getByRole('combobox', { name: 'Court' })).toHaveValue('All courts');
    const asked = server.requests
      .filter(({ path }) => path !== '/api/session')
      .map(({ method, path }) => `${method} ${path}`);
    expect(asked.toSorted()).toEqual([availability, read]);
  });

  it('is to read only: nothing can be booked, opened or moved [P-6.65]', async () => {
    const { user, openDetails, openNewAppointment } = await showOther({ view: 'week', day: '2026-11-18' });
    const block = await screen.findByTitle(/^2:30 pm Meenakshi Iyer, Scheduled/);
    expect(screen.getByRole('combobox', { name: 'Court' })).toHaveValue('Ground');
    expect(within(screen.getByRole('group', { name: 'Wed, 18 Nov' })).getAllByRole('button')).toHaveLength(1);
    await user.click(block);
    await user.keyboard('{Control>}{ArrowDown}{/Control}{Enter}');
    expect(server.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
    expect([openDetails.mock.calls, openNewAppointment.mock.calls]).toEqual([[], []]);
  });
});

it('says what failed, and tries again', async () => {
  server.routes.set(route, answerError(403, 'access.denied', 'You do not have permission to do this.'));
  const { user } = show();
  expect(await screen.findByText('You do not have permission to do this.')).toBeVisible();
  server.routes.set(route, () => ({ json: schedule }));
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByTitle(/^2:30 pm Meenakshi Iyer, Completed/)).toBeVisible();
});

/** Serves two doctors; the booking of one of them begins at 2:30 pm and lasts half an hour. */
function withDoctors(claims: Schedule['claims'] = []): void {
  server.routes.set('GET /api/resources', () => ({
    json: { items: [buildResource(asha, 'Dr. Asha'), buildResource(ravi, 'Dr. Ravi')] },
  }));
  const [first] = schedule.bookings;
  const bookings = [{ ...first, resourceId: asha, status: 'scheduled' }];
  server.routes.set(route, () => ({ json: { ...schedule, bookings, claims } }));
}

const column = (name: string) => screen.findByRole('group', { name });
const bookedIn = async (name: string) =>
  within(await column(name)).findByRole('button', { name: /Meenakshi Iyer/ });

it('has a column for each doctor, and an empty place opens the form with the doctor of its column [P-6.57]', async () => {
  withDoctors();
  const { user, openNewAppointment } = show(onDay);
  expect(await bookedIn('Dr. Asha')).toHaveTextContent('2:30 – 3:00 pm Meenakshi Iyer General Consultation');
  await user.click(await screen.findByRole('button', { name: '10:30 am to 11:00 am, Dr. Ravi' }));
  expect(openNewAppointment).toHaveBeenCalledWith({ date: '2026-11-18', time: '10:30', resourceId: ravi });
});

it('leads through the empty places by the arrow keys, as one stop [P-6.57]', async () => {
  withDoctors();
  const { user, openNewAppointment } = show(onDay);
  const place = await screen.findByRole('button', { name: '2:00 pm to 2:30 pm, Dr. Asha' });
  place.focus();
  await user.keyboard('{ArrowDown}');
  expect(screen.getByRole('button', { name: '3:00 pm to 3:30 pm, Dr. Asha' })).toHaveFocus();
  await user.keyboard('{ArrowUp}{ArrowRight}{Enter}');
  expect(openNewAppointment).toHaveBeenCalledWith({ date: '2026-11-18', time: '14:00', resourceId: ravi });
  expect(
    screen.getAllByRole('button', { name: /am to|pm to/ }).filter(({ tabIndex }) => tabIndex === 0),
  ).toHaveLength(1);
});

it('shows the week of one chosen doctor', async () => {
  withDoctors();
  const { user } = show();
  await user.click(await screen.findByRole('combobox', { name: 'Doctor' }));
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'All doctors',
    'Dr. Asha',
    'Dr. Ravi',
  ]);
  expect(await bookedIn('Wed, 18 Nov')).toBeVisible();
  await user.click(screen.getByRole('option', { name: 'Dr. Ravi' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: /Meenakshi Iyer/ })).toBeNull());
});

it('moves a booking by the keyboard to another time and doctor, says where, and takes it back [P-6.60]', async () => {
  withDoctors();
  const asked: unknown[] = [];
  server.routes.set(moves, ({ body }) => {
    const to = JSON.parse(body) as { resourceId: string };
    asked.push(to);
    return {
      json: buildAppointment({
        id,
        personName: 'Meenakshi Iyer',
        ...to,
        resourceName: to.resourceId === ravi ? 'Dr. Ravi' : 'Dr. Asha',
      }),
    };
  });
  const { user } = show(onDay);
  (await bookedIn('Dr. Asha')).focus();
  await user.keyboard('{Control>}{ArrowDown}{ArrowRight}{/Control}{Shift>}{ArrowDown}{/Shift}');
  expect(
    await screen.findByText(/^Meenakshi Iyer: 2:45 – 3:30 pm, Dr. Ravi. Enter moves it/),
  ).toBeInTheDocument();
  expect(asked).toEqual([]);
  await user.keyboard('{Enter}');
  await waitFor(async () => expect(await bookedIn('Dr. Ravi')).toHaveFocus());
  const [was, is] = ['14:30', '14:45'].map((time) => ({ date: '2026-11-18', time }));
  expect(asked).toEqual([{ ...is, duration: 45, resourceId: ravi, before: was }]);
  expect(
    await screen.findByText(
      `Meenakshi Iyer moved to ${timeText({ date: '2026-11-18', time: '14:45' })}, Dr. Ravi`,
    ),
  ).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(asked).toHaveLength(2));
  expect(asked[1]).toEqual({ ...was, duration: 30, resourceId: asha, before: is });
});

it('leaves a booking where it was on Escape, and opens it on Enter [P-6.60]', async () => {
  withDoctors();
  const { user, openDetails } = show(onDay);
  (await bookedIn('Dr. Asha')).focus();
  await user.keyboard('{Control>}{ArrowDown}{/Control}{Escape}');
  expect(screen.getByText('Left where it was')).toBeInTheDocument();
  expect(openDetails).not.toHaveBeenCalled();
  await user.keyboard('{Enter}');
  expect(openDetails).toHaveBeenCalledExactlyOnceWith(id);
  expect(server.requestsOf(moves)).toHaveLength(0);
});

it('puts a refused move back and offers what is free [P-6.58]', async () => {
  withDoctors();
  const free = { resourceId: asha, date: '2026-11-18', time: '16:00' };
  server.routes.set(moves, answerTaken({ next: [free], elsewhere: [] }));
  const { user } = show(onDay);
  (await bookedIn('Dr. Asha')).focus();
  await user.keyboard('{Control>}{ArrowRight}{/Control}{Enter}');
  const dialog = await screen.findByRole('dialog', { name: 'Move · Meenakshi Iyer' });
  expect(dialog).toHaveTextContent('This time is taken.');
  const back = within(await screen.findByRole('group', { name: 'Dr. Asha', hidden: true }));
  expect(
    back.getByRole('button', { name: /2:30 – 3:00 pm Meenakshi Iyer/, hidden: true }),
  ).toBeInTheDocument();
  server.routes.set(moves, () => ({
    json: buildAppointment({ id, personName: 'Meenakshi Iyer', ...free, resourceName: 'Dr. Asha' }),
  }));
  await user.click(within(dialog).getByRole('button', { name: 'Move to 4:00 pm with Dr. Asha' }));
  await waitFor(() => expect(server.requestsOf(moves)).toHaveLength(2));
  expect(JSON.parse(server.requestsOf(moves)[1]?.body ?? '')).toEqual({
    ...free,
    duration: 30,
    before: { date: '2026-11-18', time: '14:30' },
  });
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
});

it('drags a booking by the pointer, and a press that moves nothing opens it', async () => {
  withDoctors();
  server.routes.set(moves, () => ({ json: buildAppointment({ id }) }));
  const { user, openDetails } = show(onDay);
  const block = await bookedIn('Dr. Asha');
  fireEvent.pointerDown(block, { button: 0, pointerType: 'mouse', clientY: 100, pointerId: 1 });
  fireEvent.pointerMove(window, { clientY: 188, pointerId: 1 });
  fireEvent.pointerUp(window, { clientY: 188, pointerId: 1 });
  await waitFor(() => expect(server.requestsOf(moves)).toHaveLength(1));
  expect(JSON.parse(server.requestsOf(moves)[0]?.body ?? '')).toMatchObject({ time: '15:30', duration: 30 });
  await user.click(await bookedIn('Dr. Asha'));
  expect(openDetails).toHaveBeenCalledExactlyOnceWith(id);
});

it('leaves a swiping finger to the browser, and lets one that rests on a booking drag it [P-6.58]', async () => {
  withDoctors();
  server.routes.set(moves, () => ({ json: buildAppointment({ id }) }));
  show(onDay);
  const block = await bookedIn('Dr. Asha');
  const touch = (clientY: number) => ({ button: 0, pointerType: 'touch', clientY, pointerId: 1 });
  const isLeftToBrowser = () => fireEvent.touchMove(window);
  fireEvent.pointerDown(block, touch(100));
  fireEvent.pointerMove(window, touch(140));
  expect(isLeftToBrowser()).toBe(true);

  fireEvent.pointerDown(block, touch(300));
  // Moves the pointer slightly, since a finger is never completely still.
  fireEvent.pointerMove(window, touch(307));
  expect(await screen.findByText('Meenakshi Iyer: 2:30 – 3:00 pm, Dr. Asha')).toBeInTheDocument();
  expect(isLeftToBrowser()).toBe(false);
  fireEvent.pointerMove(window, touch(388));
  fireEvent.pointerUp(window, touch(388));
  await waitFor(() => expect(server.requestsOf(moves)).toHaveLength(1));
  expect(JSON.parse(server.requestsOf(moves)[0]?.body ?? '')).toMatchObject({ time: '15:30', duration: 30 });
});

it('shows a closure with its reason, and what is beyond the plan without a name [P-6.55, P-6.56]', async () => {
  const at = (time: string) => ({ date: '2026-11-18', time });
  withDoctors([{ resourceId: ravi, bookingId: null, from: at('09:00'), to: at('09:30') }]);
  const closure = {
    id,
    kind: 'closure',
    resourceId: ravi,
    from: at('11:00'),
    to: at('12:00'),
    reason: 'On leave',
    createdAt: '2026-11-01T00:00:00.000Z',
  };
  server.routes.set('GET /api/hours', () => ({
    json: { business: [], ofResources: [], exceptions: [closure] },
  }));
  show(onDay);
  expect(await within(await column('Dr. Ravi')).findByText('Closed · On leave')).toBeInTheDocument();
  expect(within(await column('Dr. Ravi')).getByText('Beyond your plan')).toBeInTheDocument();
  expect(within(await column('Dr. Asha')).queryByText(/Closed|Beyond/)).toBeNull();
});

it.each([
  ['now', '2026-11-18', '13:30'],
  ['the first opening of another day', '2026-11-19', '08:30'],
])('opens at %s [P-6.61]', async (_, day, at) => {
  vi.useFakeTimers({ now: new Date('2026-11-18T09:00:00Z'), toFake: ['Date'] });
  withDoctors();
  const nineToSix = [3, 4].map((weekday) => ({ weekday, opens: '09:00', closes: '18:00' }));
  server.routes.set('GET /api/hours', () => ({
    json: { business: nineToSix, ofResources: [], exceptions: [] },
  }));
  show({ view: 'day', day });
  const frame = (await column('Dr. Asha')).parentElement?.parentElement;
  const [hour = 0, minute = 0] = at.split(':').map(Number);
  // The hours begin an hour before the opening.
  await waitFor(() => expect(frame?.scrollTop).toBeCloseTo((hour * 60 + minute - 8 * 60) * (88 / 60), 0));
});

it('says first which hours of a turf are free tonight [P-6.53]', async () => {
  await server.close();
  server = await startClinicServer(buildSession({ businessType: 'turf' }));
  server.routes.set(route, () => ({ json: { ...schedule, bookings: [] } }));
  show(onDay);
  expect(await screen.findByText('Nothing is free tonight')).toBeVisible();
});
