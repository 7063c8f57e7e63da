import { addDays, formatWeekday, indiaDate, now } from '@samay/contract/core/time';
import { screen, within } from '@testing-library/react';
import { vi } from 'vitest';
import type { BookingPreset } from '../src/lib/actions.tsx';
import { NewAppointmentDialog } from '../src/modules/bookings/appointments/book/dialog/new-appointment-dialog.tsx';
import { buildAppointment, buildResource, buildService, buildSession } from './builders.ts';
import { type ClinicServer, startClinicServer } from './clinic-server.ts';
import { renderSignedIn } from './render-signed-in.tsx';

export const create = 'POST /api/appointments';
export const [rao, iyer, ground, halfA] = ['d1', 'd2', 'c1', 'c2'].map(
  (end) => `00000000-0000-4000-8000-0000000000${end}`,
) as [string, string, string, string];
export const doctors = [buildResource(rao, 'Dr. Kavita Rao'), buildResource(iyer, 'Dr. Ananya Iyer')];
/** The day of the free starts. */
export const day = addDays(indiaDate(now()), 3);

/** Starts a server that has free starts of some doctors, of a court and of its half. */
export async function startServerWithStarts(session = buildSession()): Promise<ClinicServer> {
  const server = await startClinicServer(session);
  answerWith(server, doctors);
  return server;
}

/** Lets the server offer these doctors or courts, and these services. */
export function answerWith(
  server: ClinicServer,
  resources: typeof doctors,
  services = [buildService()],
): void {
  server.routes.set('GET /api/resources', () => ({ json: { items: resources } }));
  server.routes.set('GET /api/services', () => ({ json: { items: services } }));
  server.routes.set('GET /api/slots', ({ query }) => {
    const asked = query.get('resource');
    const times = {
      [rao]: ['10:00', '10:30'],
      [iyer]: ['10:30', '11:00'],
      [ground]: ['06:00'],
      [halfA]: ['06:00', '07:00'],
    };
    const ids = resources.flatMap((one) => [one.id, ...one.parts.map(({ id }) => id)]);
    const free = Object.entries(times).filter(([id]) => (asked ? id === asked : ids.includes(id)));
    return {
      json: {
        resources: free.map(([resourceId, of]) => ({
          resourceId,
          days: [{ date: query.get('from'), times: of }],
        })),
      },
    };
  });
  server.routes.set(create, () => ({ status: 201, json: buildAppointment() }));
}

export async function open(server: ClinicServer, preset: BookingPreset = { date: day }) {
  const onClose = vi.fn();
  const rendered = renderSignedIn(server, <NewAppointmentDialog opened onClose={onClose} preset={preset} />);
  const name = await screen.findByRole('combobox', { name: /^(Patient|Customer) Name/ });
  return { ...rendered, onClose, name };
}

export async function fill({ user, name }: Awaited<ReturnType<typeof open>>) {
  await user.type(name, 'Meenakshi Iyer');
  await user.type(screen.getByRole('textbox', { name: 'Email' }), 'm@example.in');
}

export const doctor = () => screen.getByLabelText(/^Doctor Name/, { selector: 'input' });
export const time = () => screen.getByLabelText(/^Time/);
export const starts = async () =>
  within(await screen.findByRole('group', { name: `Free on ${formatWeekday(day)}` }))
    .getAllByRole('button')
    .map(({ textContent }) => textContent);
export const sent = (server: ClinicServer, index = 0) =>
  JSON.parse(server.requestsOf(create)[index]?.body ?? '{}') as Record<string, unknown>;
