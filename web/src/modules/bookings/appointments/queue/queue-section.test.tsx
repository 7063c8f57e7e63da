import { screen, waitFor, within } from '@testing-library/react';
import type { Queue } from '@samay/contract/bookings/queue';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { buildAppointment, buildSession } from '../../../../../test/builders.ts';
import { type ClinicServer, answerError, startClinicServer } from '../../../../../test/clinic-server.ts';
import { renderSignedIn } from '../../../../../test/render-signed-in.tsx';
import { QueueSection } from './queue-section.tsx';

const route = 'GET /api/queue';
const [first, second] = [
  buildAppointment({ personName: 'Ravi Rao', time: '14:30' }),
  buildAppointment({ personName: 'Sana Khan', time: '15:00' }),
];
const nothing: Queue = { resourceId: null, resources: [], waiting: [], done: { completed: 0, noShow: 0 }, recent: [] };
let server: ClinicServer;

beforeEach(async () => {
  server = await startClinicServer();
  server.routes.set(route, () => ({
    json: {
      ...nothing,
      waiting: [first, second].map((each) => ({ ...each, stage: 'expected', isLate: false, waitingSince: null })),
      done: { completed: 4, noShow: 1 },
    },
  }));
});
afterEach(() => server.close());

function show() {
  const actions = { openNewAppointment: vi.fn(), openDetails: vi.fn() };
  return { ...actions, ...renderSignedIn(server, <QueueSection link="the list" />, actions) };
}

it('shows who is next, in the server’s order, and the sums of the day', async () => {
  const { user, openDetails, openNewAppointment } = show();
  const today = within(await screen.findByRole('region', { name: 'Today' }));
  expect(today.getByText('2 to come, 4 completed, 1 no-show')).toBeVisible();
  const rows = today.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(rows).toEqual([expect.stringMatching(/Ravi Rao2:30 pm.*Next/), expect.not.stringMatching(/Next/)]);
  await user.click(today.getByRole('button', { name: /^Sana Khan/ }));
  expect(openDetails).toHaveBeenCalledWith(second.id);
  await user.click(today.getByRole('button', { name: '+ New Appointment' }));
  expect(openNewAppointment).toHaveBeenCalledOnce();
});

it.each([
  ['Arrived', `PUT /api/appointments/${first.id}/arrival`],
  ['Complete', `POST /api/appointments/${first.id}/completion`],
  ['No-show', `POST /api/appointments/${first.id}/no-show`],
])('%s needs one press, and the queue is fetched again', async (name, change) => {
  server.routes.set(change, () => ({ json: { ...first, arrivedAt: '2026-11-21T09:00:00.000Z' } }));
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: `${name} Ravi Rao` }));
  await waitFor(() => expect([server.requestsOf(change).length, server.requestsOf(route).length]).toEqual([1, 2]));
});

it('shows the empty state in the wording of a turf', async () => {
  await server.close();
  server = await startClinicServer(buildSession({ businessType: 'turf', role: 'EMPLOYEE' }));
  server.routes.set(route, () => ({ json: nothing }));
  show();
  expect(await screen.findByText('Nobody else is expected today')).toBeVisible();
  expect(within(screen.getByRole('region', { name: 'Recent Bookings' })).getByText('No bookings found')).toBeVisible();
});

it('says what failed, and tries again', async () => {
  server.routes.set(route, answerError(500, 'server.fault', 'Something went wrong on our side. Please try again.'));
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Retry' }));
  expect(server.requestsOf(route).length).toBeGreaterThan(1);
});
