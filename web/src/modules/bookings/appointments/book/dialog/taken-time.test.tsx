import { formatTime } from '@samay/contract/core/time';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildAppointment, buildSession } from '../../../../../../test/builders.ts';
import { answerError, answerTaken, type ClinicServer } from '../../../../../../test/clinic-server.ts';
import {
  create,
  day,
  doctor,
  fill,
  iyer,
  open,
  rao,
  sent,
  startServerWithStarts,
} from '../../../../../../test/show-new-appointment.tsx';

let server: ClinicServer;

beforeEach(async () => {
  server = await startServerWithStarts();
});
afterEach(async () => {
  await server.close();
});

const alternatives = {
  next: ['14:00', '14:30', '15:00'].map((start) => ({ resourceId: rao, date: day, time: start })),
  elsewhere: [{ resourceId: iyer, date: day, time: '12:00' }],
};

async function refuse(mayOverbook = true) {
  if (!mayOverbook) {
    await server.close();
    const session = buildSession({ role: 'EMPLOYEE' });
    server = await startServerWithStarts({
      ...session,
      permissions: session.permissions.filter((one) => one !== 'appointments.overbook'),
    });
  }
  server.routes.set(create, answerTaken(alternatives));
  const dialog = await open(server, { date: day, resourceId: rao });
  await waitFor(() => expect(doctor()).toHaveValue('Dr. Kavita Rao'));
  await fill(dialog);
  await dialog.user.click(screen.getByRole('button', { name: 'Create Appointment' }));
  const notice = await screen.findByRole('alert');
  expect(notice).toHaveTextContent('This time is taken.');
  return { ...dialog, notice };
}

it.each([
  [`Book 2:30 pm`, { resourceId: rao, doctor: 'Dr. Kavita Rao', time: '14:30' }],
  [`Book 12:00 pm with Dr. Ananya Iyer`, { resourceId: iyer, doctor: 'Dr. Ananya Iyer', time: '12:00' }],
])(
  'books instead of a taken time with one press and a key of its own: %s [P-6.52]',
  async (button, expected) => {
    const { user, onClose } = await refuse();
    server.routes.set(create, () => ({ status: 201, json: buildAppointment() }));
    await user.click(screen.getByRole('button', { name: button }));
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(sent(server, 1)).toMatchObject({
      personName: 'Meenakshi Iyer',
      personEmail: 'm@example.in',
      date: day,
      ...expected,
    });
    const keys = server.requestsOf(create).map(({ headers }) => headers['idempotency-key']);
    expect(new Set(keys).size).toBe(2);
  },
);

it('books anyway with a reason [P-6.52]', async () => {
  const { user, onClose } = await refuse();
  server.routes.set(create, () => ({ status: 201, json: buildAppointment() }));
  await user.click(screen.getByRole('button', { name: 'Book anyway' }));
  await user.click(screen.getByRole('button', { name: 'Book anyway' }));
  expect(await screen.findByText('Please enter a reason')).toBeVisible();
  expect(server.requestsOf(create)).toHaveLength(1);
  await user.type(screen.getByRole('textbox', { name: 'Reason' }), ' Emergency {Enter}');
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(sent(server, 1)).toMatchObject({
    date: day,
    time: '12:00',
    resourceId: rao,
    overbookedReason: 'Emergency',
  });
});

it('keeps what was typed, takes the focus to what is free, and forgets the refusal with another time', async () => {
  const { user, name, notice } = await refuse();
  expect(notice).toHaveFocus();
  await user.tab();
  expect(screen.getByRole('button', { name: 'Book 2:00 pm' })).toHaveFocus();
  expect(name).toHaveValue('Meenakshi Iyer');
  await user.click(screen.getByRole('button', { name: '10:30 am' }));
  expect(screen.queryByRole('alert')).toBeNull();
});

it('offers Book anyway to those who may alone [P-6.52]', async () => {
  await refuse(false);
  expect(screen.getByRole('button', { name: `Book ${formatTime('14:00')}` })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Book anyway' })).toBeNull();
});

it('asks what an amount above the price is for, and books with the answer and a key of its own [P-9.233]', async () => {
  server.routes.set(create, answerError(409, 'payment.above_due', 'This is more than is due.'));
  server.routes.set('GET /api/charge-list', () => ({ json: { offers: [] } }));
  const { user, onClose, ...dialog } = await open(server, { date: day, resourceId: rao });
  await waitFor(() => expect(doctor()).toHaveValue('Dr. Kavita Rao'));
  await fill({ user, onClose, ...dialog });
  await user.type(screen.getByRole('textbox', { name: 'Amount (optional)' }), '800');
  await user.click(screen.getByRole('button', { name: 'Create Appointment' }));
  expect(await screen.findByText('₹800 for a visit of ₹500?')).toBeVisible();
  server.routes.set(create, () => ({ status: 201, json: buildAppointment() }));
  await user.type(screen.getByRole('textbox', { name: 'What are the other ₹300 for' }), 'Dressing');
  await user.click(screen.getByRole('button', { name: 'Add as charge' }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(sent(server, 1)).toMatchObject({ amount: 800_00, above: { as: 'charge', name: 'Dressing' } });
  const keys = server.requestsOf(create).map(({ headers }) => headers['idempotency-key']);
  expect(new Set(keys).size).toBe(2);
});
