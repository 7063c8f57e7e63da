import { screen } from '@testing-library/react';
import type { Schedule } from '@samay/contract/bookings/schedule';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { buildScheduled } from '../../../../test/builders.ts';
import { type ClinicServer, answerError, startClinicServer } from '../../../../test/clinic-server.ts';
import { renderSignedIn } from '../../../../test/render-signed-in.tsx';
import { ScheduleDays, type ScheduleParameters } from './schedule-days.tsx';
import { ScheduleScreen } from './schedule-screen.tsx';

const route = 'GET /api/schedule';
const id = '00000000-0000-4000-8000-0000000000ff';
const schedule: Schedule = {
  bookings: [
    buildScheduled({ id, personName: 'Meenakshi Iyer', doctor: 'Dr. Rao', date: '2026-11-18', time: '14:30', status: 'completed' }),
  ],
  counts: [{ date: '2026-11-18', count: 1 }],
  openingHours: { slots: [{ start_time: '9 AM', end_time: '6 PM' }], days: ['Wednesday'] },
  claims: [],
};
let server: ClinicServer;

beforeEach(async () => {
  server = await startClinicServer();
  server.routes.set(route, () => ({ json: schedule }));
});
afterEach(() => server.close());

function Page({ initial }: { initial: ScheduleParameters }) {
  const [place, setPlace] = useState(initial);
  return <ScheduleScreen place={place} onPlaceChange={setPlace} />;
}

function show(initial: ScheduleParameters = { view: 'week', day: '2026-11-18' }) {
  const actions = { openNewAppointment: vi.fn(), openDetails: vi.fn() };
  return { ...actions, ...renderSignedIn(server, <Page initial={initial} />, actions) };
}

const asked = () => server.requestsOf(route).map(({ query }) => `${query.get('from')} ${query.get('to')}`);

it('shows a booking in its week with its time and status, and opens its details', async () => {
  const { user, openDetails } = show();
  expect(await screen.findByRole('heading', { name: '16 Nov to 22 Nov 2026' })).toBeVisible();
  await user.click(await screen.findByTitle('2:30 pm Meenakshi Iyer, Completed'));
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

it('offers a free time as a new booking', async () => {
  const { user, openNewAppointment } = show({ view: 'day', day: '2026-11-18' });
  const slots = await screen.findAllByRole('button', { name: /10:30.+11:00/ });
  await user.click(slots[0] ?? document.body);
  expect(openNewAppointment).toHaveBeenCalledWith({ date: '2026-11-18', time: '10:30' });
});

it('shows another business to read only: nothing can be booked or opened', async () => {
  server.routes.set(`GET /api/platform/tenants/${id}/schedule`, () => ({ json: schedule }));
  const actions = { openNewAppointment: vi.fn(), openDetails: vi.fn() };
  const place = { view: 'week', day: '2026-11-18' } as const;
  const { user } = renderSignedIn(server, <ScheduleDays of={id} place={place} onPlaceChange={vi.fn()} />, actions);
  await user.click(await screen.findByTitle('2:30 pm Meenakshi Iyer, Completed'));
  for (const slot of screen.queryAllByRole('button', { name: /10:30.+11:00/ })) await user.click(slot);
  expect([actions.openDetails.mock.calls, actions.openNewAppointment.mock.calls, asked()]).toEqual([[], [], []]);
});

it('says what failed, and tries again', async () => {
  server.routes.set(route, answerError(403, 'access.denied', 'You do not have permission to do this.'));
  const { user } = show();
  expect(await screen.findByText('You do not have permission to do this.')).toBeVisible();
  server.routes.set(route, () => ({ json: schedule }));
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByTitle('2:30 pm Meenakshi Iyer, Completed')).toBeVisible();
});
