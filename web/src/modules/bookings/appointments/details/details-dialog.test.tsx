import type { BookingMoney } from '@samay/contract/bookings/money';
import { indiaDate, now } from '@samay/contract/core/time';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildAppointment, buildMay, buildMoney, buildMoneyRow } from '../../../../../test/builders.ts';
import { type ClinicServer, answerError, startClinicServer } from '../../../../../test/clinic-server.ts';
import { renderSignedIn } from '../../../../../test/render-signed-in.tsx';
import { DetailsDialog } from './details-dialog.tsx';
import { timeText } from '../../../../lib/days.ts';

const appointment = buildAppointment({ personName: 'Suresh Bose', reference: 'booking_1795000000009' });
const path = `/api/appointments/${appointment.id}`;
/** A booking of today, in consultation. */
const inside = {
  ...appointment,
  date: indiaDate(now()),
  arrivedAt: now().toISOString(),
  startedAt: now().toISOString(),
};
let server: ClinicServer;

beforeEach(async () => {
  server = await startClinicServer();
  server.routes.set(`GET ${path}`, () => ({ json: appointment }));
});
afterEach(() => server.close());

function open() {
  const onClose = vi.fn();
  return { onClose, ...renderSignedIn(server, <DetailsDialog id={appointment.id} onClose={onClose} />) };
}

/** Opens the menu of the actions that are not in sight, and returns their names. */
async function openMenu(user: ReturnType<typeof open>['user']): Promise<(string | null)[]> {
  await user.click(await screen.findByRole('button', { name: /^More actions/ }));
  await screen.findByRole('menu');
  return screen.getAllByRole('menuitem').map(({ textContent }) => textContent);
}

/** Presses an action, wherever the booking's state has put it. */
async function choose(user: ReturnType<typeof open>['user'], name: string): Promise<void> {
  await screen.findByRole('button', { name: /^More actions/ });
  const inSight = screen.queryByRole('button', { name });
  if (!inSight) await openMenu(user);
  await user.click(inSight ?? screen.getByRole('menuitem', { name }));
}

/** The names of the buttons before the fields, without the dialog's own. */
const inSight = () => {
  const menu = screen.getByRole('button', { name: /^More actions/ });
  const buttons = screen.getAllByRole('button').map((button) => button.textContent);
  return buttons.slice(1, screen.getAllByRole('button').indexOf(menu));
};

