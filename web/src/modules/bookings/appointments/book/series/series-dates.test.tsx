import { previewSeries, createSeries, type Occurrence } from '@samay/contract/bookings/series';
import { addDays, indiaDate, now } from '@samay/contract/core/time';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { buildAppointment, buildResource, buildService } from '../../../../../../test/builders.ts';
import { answerError, type ClinicServer, startClinicServer } from '../../../../../../test/clinic-server.ts';
import { renderSignedIn } from '../../../../../../test/render-signed-in.tsx';
import { CancelDialog } from '../../actions/cancel-dialog.tsx';
import { NewAppointmentDialog } from '../dialog/new-appointment-dialog.tsx';
import { OccurrenceList } from './occurrence-list.tsx';

const rao = '00000000-0000-4000-8000-0000000000d1';
const day = addDays(indiaDate(now()), 3);
const week = (weeks: number) => addDays(day, 7 * weeks);
const preview = `POST ${previewSeries.path}`;
const create = `POST ${createSeries.path}`;
const others = ['09:00', '14:00'].map((time) => ({ resourceId: rao, date: week(1), time }));
const occurrences: Occurrence[] = [
  { date: day, time: '10:00', state: 'free', others: [] },
  { date: week(1), time: '10:00', state: 'taken', others },
  { date: week(2), time: '10:00', state: 'closed', others: [] },
  { date: week(3), time: '10:00', state: 'full', others: [] },
];
let server: ClinicServer;

beforeEach(async () => {
  server = await startClinicServer();
  server.routes.set('GET /api/resources', () => ({
    json: { items: [buildResource(rao, 'Dr. Kavita Rao')] },
  }));
  server.routes.set('GET /api/services', () => ({ json: { items: [buildService()] } }));
  server.routes.set('GET /api/slots', () => ({ json: { resources: [] } }));
  server.routes.set(preview, () => ({ json: { occurrences } }));
  server.routes.set(create, () => ({
    status: 201,
    json: { seriesId: rao, items: [buildAppointment(), buildAppointment()] },
  }));
});
afterEach(async () => {
  await server.close();
});

async function repeat() {
  const onClose = vi.fn();
  const rendered = renderSignedIn(
    server,
    <NewAppointmentDialog opened onClose={onClose} preset={{ date: day, time: '10:00', resourceId: rao }} />,
  );
  await rendered.user.type(await screen.findByRole('combobox', { name: 'Patient Name' }), 'Meenakshi Iyer');
  await rendered.user.type(screen.getByRole('textbox', { name: 'Email' }), 'm@example.in');
  await rendered.user.click(screen.getByRole('checkbox', { name: 'Repeat' }));
  const rows = within(await screen.findByRole('list', { name: 'Dates' })).getAllByRole('listitem');
  return { ...rendered, onClose, rows };
}

const sent = () => JSON.parse(server.requestsOf(create)[0]?.body ?? '{}') as { occurrences: unknown };

