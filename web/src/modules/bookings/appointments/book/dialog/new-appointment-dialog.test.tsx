import { screen, waitFor } from '@testing-library/react';
import { formatDate, indiaDate, now } from '@samay/contract/core/time';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { buildAppointment, buildSession } from '../../../../../../test/builders.ts';
import { type ClinicServer, answerError, startClinicServer } from '../../../../../../test/clinic-server.ts';
import { renderSignedIn } from '../../../../../../test/render-signed-in.tsx';
import { NewAppointmentDialog } from './new-appointment-dialog.tsx';
import { timeText } from '../../../../../lib/days.ts';

const create = 'POST /api/appointments';
let server: ClinicServer;

beforeEach(async () => {
  server = await startClinicServer();
});
afterEach(async () => {
  await server.close();
});

async function open() {
  const onClose = vi.fn();
  const openDetails = vi.fn();
  const rendered = renderSignedIn(server, <NewAppointmentDialog opened onClose={onClose} />, { openDetails });
  const name = await screen.findByRole('combobox', { name: 'Patient Name' });
  return { ...rendered, onClose, openDetails, name };
}

async function fill({ user, name }: Awaited<ReturnType<typeof open>>) {
  await user.type(name, 'Meenakshi Iyer');
  await user.type(screen.getByRole('textbox', { name: 'Email' }), 'm@example.in');
}

it("begins with the form's defaults [P-5.21]", async () => {
  await open();
  expect(screen.getByRole('textbox', { name: 'Date' })).toHaveValue(formatDate(indiaDate(now())));
  expect(screen.getByLabelText(/^Time/)).toHaveValue('12:00');
  expect(screen.getByLabelText(/^Doctor Name/, { selector: 'input' })).toHaveValue('Default Doctor');
});

it('creates by Enter with one key, says Creating..., and closes [P-5.1, P-5.22, P-5.30]', async () => {
  let answer: (value: { status: number; json: unknown }) => void = () => undefined;
  server.routes.set(create, () => new Promise((resolve) => (answer = resolve)));
  const dialog = await open();
  await fill(dialog);
  await dialog.user.type(screen.getByRole('textbox', { name: 'Amount (optional)' }), '750.50{Enter}');
  expect(await screen.findByRole('button', { name: 'Creating...' })).toBeDisabled();
  await waitFor(() => expect(server.requestsOf(create)).toHaveLength(1));
  const booked = buildAppointment({ personName: 'Meenakshi Iyer' });
  answer({ status: 201, json: booked });
  await waitFor(() => expect(dialog.onClose).toHaveBeenCalledOnce());
  expect(
    await screen.findByText(`Appointment created for Meenakshi Iyer on ${timeText(booked)}`),
  ).toBeVisible();
  await dialog.user.click(screen.getByRole('button', { name: 'View' }));
  expect(dialog.openDetails).toHaveBeenCalledExactlyOnceWith(booked.id);
  const [asked] = server.requestsOf(create);
  expect(asked?.headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/);
  expect(JSON.parse(asked?.body ?? '')).toEqual({
    personName: 'Meenakshi Iyer',
    personEmail: 'm@example.in',
    date: indiaDate(now()),
    time: '12:00',
    doctor: 'Default Doctor',
    amount: 75_050,
  });
});

it('shows missing values at the fields and sends nothing [P-5.12]', async () => {
  const { user } = await open();
  await user.click(screen.getByRole('button', { name: 'Create Appointment' }));
  expect(await screen.findByText('Please enter a name')).toBeVisible();
  expect(screen.getByText('Please enter a valid email address')).toBeVisible();
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Patient Name' })).toHaveFocus());
  expect(server.requestsOf(create)).toHaveLength(0);
});

it('books the day that was typed last, and sends nothing while it is not understood [P-5.27]', async () => {
  server.routes.set(create, () => ({ status: 201, json: buildAppointment() }));
  const dialog = await open();
  await fill(dialog);
  const date = screen.getByRole('textbox', { name: 'Date' });
  await dialog.user.click(date);
  await dialog.user.keyboard('25.11 noon{Enter}');
  expect(await screen.findByText(/^Please enter a date, such as/)).toBeVisible();
  await dialog.user.click(screen.getByRole('button', { name: 'Create Appointment' }));
  expect(date).toHaveValue('25.11 noon');
  expect(date).toBeInvalid();
  expect(server.requestsOf(create)).toHaveLength(0);
  await dialog.user.clear(date);
  await dialog.user.type(date, '25/11/2031{Enter}');
  await waitFor(() => expect(dialog.onClose).toHaveBeenCalledOnce());
  expect(JSON.parse(server.requestsOf(create)[0]?.body ?? '')).toMatchObject({ date: '2031-11-25' });
});

