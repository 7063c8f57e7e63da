import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Appointment } from '@samay/contract/bookings/appointments';
import { buildAppointment, buildResource } from '../../../../../test/builders.ts';
import { type ClinicServer, answerError, answerTaken, startClinicServer } from '../../../../../test/clinic-server.ts';
import { renderSignedIn } from '../../../../../test/render-signed-in.tsx';
import { ChangeDialog } from './change-dialog.tsx';

const appointment = buildAppointment({ personName: 'Suresh Bose', amount: 500_00, paymentMethod: 'UPI', paymentId: 'pay_1' });
const rao = '00000000-0000-4000-8000-0000000000d1';
const patch = `PATCH /api/appointments/${appointment.id}`;
const put = `PUT /api/appointments/${appointment.id}/schedule`;
let server: ClinicServer;

beforeEach(async () => {
  server = await startClinicServer();
});
afterEach(() => server.close());

function open(kind: 'payment' | 'reschedule', occupying: Partial<Appointment> = {}) {
  const onClose = vi.fn();
  const dialog = <ChangeDialog kind={kind} appointment={{ ...appointment, ...occupying }} onClose={onClose} />;
  return { onClose, ...renderSignedIn(server, dialog) };
}

describe('recording a payment from a row', () => {
  it('starts with the current values, sends the changed ones, and closes', async () => {
    server.routes.set(patch, () => ({ json: { ...appointment, amount: 750_00 } }));
    const { user, onClose } = open('payment');
    expect(await screen.findByRole('dialog', { name: 'Correct payment · Suresh Bose' })).toBeVisible();
    const amount = screen.getByRole('textbox', { name: 'Amount' });
    expect(screen.getByRole('textbox', { name: 'Payment ID' })).toHaveValue('pay_1');
    await user.clear(amount);
    await user.type(amount, '750');
    await user.click(screen.getByRole('button', { name: 'Save Payment' }));
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(await screen.findByText('Payment corrected')).toBeVisible();
    expect(JSON.parse(server.requestsOf(patch)[0]?.body ?? '')).toEqual({ amount: 750_00 });
  });

  it('sends no request if nothing was changed', async () => {
    const { user, onClose } = open('payment');
    await user.click(await screen.findByRole('button', { name: 'Save Payment' }));
    expect(onClose).toHaveBeenCalledOnce();
    expect(server.requestsOf(patch)).toHaveLength(0);
  });

  it('keeps the typed values when the server is unreachable', async () => {
    server.routes.set(patch, () => 'drop');
    const { user, onClose } = open('payment');
    const id = await screen.findByRole('textbox', { name: 'Payment ID' });
    await user.type(id, '23');
    await user.click(screen.getByRole('button', { name: 'Save Payment' }));
    expect(await screen.findByText('Failed to correct payment')).toBeVisible();
    expect(id).toHaveValue('pay_123');
    expect(onClose).not.toHaveBeenCalled();
  });

  it("shows the server's error at its field", async () => {
    server.routes.set(
      patch,
      answerError(400, 'request.invalid', 'Please check the highlighted fields.', { paymentId: 'This is too long' }),
    );
    const { user } = open('payment');
    await user.type(await screen.findByRole('textbox', { name: 'Payment ID' }), '23');
    await user.click(screen.getByRole('button', { name: 'Save Payment' }));
    expect(await screen.findByText('This is too long')).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'Payment ID' })).toHaveAccessibleDescription('This is too long');
  });
});

describe('rescheduling from a row', () => {
  it('warns with the booking itself left out', async () => {
    server.routes.set('GET /api/appointment-warnings', () => ({ json: { warnings: ['Dr. Kavita Rao has another booking then.'] } }));
    open('reschedule');
    expect(await screen.findByRole('dialog', { name: 'Reschedule appointment · Suresh Bose' })).toBeVisible();
    expect(await screen.findByText('Dr. Kavita Rao has another booking then.')).toBeVisible();
    expect(server.requestsOf('GET /api/appointment-warnings')[0]?.query.get('except')).toBe(appointment.id);
  });

  it('sends no time that is none', async () => {
    const { user } = open('reschedule');
    await user.clear(await screen.findByLabelText(/^New Time/));
    await user.click(screen.getByRole('button', { name: 'Reschedule' }));
    expect(await screen.findByText('Please enter a valid time')).toBeVisible();
    expect(server.requestsOf(put)).toHaveLength(0);
  });

  it('shows that the limit of another cycle is reached, and stays open', async () => {
    const text = "Limit reached: You've reached your monthly appointment limit. Please upgrade your plan to book more appointments.";
    server.routes.set(put, answerError(409, 'plan.limit_reached', text));
    const { user, onClose } = open('reschedule');
    await user.click(await screen.findByRole('button', { name: 'Reschedule' }));
    expect(await screen.findByText(text)).toBeVisible();
    expect(onClose).not.toHaveBeenCalled();
  });

  it('moves instead to what is free, or over the other booking with a reason; its own time counts as free', async () => {
    const other = '00000000-0000-4000-8000-0000000000d2';
    const doctors = [buildResource(rao, 'Dr. Kavita Rao'), buildResource(other, 'Dr. Ananya Iyer')];
    server.routes.set('GET /api/resources', () => ({ json: { items: doctors } }));
    const elsewhere = [{ resourceId: other, date: appointment.date, time: '14:30' }];
    server.routes.set(put, answerTaken({ next: [{ resourceId: rao, date: appointment.date, time: '15:00' }], elsewhere }));
    const { user, onClose } = open('reschedule', { resourceId: rao });
    await user.click(await screen.findByRole('button', { name: 'Reschedule' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('This time is taken.');
    expect(screen.getByRole('button', { name: 'Move to 3:00 pm' })).toBeVisible();
    expect(server.requestsOf('GET /api/slots')[0]?.query.get('except')).toBe(appointment.id);
    await user.click(screen.getByRole('button', { name: 'Book anyway' }));
    await user.type(screen.getByRole('textbox', { name: 'Reason' }), 'Emergency{Enter}');
    await waitFor(() => expect(server.requestsOf(put)).toHaveLength(2));
    server.routes.set(put, () => ({ json: appointment }));
    await user.click(await screen.findByRole('button', { name: 'Move to 2:30 pm with Dr. Ananya Iyer' }));
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    const here = { date: appointment.date, time: '14:30', duration: 30 };
    expect(server.requestsOf(put).map(({ body }) => JSON.parse(body) as unknown)).toEqual([
      { ...here, resourceId: rao },
      { ...here, resourceId: rao, overbookedReason: 'Emergency' },
      { ...here, resourceId: other },
    ]);
  });
});
