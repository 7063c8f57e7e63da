import { screen } from '@testing-library/react';
import type { FoundPerson } from '@samay/contract/people/people';
import { indiaDate, now } from '@samay/contract/core/time';
import { vi } from 'vitest';
import { QuickBooking } from '../src/modules/bookings/appointments/book/quick/quick-booking.tsx';
import { buildAppointment, buildResource, buildService, buildSession } from './builders.ts';
import { type ClinicServer, startClinicServer } from './clinic-server.ts';
import { nothing } from './show-queue.tsx';
import { renderSignedIn } from './render-signed-in.tsx';

export const create = 'POST /api/appointments';
export const lookUp = 'GET /api/people';
export const [rao, iyer, third] = ['d1', 'd2', 'd3'].map(
  (end) => `00000000-0000-4000-8000-0000000000${end}`,
) as [string, string, string];
export const doctors = [buildResource(rao, 'Dr. Kavita Rao'), buildResource(iyer, 'Dr. Ananya Iyer')];
export const lakshmi: FoundPerson = {
  id: '00000000-0000-4000-8000-0000000000f1',
  name: 'Lakshmi Narasimhan',
  email: 'lakshmi@people.example',
  contact: '+91 98450 12345',
  lastVisit: { date: '2026-11-12', doctor: 'Dr. Kavita Rao' },
  nextVisit: null,
};

/**
 * Shows the quick form on 23 November 2026 at 10:04, with a server that finds people, has times and
 * books. `prepare` gives the server other answers before it is asked.
 */
export async function showQuickBooking(
  session = buildSession(),
  resources = doctors.slice(0, 1),
  found = [lakshmi],
  day?: string,
  prepare: (server: ClinicServer) => void = () => undefined,
) {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-23T10:04:00+05:30') });
  const server = await startClinicServer(session);
  const today = indiaDate(now());
  server.routes.set('GET /api/resources', () => ({ json: { items: resources } }));
  server.routes.set('GET /api/services', () => ({ json: { items: [buildService()] } }));
  server.routes.set('GET /api/slots', ({ query }) => ({
    json: {
      resources: resources
        .filter(({ id }) => (query.get('resource') ?? id) === id)
        .map(({ id }, index) => ({
          resourceId: id,
          days: [{ date: today, times: index === 0 ? ['10:30', '11:00'] : ['10:30', '15:00'] }],
        })),
    },
  }));
  server.routes.set(lookUp, () => ({ json: { items: found } }));
  server.routes.set(create, () => ({
    status: 201,
    json: buildAppointment({ personName: 'Booked Person', date: today, time: '10:04' }),
  }));
  server.routes.set('GET /api/queue', () => ({ json: nothing }));
  prepare(server);
  const onBooked = vi.fn();
  const rendered = renderSignedIn(server, <QuickBooking day={day} onBooked={onBooked} />);
  const number = await screen.findByRole('combobox', { name: 'Phone number' });
  const name = screen.getByRole('combobox', { name: /name$/ });
  return { ...rendered, server, onBooked, number, name, today };
}

/** Returns the body of a request that was sent to book. */
export function sentTo(server: ClinicServer, index = 0): Record<string, unknown> {
  return JSON.parse(server.requestsOf(create)[index]?.body ?? '{}') as Record<string, unknown>;
}