it('sends no time that is not one [P-5.27]', async () => {
  const dialog = await open();
  await fill(dialog);
  await dialog.user.clear(screen.getByLabelText(/^Time/));
  await dialog.user.keyboard('{Enter}');
  expect(await screen.findByText('Please enter a valid time')).toBeVisible();
  expect(server.requestsOf(create)).toHaveLength(0);
});

it('suggests all doctors of the business on focus, and those that match while typing [P-5.23]', async () => {
  server.routes.set('GET /api/doctors', () => ({ json: { names: ['Dr. Asha Nair', 'Dr. Kavita Rao'] } }));
  const { user } = await open();
  const doctor = screen.getByLabelText(/^Doctor Name/, { selector: 'input' });
  const offered = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);
  expect(doctor).toHaveValue('Default Doctor');
  await user.click(doctor);
  await waitFor(() => expect(offered()).toEqual(['Dr. Asha Nair', 'Dr. Kavita Rao']));
  await user.keyboard('rao');
  expect(doctor).toHaveValue('rao');
  expect(offered()).toEqual(['Dr. Kavita Rao']);
  await user.click(screen.getByRole('option', { name: 'Dr. Kavita Rao' }));
  expect(doctor).toHaveValue('Dr. Kavita Rao');
  await user.tab();
  await user.click(doctor);
  await waitFor(() => expect(offered()).toEqual(['Dr. Asha Nair', 'Dr. Kavita Rao']));
});

it('keeps form and key when the network fails, so that the retry creates one booking [P-5.24, P-16.70, P-16.71]', async () => {
  server.routes.set(create, () => 'drop');
  const dialog = await open();
  await fill(dialog);
  await dialog.user.click(screen.getByRole('button', { name: 'Create Appointment' }));
  expect(await screen.findByText('Failed to create appointment')).toBeVisible();
  expect(dialog.name).toHaveValue('Meenakshi Iyer');
  expect(screen.getByText(/^Samay can be reached\. What you typed stays here/)).toBeVisible();
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  server.routes.set(create, async () => {
    await held;
    return { status: 201, json: buildAppointment() };
  });
  await dialog.user.click(screen.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(server.requestsOf(create)).toHaveLength(2));
  expect(screen.getByRole('button', { name: 'Retry' })).toHaveFocus();
  answer();
  await waitFor(() => expect(dialog.onClose).toHaveBeenCalledOnce());
  const keys = server.requestsOf(create).map(({ headers }) => headers['idempotency-key']);
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
});

it.each([
  [
    'Failed to create appointment',
    answerError(500, 'server.fault', 'Something went wrong on our side. Please try again.'),
  ],
  [
    "Limit reached: You've reached your monthly appointment limit. Please upgrade your plan to book more appointments.",
    answerError(
      409,
      'plan.limit_reached',
      "Limit reached: You've reached your monthly appointment limit. Please upgrade your plan to book more appointments.",
    ),
  ],
  ['Tenant information is missing', answerError(403, 'tenant.missing', 'Tenant information is missing')],
])('shows in the modal: %s [P-5.19, P-5.20, P-5.22]', async (text, fault) => {
  server.routes.set(create, fault);
  const dialog = await open();
  await fill(dialog);
  await dialog.user.click(screen.getByRole('button', { name: 'Create Appointment' }));
  expect(await screen.findByText(text)).toBeVisible();
  expect(dialog.name).toHaveValue('Meenakshi Iyer');
  expect(dialog.onClose).not.toHaveBeenCalled();
});

it("shows the server's errors at their fields", async () => {
  server.routes.set(
    create,
    answerError(400, 'request.invalid', 'Please check the highlighted fields.', {
      personEmail: 'This address is not known',
    }),
  );
  const dialog = await open();
  await fill(dialog);
  await dialog.user.click(screen.getByRole('button', { name: 'Create Appointment' }));
  expect(await screen.findByText('This address is not known')).toBeVisible();
  expect(screen.getByText('Please check the highlighted fields.')).toBeVisible();
});

