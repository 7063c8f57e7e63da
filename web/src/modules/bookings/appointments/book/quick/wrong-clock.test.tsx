import { screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { buildAppointment, buildResource, buildService } from '../../../../../../test/builders.ts';
import { startClinicServer } from '../../../../../../test/clinic-server.ts';
import { renderSignedIn } from '../../../../../../test/render-signed-in.tsx';
import { QuickBooking } from './quick-booking.tsx';

afterEach(() => vi.useRealTimers());

it('books for the server’s day and minute on a device whose clock is a day ahead [P-6.3]', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-24T10:04:00+05:30') });
  const server = await startClinicServer();
  server.clock = () => new Date('2026-11-23T10:04:00+05:30');
  const doctor = buildResource('00000000-0000-4000-8000-0000000000d1', 'Dr. Kavita Rao');
  server.routes.set('GET /api/resources', () => ({ json: { items: [doctor] } }));
  server.routes.set('GET /api/services', () => ({ json: { items: [buildService()] } }));
  server.routes.set('GET /api/people', () => ({ json: { items: [] } }));
  server.routes.set('POST /api/appointments', () => ({ status: 201, json: buildAppointment() }));
  const onBooked = vi.fn();
  const { user } = renderSignedIn(server, <QuickBooking onBooked={onBooked} />);
  await user.type(await screen.findByRole('combobox', { name: 'Phone number' }), '98450 12345');
  await user.type(screen.getByRole('combobox', { name: /name$/ }), 'Meenakshi Iyer');
  await user.keyboard('{Enter}');
  await expect.poll(() => onBooked.mock.calls.length).toBe(1);
  const [booked] = server.requestsOf('POST /api/appointments');
  expect(JSON.parse(booked?.body ?? '{}')).toMatchObject({ date: '2026-11-23', time: '10:04', walkIn: true });
  await server.close();
});
