import { fireEvent, screen, waitFor } from '@testing-library/react';
import { NewAppointment } from '@samay/contract/bookings/appointments';
import { addDays, indiaDate, now } from '@samay/contract/core/time';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { buildAppointment, buildService, buildSession } from '../../../../../../test/builders.ts';
import { choose } from '../../../../../../test/choose.ts';
import { answerError, type ClinicServer } from '../../../../../../test/clinic-server.ts';
import { renderSignedIn } from '../../../../../../test/render-signed-in.tsx';
import {
  answerWith,
  doctors,
  iyer,
  sent,
  startServerWithStarts,
} from '../../../../../../test/show-new-appointment.tsx';
import { create, lookUp } from '../../../../../../test/show-quick-booking.tsx';
import { NewAppointmentDialog } from '../dialog/new-appointment-dialog.tsx';
import { QuickBooking } from '../quick/quick-booking.tsx';

const follow = buildService({ id: '00000000-0000-4000-8000-0000000000e2', name: 'Follow-up' });
const facts = 'Age, sex and guardian';
const tomorrow = addDays(indiaDate(now()), 1);
let server: ClinicServer;
let view: ReturnType<typeof renderSignedIn>;

afterEach(async () => {
  await server.close();
});

/** Starts the server of a clinic with two doctors and two services. */
async function start() {
  server = await startServerWithStarts(buildSession());
  answerWith(server, doctors, [buildService(), follow]);
  server.routes.set(lookUp, () => ({ json: { items: [] } }));
}

function show(shown: 'quick' | 'dialog') {
  const onClose = vi.fn();
  view = renderSignedIn(
    server,
    shown === 'quick' ? <QuickBooking /> : <NewAppointmentDialog opened onClose={onClose} />,
  );
  return { ...view, onClose };
}

const field = (name: string | RegExp) => screen.getByRole('textbox', { name });

/** Types into every field of the quick form. */
async function typeQuickly() {
  const { user } = show('quick');
  await user.type(await screen.findByRole('combobox', { name: 'Phone number' }), '98450 12345');
  await user.type(screen.getByRole('combobox', { name: 'Patient name' }), 'Asha Pai');
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Service' }), 'Follow-up');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Doctor' }), 'Dr. Ananya Iyer');
  await user.click(screen.getByRole('radio', { name: 'Tomorrow' }));
  await user.click(await screen.findByRole('radio', { name: '11:00 am' }));
  expect(screen.queryByRole('textbox', { name: 'Age' })).toBeNull();
  await user.click(screen.getByRole('button', { name: facts }));
  await waitFor(() => expect(field('Age')).toHaveFocus());
  await user.keyboard('1992');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Sex' }), 'Female');
  await user.type(field('Parent or guardian'), 'Sunita Pai');
  return user;
}

const typed = {
  personName: 'Asha Pai',
  personContact: '98450 12345',
  born: '1992',
  sex: 'female',
  guardian: 'Sunita Pai',
  date: tomorrow,
  time: '11:00',
  doctor: 'Dr. Ananya Iyer',
  resourceId: iyer,
  serviceId: follow.id,
};

const book = () => screen.getByRole('button', { name: /^(Book|Create Appointment)/ });
const isSent = (times: number) => waitFor(() => expect(server.requestsOf(create)).toHaveLength(times));

