import { screen, within } from '@testing-library/react';
import type { Schedule } from '@samay/contract/desk/schedule';
import { useState } from 'react';
import { vi } from 'vitest';
import type { ScheduleParameters } from '../src/modules/desk/schedule/use-shown-place.ts';
import { ScheduleScreen } from '../src/modules/desk/schedule/schedule-screen.tsx';
import { buildResource, buildScheduled } from './builders.ts';
import type { ClinicServer } from './clinic-server.ts';
import { renderSignedIn } from './render-signed-in.tsx';

export const route = 'GET /api/schedule';
export const id = '00000000-0000-4000-8000-0000000000ff';
export const schedule: Schedule = {
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
export const asha = '00000000-0000-4000-8000-0000000000d1';
export const ravi = '00000000-0000-4000-8000-0000000000d2';
export const moves = `PUT /api/appointments/${id}/schedule`;
export const onDay = { view: 'day', day: '2026-11-18' } as const;

function Page({ initial }: { initial: ScheduleParameters }) {
  const [place, setPlace] = useState(initial);
  return <ScheduleScreen place={place} onPlaceChange={setPlace} />;
}

/** Shows the schedule of the business, by default a week of November 2026. */
export function showSchedule(
  server: ClinicServer,
  initial: ScheduleParameters = { view: 'week', day: '2026-11-18' },
) {
  const actions = { openNewAppointment: vi.fn(), openDetails: vi.fn(), openClosing: vi.fn() };
  return { ...actions, ...renderSignedIn(server, <Page initial={initial} />, actions) };
}

export function withDoctors(server: ClinicServer, claims: Schedule['claims'] = []): void {
  server.routes.set('GET /api/resources', () => ({
    json: { items: [buildResource(asha, 'Dr. Asha'), buildResource(ravi, 'Dr. Ravi')] },
  }));
  const [first] = schedule.bookings;
  const bookings = [{ ...first, resourceId: asha, status: 'scheduled' }];
  server.routes.set(route, () => ({ json: { ...schedule, bookings, claims } }));
}

export const column = (name: string) => screen.findByRole('group', { name });
export const bookedIn = async (name: string) =>
  within(await column(name)).findByRole('button', { name: /Meenakshi Iyer/ });