it('shows name and state first, two actions of its state, and all others in a menu [P-5.51, P-5.83]', async () => {
  server.routes.set(`GET ${path}`, () => ({ json: { ...appointment, date: indiaDate(now()) } }));
  const { user } = open();
  expect(await screen.findByText('booking_1795000000009')).toBeVisible();
  expect(
    screen
      .getAllByRole('term')
      .slice(0, 3)
      .map(({ textContent }) => textContent),
  ).toEqual(['Patient Name', 'Status', 'Booking Reference']);
  expect(screen.getByText('Not uploaded')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Upload' })).toBeVisible();
  expect(inSight()).toEqual(['Arrived', '₹']);
  expect(await openMenu(user)).toEqual([
    'Start',
    'Complete',
    'No-show',
    'History and note',
    'Record payment',
    'Edit patient',
    'Reschedule',
    'Cancel',
    'Print slip',
    'Share slip',
  ]);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  expect(screen.getByText('booking_1795000000009')).toBeVisible();
});

it('has agreed fields that are absent in one line, and no row of any other [P-5.51]', async () => {
  const cancellation = { at: '2026-11-20T04:30:00.000Z', by: 'Ravi Kumar', reason: null };
  server.routes.set(`GET ${path}`, () => ({
    json: { ...appointment, personContact: null, status: 'cancelled', cancellation, may: [] },
  }));
  open();
  await screen.findByText('booking_1795000000009');
  const absentFields = screen.getAllByText('N/A').map((value) => value.previousElementSibling?.textContent);
  expect(absentFields).toEqual(['Contact', 'Payment Amount', 'Payment Method', 'Payment ID']);
  expect(new Set(screen.getAllByText('N/A').map((value) => value.closest('dl'))).size).toBe(1);
});

it('says that a booking is one of a series, and how many are to come [P-5.84]', async () => {
  server.routes.set(`GET ${path}`, () => ({
    json: { ...appointment, seriesId: '00000000-0000-4000-8000-0000000000d1' },
  }));
  server.routes.set(`GET ${path}/series`, () => ({
    json: { following: 8, all: 9, total: 12, from: '2026-11-07', until: '2027-01-23' },
  }));
  open();
  expect(await screen.findByText('12 appointments, 7 Nov 2026 to 23 Jan 2027; 9 to come')).toBeVisible();
});

it('says how late somebody of today comes [P-8.52]', async () => {
  const late = { ...appointment, date: indiaDate(now()), delay: 15 };
  server.routes.set(`GET ${path}`, () => ({ json: late }));
  open();
  expect(await screen.findByText('15 min late')).toBeVisible();
});

it('schedules a no-show again by its button', async () => {
  const missed = { ...appointment, status: 'no_show', may: buildMay('no_show') };
  server.routes.set(`GET ${path}`, () => ({ json: missed }));
  server.routes.set(`DELETE ${path}/no-show`, () => ({ json: appointment }));
  const { user } = open();
  const again = await screen.findByRole('button', { name: 'Schedule again' });
  server.routes.set(`GET ${path}`, () => ({ json: appointment }));
  await user.click(again);
  expect(await screen.findByText('Scheduled')).toBeVisible();
  expect(server.requestsOf(`DELETE ${path}/no-show`)).toHaveLength(1);
});

it('offers nothing that the server does not allow [P-5.53]', async () => {
  server.routes.set(`GET ${path}`, () => ({ json: { ...appointment, status: 'cancelled', may: [] } }));
  const { user } = open();
  await screen.findByText('booking_1795000000009');
  expect(
    screen.getAllByRole('button').map((button) => button.getAttribute('aria-label') ?? button.textContent),
  ).toEqual([
    'Close',
    'History and note',
    'Print slip',
    'More actions for Suresh Bose',
    'Copy booking reference',
  ]);
  expect(await openMenu(user)).toEqual(['Share slip']);
});

it('asks after a completion how what is due was paid, and one press takes it [P-9.19]', async () => {
  const owing = { price: 70_000, due: 70_000 };
  server.routes.set(`GET ${path}`, () => ({ json: { ...inside, ...owing } }));
  const completed = { ...appointment, ...owing, status: 'completed', may: buildMay('completed') };
  server.routes.set(`POST ${path}/completion`, () => ({ json: completed }));
  server.routes.set(`POST ${path}/payments`, () => ({
    json: { ...completed, amount: 70_000, due: 0, paymentMethod: 'UPI' },
  }));
  const { user } = open();
  const complete = await screen.findByRole('button', { name: 'Complete' });
  server.routes.set(`GET ${path}`, () => ({ json: completed }));
  await user.click(complete);
  expect(
    await screen.findByText('Appointment of Suresh Bose completed. ₹700 is due: how was it paid?'),
  ).toBeVisible();
  expect(screen.getByRole('button', { name: 'Undo' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'UPI' }));
  expect(await screen.findByText('₹700 by UPI from Suresh Bose')).toBeVisible();
  expect(JSON.parse(server.requestsOf(`POST ${path}/payments`)[0]?.body ?? '')).toEqual({
    amount: 70_000,
    method: 'UPI',
    amountBefore: null,
  });
});

it('asks after a completion for the advance first [P-9.19, P-9.20]', async () => {
  const completed = {
    ...appointment,
    price: 70_000,
    due: 70_000,
    status: 'completed',
    may: buildMay('completed'),
  };
  server.routes.set(`POST ${path}/completion`, () => ({ json: completed }));
  server.routes.set(`GET ${path}/money`, () => ({ json: buildMoney({ advance: 50_000 }) }));
  server.routes.set(`POST ${path}/payments`, () => ({ json: { ...completed, amount: 50_000, due: 20_000 } }));
  const { user } = open();
  const complete = await screen.findByRole('button', { name: 'Complete' });
  server.routes.set(`GET ${path}`, () => ({ json: completed }));
  await user.click(complete);
  const toast = (await screen.findByText(/how was it paid\?$/)).closest<HTMLElement>('[role=alert]');
  if (!toast) throw new Error('There is no toast.');
  const ways = within(toast).getAllByRole('button', { name: /^(?!Close)/ });
  expect(ways.map(({ textContent }) => textContent)).toEqual(['Advance ₹500', 'UPI', 'Cash', 'Card', 'Undo']);
  await user.click(within(toast).getByRole('button', { name: 'Advance ₹500' }));
  expect(await screen.findByText('₹500 from the advance of Suresh Bose')).toBeVisible();
  expect(JSON.parse(server.requestsOf(`POST ${path}/payments`)[0]?.body ?? '')).toMatchObject({
    amount: 50_000,
    method: 'Advance',
  });
});

it('shares a slip as text with the address, and copies it where the browser cannot share [P-9.24]', async () => {
  server.routes.set(`GET ${path}`, () => ({
    json: { ...appointment, amount: 70_000, due: 0, paymentMethod: 'Cash' },
  }));
  server.routes.set('GET /api/business-details', () => ({
    json: {
      address: '12, MG Road\nPune',
      telephone: '020 2553 0000',
      registrationNumber: 'MH-1234',
      mapLink: 'https://maps.example/12',
    },
  }));
  const { user, client } = open();
  const share = vi.fn<(shared: ShareData) => Promise<void>>(async () => {});
  Object.defineProperty(navigator, 'share', { value: share, configurable: true });
  await screen.findByText('booking_1795000000009');
  await waitFor(() => expect(client.getQueryData(['business-details'])).toBeDefined());
  await choose(user, 'Share slip');
  await waitFor(() => expect(share).toHaveBeenCalledOnce());
  const text = share.mock.calls[0]?.[0].text;
  expect(text).toMatch(
    /Patient Name: Suresh Bose[^]+12, MG Road\nPune\n020 2553 0000\nhttps:\/\/maps.example\/12$/,
  );
  expect(text).not.toMatch(/Payment|Receipt/);
  Reflect.deleteProperty(navigator, 'share');
  await choose(user, 'Share slip');
  expect(await screen.findByText('Slip copied')).toBeVisible();
  expect(await navigator.clipboard.readText()).toContain('Patient Name: Suresh Bose');
});

it('completes, names the person, and undoes it [P-5.30]', async () => {
  const completed = {
    ...appointment,
    status: 'completed',
    may: [...buildMay('completed'), 'undoCompletion'],
  };
  server.routes.set(`GET ${path}`, () => ({ json: inside }));
  server.routes.set(`POST ${path}/completion`, () => ({ json: completed }));
  const { user } = open();
  const complete = await screen.findByRole('button', { name: 'Complete' });
  server.routes.set(`GET ${path}`, () => ({ json: completed }));
  await user.click(complete);
  expect(await screen.findByText('Appointment of Suresh Bose completed')).toBeVisible();
  expect(screen.getByText('Completed')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Undo completion' })).toBeVisible();
  const undo = `DELETE ${path}/completion`;
  server.routes.set(undo, () => ({ json: appointment }));
  server.routes.set(`GET ${path}`, () => ({ json: appointment }));
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Appointment of Suresh Bose scheduled again')).toBeVisible();
  expect(server.requestsOf(undo)).toHaveLength(1);
  expect(await screen.findByText('Scheduled')).toBeVisible();
});

it('records a payment in paise, once, and corrects it after that [P-5.34]', async () => {
  const paid = { ...appointment, amount: 800_00 };
  server.routes.set(`PATCH ${path}`, () => ({ json: paid }));
  const { user } = open();
  expect(await screen.findByRole('link', { name: '+91 98450 12345' })).toHaveAttribute(
    'href',
    'tel:+919845012345',
  );
  await choose(user, 'Record payment');
  await user.type(screen.getByRole('textbox', { name: 'Amount' }), '800');
  server.routes.set(`GET ${path}`, () => ({ json: paid }));
  await user.click(screen.getByRole('button', { name: 'Save Payment' }));
  expect(await screen.findByText('Payment recorded')).toBeVisible();
  expect(JSON.parse(server.requestsOf(`PATCH ${path}`)[0]?.body ?? '')).toEqual({ amount: 800_00 });
  expect(await openMenu(user)).not.toContain('Record payment');
  await user.click(screen.getByRole('menuitem', { name: 'Correct payment' }));
  await user.clear(screen.getByRole('textbox', { name: 'Amount' }));
  await user.type(screen.getByRole('textbox', { name: 'Amount' }), '900{Enter}');
  expect(await screen.findByText('Payment corrected')).toBeVisible();
});

it('corrects the person of the booking [P-5.32]', async () => {
  const corrected = { ...appointment, personName: 'Suresh Basu' };
  server.routes.set(`PATCH ${path}`, () => ({ json: corrected }));
  const { user } = open();
  await choose(user, 'Edit patient');
  const name = screen.getByRole('textbox', { name: 'Patient Name' });
  expect(name).toHaveValue('Suresh Bose');
  await user.clear(name);
  await user.click(screen.getByRole('button', { name: 'Save Patient' }));
  expect(await screen.findByText('Please enter a name')).toBeVisible();
  await waitFor(() => expect(name).toHaveFocus());
  await user.type(name, 'Suresh Basu');
  server.routes.set(`GET ${path}`, () => ({ json: corrected }));
  await user.click(screen.getByRole('button', { name: 'Save Patient' }));
  expect(await screen.findByText('Patient details saved')).toBeVisible();
  expect(screen.getByText('Suresh Basu')).toBeVisible();
  expect(JSON.parse(server.requestsOf(`PATCH ${path}`)[0]?.body ?? '')).toEqual({
    personName: 'Suresh Basu',
  });
});

it('asks whether a corrected number is for the others who have it, and for nobody else [P-7.53]', async () => {
  const person = { email: null, lastVisit: null, nextVisit: null, contact: '98450-12345' };
  const found = ['Suresh Bose', 'Rohan Bose', 'Anu Bose', 'Kamala'].map((name, at) => ({
    ...person,
    id: `00000000-0000-4000-8000-0000000000c${at}`,
    name,
    ...(name === 'Kamala' && { contact: '98300 98450, 9845012345' }),
  }));
  server.routes.set('GET /api/people', () => ({ json: { items: found } }));
  server.routes.set(`PATCH ${path}`, () => ({ json: appointment }));
  const { user } = open();
  const type = async (contact: string) => {
    await choose(user, 'Edit patient');
    await user.clear(screen.getByRole('textbox', { name: 'Contact' }));
    await user.type(screen.getByRole('textbox', { name: 'Contact' }), contact);
  };
  await type('+91 98450 12346');
  const also = { name: 'Also for Rohan Bose and Anu Bose, who have +91 98450 12345' };
  expect(await screen.findByRole('checkbox', also)).toBeChecked();
  await user.type(screen.getByRole('textbox', { name: 'Contact' }), '{Backspace}5, evenings');
  expect(screen.queryByRole('checkbox')).toBeNull();
  await user.type(screen.getByRole('textbox', { name: 'Contact' }), '{Backspace>11/}7');
  await user.click(await screen.findByRole('checkbox', also));
  await user.click(screen.getByRole('checkbox', also));
  await user.click(screen.getByRole('button', { name: 'Save Patient' }));
  expect(await screen.findByText('Patient details saved')).toBeVisible();
  await type('98450 12346');
  await user.click(await screen.findByRole('checkbox', also));
  await user.click(screen.getByRole('button', { name: 'Save Patient' }));
  await waitFor(() => expect(server.requestsOf(`PATCH ${path}`)).toHaveLength(2));
  expect(server.requestsOf(`PATCH ${path}`).map(({ body }) => JSON.parse(body) as unknown)).toEqual([
    { personContact: '+91 98450 12347', forAll: true },
    { personContact: '98450 12346' },
  ]);
});

it('adds age, sex and guardian of the patient, and says that a merge has ended [P-7.37, P-7.44]', async () => {
  const { user } = open();
  await choose(user, 'Edit patient');
  await user.type(screen.getByRole('textbox', { name: 'Age' }), 'six');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Sex' }), 'Female');
  await user.type(screen.getByRole('textbox', { name: 'Parent or guardian' }), 'Sunita Bose');
  await user.click(screen.getByRole('button', { name: 'Save Patient' }));
  expect(await screen.findByText('An age, a year or a date, please')).toBeVisible();
  await user.clear(screen.getByRole('textbox', { name: 'Age' }));
  await user.type(screen.getByRole('textbox', { name: 'Age' }), '2020');
  server.routes.set(`PATCH ${path}`, () => ({ json: { ...appointment, endedMerges: true } }));
  await user.click(screen.getByRole('button', { name: 'Save Patient' }));
  const said = 'Patient details saved. Their merge with another patient has ended';
  expect(await screen.findByText(said)).toBeVisible();
  expect(JSON.parse(server.requestsOf(`PATCH ${path}`)[0]?.body ?? '')).toEqual({
    born: '2020',
    sex: 'female',
    guardian: 'Sunita Bose',
  });
});

it('links to the patient for users who may read patients only [P-7.14]', async () => {
  const { unmount } = open();
  await screen.findByText('booking_1795000000009');
  expect(screen.queryByRole('link', { name: 'All visits' })).toBeNull();
  unmount();
  const patientId = '00000000-0000-4000-8000-0000000000aa';
  server.routes.set(`GET ${path}`, () => ({ json: { ...appointment, patientId } }));
  const { user, onClose } = open();
  const link = await screen.findByRole('link', { name: 'All visits' });
  expect(link).toHaveAttribute('href', `/dashboard/patients?patient=${patientId}`);
  await user.click(link);
  expect(onClose).toHaveBeenCalledOnce();
});

it('moves to another time, and keeps the form when that fails [P-5.31]', async () => {
  server.routes.set(`PUT ${path}/schedule`, () => 'drop');
  const { user } = open();
  await choose(user, 'Reschedule');
  expect(screen.getByText('Booked for', { exact: false })).toHaveTextContent(
    `Booked for ${timeText(appointment)} with Dr. Kavita Rao`,
  );
  expect(screen.getByRole('textbox', { name: 'New Date' })).toHaveValue('21 Nov 2026');
  const time = screen.getByLabelText(/^New Time/);
  await user.clear(time);
  await user.type(time, '16:45');
  await user.click(screen.getByRole('button', { name: 'Reschedule' }));
  expect(await screen.findByText('Failed to reschedule appointment')).toBeVisible();
  expect(time).toHaveValue('16:45');
  server.routes.set(`PUT ${path}/schedule`, () => ({ json: { ...appointment, time: '16:45' } }));
  await user.click(screen.getByRole('button', { name: 'Reschedule' }));
  expect(
    await screen.findByText(`Suresh Bose moved to ${timeText({ ...appointment, time: '16:45' })}`),
  ).toBeVisible();
  expect(JSON.parse(server.requestsOf(`PUT ${path}/schedule`)[1]?.body ?? '')).toEqual({
    date: '2026-11-21',
    time: '16:45',
    duration: 30,
    before: { date: '2026-11-21', time: '14:30' },
  });
});

it('closes after a cancel, and Escape closes the question only', async () => {
  server.routes.set(`POST ${path}/cancellation`, () => ({
    json: { ...appointment, status: 'cancelled', may: buildMay('cancelled') },
  }));
  const { user, onClose } = open();
  await choose(user, 'Cancel');
  await screen.findByText('Are you sure you want to cancel this appointment?');
  await user.keyboard('{Escape}');
  await waitFor(() =>
    expect(screen.queryByText('Are you sure you want to cancel this appointment?')).toBeNull(),
  );
  expect(onClose).not.toHaveBeenCalled();
  await choose(user, 'Cancel');
  await user.click(await screen.findByRole('button', { name: 'Cancel appointment' }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
});

describe('a cancellation of a booking with money', () => {
  const paid = { ...appointment, amount: 70_000, paymentMethod: 'UPI' };
  const route = `POST ${path}/cancellation`;
  const row = buildMoneyRow({ method: 'UPI' });

  async function openCancel(money: BookingMoney) {
    server.routes.set(`GET ${path}`, () => ({ json: paid }));
    server.routes.set(`GET ${path}/money`, () => ({ json: money }));
    server.routes.set(route, () => ({ json: { ...paid, status: 'cancelled', may: [] } }));
    const view = open();
    await choose(view.user, 'Cancel');
    await screen.findByRole('radiogroup', { name: 'What becomes of ₹700?' });
    return view;
  }
  const sent = () => JSON.parse(server.requestsOf(route)[0]?.body ?? '{}') as unknown;

  it('keeps it as a fee unless told otherwise [P-9.13, P-9.156]', async () => {
    const { user, onClose } = await openCancel(buildMoney({ rows: [row] }));
    expect(screen.getByRole('radio', { name: 'Keep as cancellation fee' })).toBeChecked();
    await user.click(screen.getByRole('button', { name: 'Cancel appointment' }));
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(sent()).toEqual({ money: 'leave' });
  });

  it('names the fee and the day on which it was kept [P-9.156]', async () => {
    const fee = { ...paid, status: 'cancelled', due: null, keptOn: '2026-11-24', may: [] };
    server.routes.set(`GET ${path}`, () => ({ json: fee }));
    open();
    expect(await screen.findByText('Cancellation Fee')).toBeVisible();
    expect(screen.getByText('₹700, kept on 24 Nov 2026')).toBeVisible();
  });

  it('gives it back by the method it was paid by, or another one [P-9.13]', async () => {
    const { user, onClose } = await openCancel(buildMoney({ rows: [row] }));
    await waitFor(() => expect(screen.getByRole('radio', { name: 'Give back' })).toBeEnabled());
    await user.click(screen.getByRole('radio', { name: 'Give back' }));
    expect(screen.getByRole('combobox', { name: 'Given back by' })).toHaveValue('UPI');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Given back by' }), 'Cash');
    await user.click(screen.getByRole('button', { name: 'Cancel appointment' }));
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(sent()).toEqual({ money: 'refund', method: 'Cash' });
  });

  it('says why somebody cannot give it back, who keeps it as an advance [P-9.13]', async () => {
    const { user, onClose } = await openCancel(buildMoney({ rows: [{ ...row, mayRefund: false }] }));
    expect(await screen.findByText('You may not give this money back. Please ask an owner.')).toBeVisible();
    expect(screen.getByRole('radio', { name: 'Give back' })).toBeDisabled();
    await user.click(screen.getByRole('radio', { name: 'Keep as advance' }));
    await user.click(screen.getByRole('button', { name: 'Cancel appointment' }));
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(sent()).toEqual({ money: 'advance' });
  });
});

it('says that a booking is gone, and that it could not be loaded', async () => {
  server.routes.set(
    `GET ${path}`,
    answerError(404, 'not_found', 'This does not exist, or you may not see it.'),
  );
  const { unmount } = open();
  expect(await screen.findByText(/does not exist any more/)).toBeVisible();
  unmount();
  server.routes.set(`GET ${path}`, () => 'drop');
  const { user } = open();
  expect(await screen.findByText('Failed to load appointment')).toBeVisible();
  server.routes.set(`GET ${path}`, () => ({ json: appointment }));
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('booking_1795000000009')).toBeVisible();
});