describe('every field of the quick form', () => {
  it('is sent, and kept by a refusal and a change of page [P-7.62, P-8.91]', async () => {
    await start();
    server.routes.set(create, answerError(409, 'plan.limit_reached', 'The plan is full.'));
    const user = await typeQuickly();
    await user.keyboard('{Enter}');
    expect(await screen.findByText('The plan is full.')).toBeVisible();
    expect(sent(server)).toEqual(typed);
    view.unmount();
    show('quick');
    expect(await screen.findByRole('textbox', { name: 'Parent or guardian' })).toHaveValue('Sunita Pai');
    await screen.findByRole('button', { name: /^Book .*11:00 am/ });
    await user.click(book());
    await isSent(2);
    expect(sent(server, 1)).toEqual(typed);
  });

  it('goes along to the dialog, which empties the quick form once it has booked [P-8.91]', async () => {
    await start();
    const user = await typeQuickly();
    view.unmount();
    const { onClose } = show('dialog');
    await screen.findByDisplayValue('Asha Pai');
    await waitFor(() => expect(screen.getByDisplayValue('Dr. Ananya Iyer')).toBeVisible());
    await user.type(field('Amount (optional)'), '500');
    await user.click(book());
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(sent(server)).toEqual({ ...typed, amount: 500_00 });
    view.unmount();
    show('quick');
    expect(await screen.findByRole('combobox', { name: 'Phone number' })).toHaveValue('');
  });

  it('says what is wrong with an age at its field, and sends nothing [P-7.62]', async () => {
    await start();
    const user = await typeQuickly();
    await user.clear(field('Age'));
    await user.type(field('Age'), 'old{Enter}');
    expect(await screen.findByText('An age, a year or a date, please')).toBeVisible();
    await waitFor(() => expect(field('Age')).toHaveFocus());
    expect(server.requestsOf(create)).toHaveLength(0);
  });
});

it('sends every field of the dialog, also after a lost answer and a change of page [P-8.91]', async () => {
  await start();
  server.routes.set(create, () => 'drop');
  const { user } = show('dialog');
  await user.type(await screen.findByRole('combobox', { name: 'Patient Name' }), 'Asha Pai');
  await user.type(screen.getByRole('combobox', { name: 'Contact (optional)' }), '98450 12345');
  await user.type(field('Email'), 'asha@people.example');
  await user.click(screen.getByRole('button', { name: facts }));
  await user.keyboard('1992');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Sex' }), 'Female');
  await user.type(field('Parent or guardian'), 'Sunita Pai');
  await choose(user, await screen.findByRole('combobox', { name: 'Service' }), 'Follow-up');
  const doctor = screen.getByLabelText(/^Doctor Name/, { selector: 'input' });
  await user.clear(doctor);
  await user.type(doctor, 'Dr. Ananya Iyer');
  fireEvent.change(screen.getByLabelText(/^Time/), { target: { value: '11:00' } });
  await user.clear(field('Minutes'));
  await user.type(field('Minutes'), '45');
  await user.clear(field('Date'));
  await user.type(field('Date'), tomorrow.split('-').toReversed().join('/'));
  await user.type(field('Amount (optional)'), '500');
  await choose(user, screen.getByRole('combobox', { name: 'Payment Method (optional)' }), 'UPI');
  await user.type(field('Payment ID (optional)'), 'pay_1');
  await user.click(book());
  await screen.findByRole('button', { name: 'Retry' });
  view.unmount();
  server.routes.set(create, () => ({ status: 201, json: buildAppointment() }));
  const { onClose } = show('dialog');
  await user.click(await screen.findByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  const all = {
    ...typed,
    personEmail: 'asha@people.example',
    duration: 45,
    amount: 500_00,
    paymentMethod: 'UPI',
    paymentId: 'pay_1',
  };
  expect([sent(server), sent(server, 1)]).toEqual([all, all]);
  // The quick form leaves these to the dialog.
  const leftToDialog = ['personEmail', 'duration', 'amount', 'paymentMethod', 'paymentId'];
  expect([...Object.keys(typed), ...leftToDialog].toSorted()).toEqual(Object.keys(all).toSorted());
  // A turf's size, a walk-in, the reason of a booking over another and the answer about an amount above
  // the price have no field here.
  const others = ['size', 'walkIn', 'overbookedReason', 'above'];
  expect([...Object.keys(all), ...others].toSorted()).toEqual(Object.keys(NewAppointment.shape).toSorted());
});