it('says how many places of the plan are left [P-4.36]', async () => {
  server.routes.set('GET /api/appointment-warnings', () => ({ json: { warnings: [], left: 1 } }));
  await open();
  expect(await screen.findByText('This is the last appointment of your plan in this month.')).toBeVisible();
});

it('shows immediately that the plan is full, and still books in another month [P-4.8]', async () => {
  const full =
    "Limit reached: You've reached your monthly appointment limit. Please upgrade your plan to book more appointments.";
  const today = indiaDate(now());
  server.routes.set('GET /api/appointment-warnings', ({ query }) => ({
    json: { warnings: [], ...(query.get('date') === today && { isFull: true }) },
  }));
  server.routes.set(create, () => ({ status: 201, json: buildAppointment() }));
  const dialog = await open();
  expect(await screen.findByText(full)).toBeVisible();
  expect(screen.getByRole('link', { name: 'upgrade your plan in Settings' })).toBeVisible();
  const date = screen.getByRole('textbox', { name: 'Date' });
  await dialog.user.clear(date);
  await dialog.user.type(date, '25/11/2031');
  await dialog.user.tab();
  await waitFor(() => expect(screen.queryByText(full)).toBeNull());
  await fill(dialog);
  await dialog.user.click(screen.getByRole('button', { name: 'Create Appointment' }));
  await waitFor(() => expect(dialog.onClose).toHaveBeenCalledOnce());
});

it('warns about the time and accepts it [P-5.25]', async () => {
  server.routes.set('GET /api/appointment-warnings', () => ({
    json: { warnings: ['This time is in the past.'] },
  }));
  await open();
  expect(await screen.findByText('This time is in the past.')).toBeVisible();
  const [asked] = server.requestsOf('GET /api/appointment-warnings');
  expect(Object.fromEntries(asked?.query ?? [])).toEqual({
    date: indiaDate(now()),
    time: '12:00',
    doctor: 'Default Doctor',
  });
  expect(screen.getByRole('button', { name: 'Create Appointment' })).toBeEnabled();
});

it('asks before it discards typed values, and closes an unchanged form immediately', async () => {
  const { user, name, onClose } = await open();
  await user.type(name, 'M');
  await user.keyboard('{Escape}');
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
  expect(onClose).not.toHaveBeenCalled();
  expect(name).toHaveValue('M');
  await user.clear(name);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
});

it('does not change the next form when the response to a discarded one arrives [P-5.58]', async () => {
  let answer: (value: { status: number; json: unknown }) => void = () => undefined;
  server.routes.set(create, () => new Promise((resolve) => (answer = resolve)));
  const onClose = vi.fn();
  const { user } = renderSignedIn(server, <Reopened onClose={onClose} />);
  const name = await screen.findByRole('combobox', { name: 'Patient Name' });
  await user.type(name, 'Meenakshi Iyer');
  await user.type(screen.getByRole('textbox', { name: 'Email' }), 'm@example.in{Enter}');
  await waitFor(() => expect(server.requestsOf(create)).toHaveLength(1));
  await user.keyboard('{Escape}');
  await user.click(await screen.findByRole('button', { name: 'Discard' }));
  await user.click(await screen.findByRole('button', { name: 'Again' }));
  await user.type(await screen.findByRole('combobox', { name: 'Patient Name' }), 'Ravi');
  answer({ status: 201, json: buildAppointment({ personName: 'Meenakshi Iyer' }) });
  expect(await screen.findByText(/^Appointment created for Meenakshi Iyer/)).toBeVisible();
  expect(onClose).toHaveBeenCalledOnce();
  expect(screen.getByRole('combobox', { name: 'Patient Name' })).toHaveValue('Ravi');
});

function Reopened({ onClose }: { onClose: () => void }) {
  const [isOpen, setOpen] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Again
      </button>
      <NewAppointmentDialog opened={isOpen} onClose={() => (onClose(), setOpen(false))} />
    </>
  );
}

it('asks a turf for a customer and no doctor [P-5.21]', async () => {
  await server.close();
  server = await startClinicServer(buildSession({ businessType: 'turf' }));
  renderSignedIn(server, <NewAppointmentDialog opened onClose={() => undefined} />);
  expect(await screen.findByRole('combobox', { name: 'Customer Name' })).toBeVisible();
  expect(screen.queryByLabelText(/^Doctor Name/)).toBeNull();
  expect(screen.getByRole('dialog', { name: 'New Booking' })).toBeVisible();
  expect(screen.getByRole('button', { name: /^Create Booking/ })).toBeVisible();
});
