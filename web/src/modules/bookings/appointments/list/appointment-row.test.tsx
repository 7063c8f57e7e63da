import { addDays, indiaDate, now } from '@samay/contract/core/time';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildAppointment, buildMay, buildSession } from '../../../../../test/builders.ts';
import {
  answerError,
  answerPage,
  type ClinicServer,
  startClinicServer,
} from '../../../../../test/clinic-server.ts';
import { list, showList } from '../../../../../test/show-list.tsx';

let server: ClinicServer;

beforeEach(async () => {
  server = await startClinicServer();
});
afterEach(() => server.close());

it('names money of a cancelled or missed booking as a fee [P-9.156]', async () => {
  const paid = { amount: 500_00, price: 700_00, discount: 100_00, paymentMethod: 'UPI' };
  const kept = buildAppointment({ ...paid, status: 'no_show', personName: 'Suresh Bose' });
  const open = buildAppointment({ ...paid, personName: 'Meera Joshi' });
  server.routes.set(list, answerPage([kept, open]));
  showList(server);
  const row = (await screen.findByText('Suresh Bose')).closest<HTMLElement>('[role="row"]');
  expect(row).toHaveTextContent('Fee');
  expect(screen.getAllByText('Fee')).toHaveLength(1);
  expect(screen.getByText('₹100 off')).toBeInTheDocument();
});

it('says what the person did themselves, until the desk changes it [P-12.73]', async () => {
  const moved = buildAppointment({ personName: 'Suresh Bose', ownChange: 'moved' });
  const { ownChange: _, ...known } = moved;
  const cancelled = buildAppointment({
    personName: 'Meera Joshi',
    status: 'cancelled',
    ownChange: 'cancelled',
  });
  server.routes.set(list, answerPage([{ ...moved, isOnline: true }, cancelled]));
  const { user } = showList(server);
  expect(await screen.findByText('Moved by the patient')).toBeVisible();
  expect(screen.getByText('Online').closest('[role="row"]')).toHaveTextContent('Suresh Bose');
  expect(screen.getByText('By the patient').closest('[role="row"]')).toHaveTextContent('Meera Joshi');
  server.routes.set(`POST /api/appointments/${moved.id}/no-show`, () => ({
    json: { ...known, status: 'no_show', may: buildMay('no_show') },
  }));
  server.routes.set(list, () => 'drop');
  await user.click(screen.getByRole('button', { name: 'More for Suresh Bose' }));
  await user.click(await screen.findByRole('menuitem', { name: 'No-show' }));
  await waitFor(() => expect(screen.queryByText('Moved by the patient')).toBeNull());
});

