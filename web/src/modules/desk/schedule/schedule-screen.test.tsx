import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildResource, buildService, buildSession } from '../../../../test/builders.ts';
import { answerError, type ClinicServer, startClinicServer } from '../../../../test/clinic-server.ts';
import { buildAdmin } from '../../../../test/platform-session.ts';
import { renderSignedIn } from '../../../../test/render-signed-in.tsx';
import {
  bookedIn,
  column,
  id,
  onDay,
  ravi,
  route,
  schedule,
  showSchedule,
  withDoctors,
} from '../../../../test/show-schedule.tsx';
import { ScheduleDays } from './schedule-days.tsx';
import type { ScheduleParameters } from './use-shown-place.ts';

let server: ClinicServer;

beforeEach(async () => {
  server = await startClinicServer();
  server.routes.set(route, () => ({ json: schedule }));
});
afterEach(async () => {
  vi.useRealTimers();
  await server.close();
});

const asked = () => server.requestsOf(route).map(({ query }) => `${query.get('from')} ${query.get('to')}`);

it('shows a booking in its week with its time and status, and opens its details [P-6.63]', async () => {
  const { user, openDetails } = showSchedule(server);
  expect(await screen.findByRole('heading', { name: '16 Nov to 22 Nov 2026' })).toBeVisible();
  await user.click(await screen.findByTitle(/^2:30 pm Meenakshi Iyer, Completed/));
  expect(openDetails).toHaveBeenCalledWith(id);
  expect(asked()).toEqual(['2026-11-16 2026-11-22']);
});

it.each([
  ['doctor', '+ New Appointment'],
  ['turf', '+ New Booking'],
] as const)('books in the words of a %s business [P-8.40]', async (businessType, text) => {
  await server.close();
  server = await startClinicServer(buildSession({ businessType }));
  server.routes.set(route, () => ({ json: schedule }));
  const { user, openNewAppointment } = showSchedule(server);
  await user.click(await screen.findByRole('button', { name: text }));
  expect(openNewAppointment).toHaveBeenCalledOnce();
});

it('goes back and forth, to the other views, and asks for just their days', async () => {
  const { user } = showSchedule(server);
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
  const { user, openNewAppointment } = showSchedule(server, { view: 'day', day: '2026-11-18' });
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
  const { user } = showSchedule(server);
  expect(await screen.findByText('You do not have permission to do this.')).toBeVisible();
  server.routes.set(route, () => ({ json: schedule }));
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByTitle(/^2:30 pm Meenakshi Iyer, Completed/)).toBeVisible();
});

it('opens on today with all doctors, and from there leads to the week of one [P-8.65]', async () => {
  withDoctors(server);
  const { user } = showSchedule(server, {});
  for (const doctor of ['Dr. Asha', 'Dr. Ravi']) expect(await column(doctor)).toBeVisible();
  expect(screen.getByRole('combobox', { name: 'Doctor' })).toHaveValue('All doctors');
  expect(screen.getByRole('button', { name: 'Today', pressed: true })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Week' }));
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Doctor' })).toHaveValue('Dr. Asha'));
});

/** Serves two doctors; the booking of one of them begins at 2:30 pm and lasts half an hour. */
it('has a column for each doctor, and an empty place opens the form with the doctor of its column [P-6.57]', async () => {
  withDoctors(server);
  const { user, openNewAppointment } = showSchedule(server, onDay);
  expect(await bookedIn('Dr. Asha')).toHaveTextContent('2:30 – 3:00 pm Meenakshi Iyer General Consultation');
  await user.click(await screen.findByRole('button', { name: '10:30 am to 11:00 am, Dr. Ravi' }));
  expect(openNewAppointment).toHaveBeenCalledWith({ date: '2026-11-18', time: '10:30', resourceId: ravi });
});

it('leads through the empty places by the arrow keys, as one stop [P-6.57]', async () => {
  withDoctors(server);
  const { user, openNewAppointment } = showSchedule(server, onDay);
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
  withDoctors(server);
  const { user } = showSchedule(server);
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

it('shows a closure with its reason, and what is beyond the plan without a name [P-6.55, P-6.56]', async () => {
  const at = (time: string) => ({ date: '2026-11-18', time });
  withDoctors(server, [{ resourceId: ravi, bookingId: null, from: at('09:00'), to: at('09:30') }]);
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
  showSchedule(server, onDay);
  expect(await within(await column('Dr. Ravi')).findByText('Closed · On leave')).toBeInTheDocument();
  expect(within(await column('Dr. Ravi')).getByText('Beyond your plan')).toBeInTheDocument();
  expect(within(await column('Dr. Asha')).queryByText(/Closed|Beyond/)).toBeNull();
});

it.each([
  ['now', '2026-11-18', '13:30'],
  ['the first opening of another day', '2026-11-19', '08:30'],
])('opens at %s [P-6.61]', async (_, day, at) => {
  vi.useFakeTimers({ now: new Date('2026-11-18T09:00:00Z'), toFake: ['Date'] });
  withDoctors(server);
  const nineToSix = [3, 4].map((weekday) => ({ weekday, opens: '09:00', closes: '18:00' }));
  server.routes.set('GET /api/hours', () => ({
    json: { business: nineToSix, ofResources: [], exceptions: [] },
  }));
  showSchedule(server, { view: 'day', day });
  const frame = (await column('Dr. Asha')).parentElement?.parentElement;
  const [hour = 0, minute = 0] = at.split(':').map(Number);
  // The hours begin an hour before the opening.
  await waitFor(() => expect(frame?.scrollTop).toBeCloseTo((hour * 60 + minute - 8 * 60) * (96 / 60), 0));
});

it('says first which hours of a turf are free tonight, and offers to close a court [P-6.53, P-6.87]', async () => {
  await server.close();
  server = await startClinicServer(buildSession({ businessType: 'turf' }));
  server.routes.set(route, () => ({ json: { ...schedule, bookings: [] } }));
  showSchedule(server, onDay);
  expect(await screen.findByText('Nothing is free tonight')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Court closed…' })).toBeVisible();
});

it('offers to close hours: above the schedule, and at each doctor’s column [P-6.87]', async () => {
  withDoctors(server);
  const { user, openClosing } = showSchedule(server, onDay);
  await user.click(await screen.findByRole('button', { name: 'Doctor away: Dr. Ravi…' }));
  await user.click(screen.getByRole('button', { name: 'Doctor away…' }));
  expect(openClosing.mock.calls).toEqual([[{ resourceId: ravi, date: '2026-11-18' }], [{}]]);
});

it('offers employees nothing to close where the owner does not let them [P-6.87]', async () => {
  await server.close();
  const { permissions, ...session } = buildSession({ role: 'EMPLOYEE' });
  server = await startClinicServer({
    ...session,
    permissions: permissions.filter((each) => each !== 'hours.close'),
  });
  withDoctors(server);
  showSchedule(server, onDay);
  await column('Dr. Asha');
  expect(screen.queryByRole('button', { name: /^Doctor away/ })).toBeNull();
});