it('shows each date, skips what is taken or over the limit, and books the rest in one go [P-5.64]', async () => {
  const { user, rows, onClose } = await repeat();
  expect(rows).toHaveLength(4);
  expect(rows[1]).toHaveTextContent('Taken · skipped');
  expect(rows[3]).toHaveTextContent('limit · skipped');
  expect(screen.getByText('2 appointments, 2 skipped')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Create 2 Appointments' }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(sent().occurrences).toEqual([0, 2].map((weeks) => ({ date: week(weeks), time: '10:00' })));
  expect(sent()).toMatchObject({ personName: 'Meenakshi Iyer', resourceId: rao });
  expect(sent()).not.toHaveProperty('date');
});

it('takes another time of a taken day, books over it with a reason, or skips a free one [P-5.64]', async () => {
  const { user, rows } = await repeat();
  const [free, taken] = rows as [HTMLElement, HTMLElement];
  await user.click(within(taken).getByRole('button', { name: '2:00 pm' }));
  await user.click(within(free).getByRole('button', { name: /^Skip/ }));
  await user.click(screen.getByRole('button', { name: 'Create 2 Appointments' }));
  await waitFor(() => expect(server.requestsOf(create)).toHaveLength(1));
  expect(sent().occurrences).toEqual([others[1], { date: week(2), time: '10:00' }]);
});

it('asks what an amount above the price is for, and sends it, and what follows a refused key, with another key [P-9.177]', async () => {
  server.routes.set('GET /api/charge-list', () => ({ json: { offers: [] } }));
  server.routes.set(create, answerError(409, 'payment.above_due', 'This is more than is due.'));
  const { user, onClose } = await repeat();
  await user.type(screen.getByRole('textbox', { name: 'Amount (optional)' }), '800');
  await user.click(screen.getByRole('button', { name: 'Create 2 Appointments' }));
  expect(await screen.findByText('₹800 for a visit of ₹500?')).toBeVisible();
  expect(screen.queryByText('This is more than is due.')).toBeNull();
  server.routes.set(create, answerError(409, 'idempotency.mismatch', 'Sent before.'));
  await user.click(screen.getByRole('button', { name: 'Keep as advance' }));
  expect(await screen.findByText('Sent before.')).toBeVisible();
  server.routes.set(create, () => ({ status: 201, json: { seriesId: rao, items: [buildAppointment()] } }));
  await user.click(screen.getByRole('button', { name: 'Create 2 Appointments' }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  const requests = server.requestsOf(create);
  expect(new Set(requests.map(({ headers }) => headers['idempotency-key'])).size).toBe(3);
  expect(JSON.parse(requests[1]?.body ?? '')).toMatchObject({ amount: 800_00, above: { as: 'advance' } });
});

it('names the half of a court that another time is of, where any court was asked for [P-6.43]', async () => {
  const half = '00000000-0000-4000-8000-0000000000c2';
  const ground = buildResource(rao, 'Ground', { parts: [{ id: half, name: 'Half A', archivedAt: null }] });
  server.routes.set('GET /api/resources', () => ({ json: { items: [ground] } }));
  const date = week(1);
  const list = (isAny: boolean) => (
    <OccurrenceList
      occurrences={[
        { date, time: '10:00', state: 'taken', others: [{ resourceId: half, date, time: '11:00' }] },
      ]}
      decisions={{}}
      isAny={isAny}
      onDecide={vi.fn()}
    />
  );
  const { unmount } = renderSignedIn(server, list(true));
  expect(await screen.findByRole('button', { name: '11:00 am · Half A' })).toBeVisible();
  unmount();
  renderSignedIn(server, list(false));
  expect(await screen.findByRole('button', { name: '11:00 am' })).toBeVisible();
});

it('books over another with a reason', async () => {
  const { user, rows } = await repeat();
  const taken = rows[1] as HTMLElement;
  await user.click(within(taken).getByRole('button', { name: 'Book 10:00 am anyway' }));
  await user.type(within(taken).getByRole('textbox', { name: 'Reason' }), ' They share {Enter}');
  await user.click(screen.getByRole('button', { name: 'Create 3 Appointments' }));
  await waitFor(() => expect(server.requestsOf(create)).toHaveLength(1));
  expect(sent().occurrences).toContainEqual({ date: week(1), time: '10:00', overbookedReason: 'They share' });
});

it('shows at the fields why there is no rule, and requests nothing', async () => {
  const { user } = await repeat();
  const asked = server.requestsOf(preview).length;
  const times = screen.getByRole('textbox', { name: 'Times' });
  await user.clear(times);
  await user.type(times, '९९');
  expect(await screen.findByText('Please enter 2 to 52')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Create 0 Appointments' })).toBeDisabled();
  const bodies = server.requestsOf(preview).slice(asked);
  expect(bodies.every(({ body }) => !body.includes('99'))).toBe(true);
});

it('asks at a cancellation which bookings of the series it is for, and says how many these are [P-5.68, P-5.69]', async () => {
  const booking = buildAppointment({ seriesId: rao });
  const cancel = `POST /api/appointments/${booking.id}/series/cancellation`;
  server.routes.set(`GET /api/appointments/${booking.id}/series`, () => ({
    json: { following: 2, all: 3, paid: { following: 0, all: 0 } },
  }));
  server.routes.set(cancel, () => 'drop');
  const onClose = vi.fn();
  const { user } = renderSignedIn(server, <CancelDialog appointment={booking} onClose={onClose} />);
  const following = await screen.findByRole('radio', { name: 'This and the following appointments (2)' });
  expect(screen.getByRole('radio', { name: 'All appointments to come (3)' })).toBeVisible();
  await user.click(following);
  expect(screen.getByText('Are you sure you want to cancel these appointments?')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Cancel appointments' }));
  expect(await screen.findByRole('alert')).toBeVisible();
  server.routes.set(cancel, () => ({
    json: {
      items: [
        buildAppointment({ ...booking, status: 'cancelled' }),
        buildAppointment({ status: 'cancelled' }),
      ],
    },
  }));
  await user.click(screen.getByRole('button', { name: 'Cancel appointments' }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  const [lost, again] = server.requestsOf(cancel);
  const before = { date: booking.date, time: booking.time };
  expect(JSON.parse(again?.body ?? '')).toEqual({ scope: 'following', before });
  expect(again?.headers['idempotency-key']).toMatch(/.{8}/);
  expect(again?.headers['idempotency-key']).toBe(lost?.headers['idempotency-key']);
});