describe('changing a row', () => {
  const appointment = buildAppointment({ personName: 'Suresh Bose' });
  const path = `/api/appointments/${appointment.id}`;

  beforeEach(() => server.routes.set(list, answerPage([appointment])));

  it('asks before it cancels; the row then leaves [P-5.10]', async () => {
    const { user } = showList(server);
    await user.click(await screen.findByRole('button', { name: 'Cancel Suresh Bose' }));
    expect(await screen.findByText('Are you sure you want to cancel this appointment?')).toBeVisible();
    expect(within(screen.getByRole('dialog')).getByText(/^Suresh Bose, .*21 Nov.*, 2:30 pm$/)).toBeVisible();
    expect(server.requestsOf(`POST ${path}/cancellation`)).toHaveLength(0);
    server.routes.set(`POST ${path}/cancellation`, () => ({
      json: { ...appointment, status: 'cancelled', may: buildMay('cancelled') },
    }));
    server.routes.set(list, answerPage([]));
    await user.click(screen.getByRole('button', { name: 'Cancel appointment' }));
    expect(await screen.findByText('Appointment of Suresh Bose cancelled')).toBeVisible();
    await waitFor(() => expect(screen.queryByText('Suresh Bose')).toBeNull());
  });

  it('keeps the row without a confirmation', async () => {
    const { user } = showList(server);
    await user.click(await screen.findByRole('button', { name: 'Cancel Suresh Bose' }));
    await user.click(await screen.findByRole('button', { name: 'Keep appointment' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByText('Suresh Bose')).toBeVisible();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Cancel Suresh Bose' })).toHaveFocus());
  });

  it.each([
    ['Failed to cancel appointment', () => 'drop' as const],
    [
      'Only scheduled and no-show appointments can be cancelled.',
      answerError(
        409,
        'appointment.not_cancellable',
        'Only scheduled and no-show appointments can be cancelled.',
      ),
    ],
  ])('stays in the dialog with: %s [P-5.20]', async (text, fault) => {
    server.routes.set(`POST ${path}/cancellation`, fault);
    const { user } = showList(server);
    await user.click(await screen.findByRole('button', { name: 'Cancel Suresh Bose' }));
    await user.click(await screen.findByRole('button', { name: 'Cancel appointment' }));
    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.getByText('Suresh Bose')).toBeInTheDocument();
  });

  it('shows an arrival immediately and rolls it back on an error', async () => {
    let answer: (value: 'drop') => void = () => undefined;
    server.routes.set(`PUT ${path}/arrival`, () => new Promise((resolve) => (answer = resolve)));
    const { user } = showList(server);
    await user.click(await screen.findByRole('button', { name: 'More for Suresh Bose' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Arrived' }));
    expect(await screen.findByText('Arrived')).toBeVisible();
    await waitFor(() => expect(server.requestsOf(`PUT ${path}/arrival`)).toHaveLength(1));
    answer('drop');
    expect(await screen.findByText('Failed to update appointment')).toBeVisible();
    await waitFor(() => expect(screen.queryByText('Arrived')).toBeNull());
  });

  it('offers Undo after a no-show, and the keyboard reaches it all', async () => {
    server.routes.set(`POST ${path}/no-show`, () => ({
      json: { ...appointment, status: 'no_show', may: buildMay('no_show') },
    }));
    server.routes.set(`DELETE ${path}/no-show`, () => ({ json: appointment }));
    const { user } = showList(server);
    const more = await screen.findByRole('button', { name: 'More for Suresh Bose' });
    more.focus();
    await user.keyboard('{Enter}');
    expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual([
      'Arrived',
      'Start',
      'Complete',
      'No-show',
      'Reschedule',
      'Record payment',
    ]);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(more).toHaveFocus());
    await user.keyboard('{ArrowDown}');
    await user.click(await screen.findByRole('menuitem', { name: 'No-show' }));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(server.requestsOf(`DELETE ${path}/no-show`)).toHaveLength(1));
  });

  it('takes what is due from the menu by keys, which has the focus again after the dialog', async () => {
    server.routes.set(list, answerPage([{ ...appointment, due: 500_00 }]));
    const { user } = showList(server);
    const more = await screen.findByRole('button', { name: 'More for Suresh Bose' });
    more.focus();
    await user.keyboard('{Enter}');
    await screen.findByRole('menuitem', { name: 'Take ₹500' });
    await user.keyboard('{End}{Enter}');
    expect(await screen.findByRole('dialog', { name: /Suresh Bose/ })).toBeVisible();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(more).toHaveFocus());
  });

  it('links the telephone number of a row, labels each View button, and corrects the payment [P-5.34, P-5.54, P-5.55]', async () => {
    const prescription = {
      fileName: 'a.pdf',
      mediaType: 'application/pdf',
      bytes: 4,
      uploadedAt: '2026-11-20T04:30:00.000Z',
    } as const;
    server.routes.set(list, answerPage([{ ...appointment, amount: 500_00, prescription }]));
    const { user } = showList(server);
    expect(await screen.findByRole('link', { name: '+91 98450 12345' })).toHaveAttribute(
      'href',
      'tel:+919845012345',
    );
    const views = screen.getAllByRole('button', { name: /^View / });
    expect(
      views.map((view) => [view.getAttribute('aria-label'), view.querySelector('svg') !== null]),
    ).toEqual([
      ['View prescription of Suresh Bose', true],
      ['View Suresh Bose', false],
    ]);
    await user.click(screen.getByRole('button', { name: 'More for Suresh Bose' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Correct payment' }));
    expect(await screen.findByRole('dialog', { name: 'Correct payment · Suresh Bose' })).toBeVisible();
  });

  it('says from when until when at a turf [P-8.61]', async () => {
    await server.close();
    server = await startClinicServer(buildSession({ businessType: 'turf' }));
    const game = buildAppointment({ doctor: null, time: '19:00', endTime: '21:00' });
    server.routes.set(list, answerPage([game]));
    showList(server);
    expect(await screen.findByText('7:00–9:00 pm')).toBeVisible();
  });

  it('says how late somebody of today comes, until they have come [P-8.52]', async () => {
    const today = indiaDate(now());
    const rows = [
      { personName: 'Asha Pai', date: today },
      { personName: 'Uma Pai', date: today, arrivedAt: now().toISOString() },
      { personName: 'Ravi Pai', date: addDays(today, -1) },
    ].map((row) => buildAppointment({ ...row, id: crypto.randomUUID(), delay: 15 }));
    server.routes.set(list, answerPage(rows));
    showList(server);
    await screen.findByText('Uma Pai');
    const late = screen.getAllByRole('row').filter((row) => within(row).queryByText('15 min late'));
    expect(late.map((row) => within(row).queryByText('Asha Pai') !== null)).toEqual([true]);
  });

  it('offers only what the server allows [P-5.53]', async () => {
    const done = buildAppointment({
      personName: 'Divya Menon',
      status: 'completed',
      may: buildMay('completed').filter((verb) => verb !== 'recordPayment'),
    });
    server.routes.set(
      list,
      answerPage([{ ...done, may: done.may.filter((verb) => verb !== 'uploadPrescription') }]),
    );
    showList(server);
    await screen.findByText('Divya Menon');
    expect(screen.queryByRole('button', { name: 'Cancel Divya Menon' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'More for Divya Menon' })).toBeNull();
    expect(screen.getByText('Not uploaded')).toBeVisible();
  });
});
