import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answerError, type ClinicServer, startClinicServer } from '../../../../test/clinic-server.ts';
import { renderSignedIn } from '../../../../test/render-signed-in.tsx';
import { UnreadReplies } from './unread-replies.tsx';

const unread = 'GET /api/replies/unread';
const idOf = (at: number) => `00000000-0000-4000-8000-00000000000${at}`;
const reply = (at: number) => ({
  id: idOf(at),
  appointmentId: idOf(at),
  channel: 'whatsapp',
  text: `I am ${at} minutes late`,
  at: '2026-12-02T04:30:00.000Z',
  personName: 'Venkata Subrahmanya Lakshmi Narasimha Rao',
  date: '2026-12-03',
  time: '10:00',
});

let server: ClinicServer;
beforeEach(async () => {
  server = await startClinicServer();
});
afterEach(() => server.close());

it('lists the latest, opens a booking, and marks one as read by a press [P-12.144]', async () => {
  let items = [1, 2, 3, 4, 5].map(reply);
  server.routes.set(unread, () => ({ json: { items, total: items.length + 20 } }));
  server.routes.set(
    `PUT /api/appointments/${idOf(1)}/replies/reading`,
    answerError(503, 'server.unavailable', 'Away'),
  );
  const actions = { openNewAppointment: vi.fn(), openDetails: vi.fn() };
  const { user } = renderSignedIn(server, <UnreadReplies />, actions);
  const part = within(await screen.findByRole('region', { name: '25 answers to reminders' }));
  expect(part.getAllByRole('listitem')).toHaveLength(2);
  await user.click(part.getByRole('button', { name: 'Show 23 more' }));
  expect(part.getAllByRole('listitem')).toHaveLength(5);
  expect(part.getByText('20 older ones follow once these are read.')).toBeVisible();
  const row = within(part.getAllByRole('listitem')[0] as HTMLElement);
  await user.click(row.getByRole('button', { name: /Rao 3 Dec, 10:00 am\s*I am 1 minutes late/ }));
  expect(actions.openDetails).toHaveBeenCalledWith(idOf(1));
  await user.click(row.getByRole('button', { name: /as read/ }));
  expect(await part.findByRole('alert')).toHaveTextContent('Failed to mark the answers as read');
  server.routes.set(`PUT /api/appointments/${idOf(1)}/replies/reading`, () => {
    items = items.slice(1);
    return { json: { notices: [], due: [], replies: [], optedOutAt: null } };
  });
  await user.click(row.getByRole('button', { name: /as read/ }));
  await waitFor(() => expect(part.getAllByRole('listitem')).toHaveLength(4));
});
