import { addDays, addMinutes, formatDate, indiaDate, indiaTime, now } from '@samay/contract/core/time';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildResource, buildService, buildSession } from '../../../../../../test/builders.ts';
import { choose } from '../../../../../../test/choose.ts';
import { answerError, type ClinicServer } from '../../../../../../test/clinic-server.ts';
import {
  answerWith,
  create,
  day,
  doctor,
  doctors,
  fill,
  ground,
  halfA,
  iyer,
  open,
  rao,
  sent,
  startServerWithStarts,
  starts,
  time,
} from '../../../../../../test/show-new-appointment.tsx';

const cleaning = '00000000-0000-4000-8000-0000000000e2';
let server: ClinicServer;

beforeEach(async () => {
  server = await startServerWithStarts();
});
afterEach(async () => {
  await server.close();
});

it('shows the free starts of the day; one press fills time and doctor, and they are sent [P-6.49]', async () => {
  const dialog = await open(server);
  await fill(dialog);
  expect(await starts()).toEqual(['10:00 am', '10:30 am', '11:00 am']);
  expect(doctor()).toHaveAccessibleDescription('Choose a doctor to keep the time for them.');
  await dialog.user.click(screen.getByRole('button', { name: '11:00 am' }));
  expect(time()).toHaveValue('11:00');
  expect(time()).toHaveAccessibleDescription('Ends 11:30 am');
  expect(doctor()).toHaveValue('Dr. Ananya Iyer');
  expect(doctor()).not.toHaveAccessibleDescription();
  await waitFor(async () => expect(await starts()).toEqual(['10:30 am', '11:00 am']));
  expect(screen.getByRole('button', { name: '11:00 am' })).toHaveAttribute('aria-pressed', 'true');
  await dialog.user.click(screen.getByRole('button', { name: 'Create Appointment' }));
  await waitFor(() => expect(dialog.onClose).toHaveBeenCalledOnce());
  expect(sent(server)).toMatchObject({
    doctor: 'Dr. Ananya Iyer',
    resourceId: iyer,
    date: day,
    time: '11:00',
  });
  expect(sent(server)).not.toHaveProperty('duration');
});

it('is one stop of the keyboard, and the arrow keys lead through it [P-6.49]', async () => {
  const { user } = await open(server);
  await starts();
  screen.getByRole('button', { name: '10:00 am' }).focus();
  await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}{ArrowLeft}{ArrowLeft}{ArrowDown} ');
  expect(time()).toHaveValue('11:00');
  await user.tab();
  expect(screen.getByRole('group', { name: /^Free on/ })).not.toContainElement(
    document.activeElement as HTMLElement,
  );
});

it("begins with the caller's own practitioner, and says when a name is none of the doctors [P-6.51]", async () => {
  answerWith(
    server,
    doctors.map((one) => ({ ...one, isOwn: one.id === rao })),
  );
  const dialog = await open(server);
  await waitFor(() => expect(doctor()).toHaveValue('Dr. Kavita Rao'));
  expect(await starts()).toEqual(['10:00 am', '10:30 am']);
  await fill(dialog);
  await dialog.user.clear(doctor());
  await dialog.user.type(doctor(), 'Dr. Visiting{Escape}');
  expect(doctor()).toHaveAccessibleDescription('Not one of your doctors: no time is kept.');
  expect(screen.queryByRole('group', { name: /^Free/ })).toBeNull();
  await dialog.user.click(screen.getByRole('button', { name: 'Create Appointment' }));
  await waitFor(() => expect(server.requestsOf(create)).toHaveLength(1));
  expect(sent(server)).toMatchObject({ doctor: 'Dr. Visiting' });
  expect(sent(server)).not.toHaveProperty('resourceId');
});

it('goes with Next free over days, on from the one that it has found [P-6.49]', async () => {
  const found = [
    { resourceId: iyer, date: addDays(day, 1), time: '09:00' },
    { resourceId: iyer, date: addDays(day, 1), time: '09:30' },
  ];
  server.routes.set('GET /api/slots/next', () => ({ json: { slots: [found.shift()] } }));
  const { user } = await open(server);
  await starts();
  await user.click(screen.getByRole('button', { name: 'Next free' }));
  await waitFor(() => expect(time()).toHaveValue('09:00'));
  expect(doctor()).toHaveValue('Dr. Ananya Iyer');
  await user.click(screen.getByRole('button', { name: 'Next free' }));
  await waitFor(() => expect(time()).toHaveValue('09:30'));
  const asked = server
    .requestsOf('GET /api/slots/next')
    .map(({ query }) => [query.get('date'), query.get('time')]);
  expect(asked).toEqual([
    [day, '00:00'],
    [addDays(day, 1), '09:01'],
  ]);
});

it('fills in this minute with Now [P-6.49]', async () => {
  const { user } = await open(server);
  const before = indiaTime(now());
  await user.click(await screen.findByRole('button', { name: 'Now' }));
  expect([before, addMinutes(before, 1)]).toContain((time() as HTMLInputElement).value);
  expect(screen.getByRole('textbox', { name: 'Date' })).toHaveValue(formatDate(indiaDate(now())));
});

it('shows services from the second one on: end, price and free starts follow [P-6.47, P-6.50]', async () => {
  const evening = { resourceId: null, weekdays: [], hours: { from: '18:00', to: '22:00' }, price: 900_00 };
  const long = buildService({
    id: cleaning,
    name: 'Cleaning',
    duration: 45,
    price: 700_00,
    priceRules: [evening],
  });
  answerWith(server, doctors, [buildService(), long]);
  const dialog = await open(server, { date: day, time: '17:30' });
  await fill(dialog);
  const amount = screen.getByRole('textbox', { name: 'Amount (optional)' });
  await waitFor(() => expect(amount).toHaveAccessibleDescription('Price ₹500'));
  await choose(dialog.user, screen.getByRole('combobox', { name: 'Service' }), 'Cleaning');
  expect(time()).toHaveAccessibleDescription('Ends 6:15 pm');
  expect(amount).toHaveAccessibleDescription('Price ₹700');
  expect(amount).toHaveValue('');
  await dialog.user.clear(time());
  await dialog.user.type(time(), '18:00');
  expect(amount).toHaveAccessibleDescription('Price ₹900');
  const length = screen.getByRole('textbox', { name: 'Minutes' });
  expect(length).toHaveValue('45');
  await dialog.user.clear(length);
  await dialog.user.type(length, '६०');
  expect(time()).toHaveAccessibleDescription('Ends 7:00 pm');
  await waitFor(() => {
    const query = server.requestsOf('GET /api/slots').at(-1)?.query;
    expect([query?.get('service'), query?.get('duration')]).toEqual([cleaning, '60']);
  });
  await waitFor(() => expect(warned()).toMatchObject({ time: '18:00', service: cleaning, duration: '60' }));
  await dialog.user.click(screen.getByRole('button', { name: 'Create Appointment' }));
  await waitFor(() => expect(dialog.onClose).toHaveBeenCalledOnce());
  expect(sent(server)).toMatchObject({ serviceId: cleaning, duration: 60 });
  expect(sent(server)).not.toHaveProperty('amount');
});

it('shows once, at the service, that the doctor does not give it [P-6.48]', async () => {
  const sentence = 'This doctor does not give this service.';
  answerWith(server, doctors, [buildService(), buildService({ id: cleaning, name: 'Cleaning' })]);
  server.routes.set(create, answerError(409, 'service.not_given', sentence, { serviceId: sentence }));
  const dialog = await open(server, { date: day, time: '17:30' });
  await fill(dialog);
  await dialog.user.click(screen.getByRole('button', { name: 'Create Appointment' }));
  await waitFor(() =>
    expect(screen.getByRole('combobox', { name: 'Service' })).toHaveAccessibleDescription(sentence),
  );
  expect(screen.getAllByText(sentence)).toHaveLength(1);
});

/** Opens the form of a turf with a ground of two halves. */
async function openTurf() {
  await server.close();
  server = await startServerWithStarts(buildSession({ businessType: 'turf' }));
  const parts = [
    { id: halfA, name: 'Half A', archivedAt: null },
    { id: rao, name: 'Half B', archivedAt: null },
  ];
  const hourly = buildService({ duration: 60, price: 1_000_00, pricedPer: 'hour' });
  answerWith(server, [buildResource(ground, 'Full ground', { kind: 'court', parts })], [hourly]);
  return open(server);
}

it("books a turf's court or part from the second one on [P-6.50]", async () => {
  const dialog = await openTurf();
  await fill(dialog);
  await dialog.user.click(await screen.findByRole('radio', { name: 'Half' }));
  await choose(dialog.user, await screen.findByRole('combobox', { name: 'Court' }), 'Half A');
  await waitFor(async () => expect(await starts()).toEqual(['6:00 am', '7:00 am']));
  await dialog.user.click(screen.getByRole('button', { name: '7:00 am' }));
  await waitFor(() => expect(warned()).toMatchObject({ time: '07:00', resource: halfA, duration: '60' }));
  await dialog.user.click(screen.getByRole('button', { name: /^Create Booking/ }));
  await waitFor(() => expect(dialog.onClose).toHaveBeenCalledOnce());
  expect(sent(server)).toMatchObject({ resourceId: halfA, time: '07:00' });
  expect(sent(server)).not.toHaveProperty('doctor');
});

it('of any half names the one that is free, in its chip and in the button that books it [P-6.43, P-6.74]', async () => {
  const dialog = await openTurf();
  await fill(dialog);
  await waitFor(async () => expect(await starts()).toEqual(['6:00 am']));
  await dialog.user.click(screen.getByRole('radio', { name: 'Half' }));
  await waitFor(async () =>
    expect(await starts()).toEqual([
      '6:00 am · Half A',
      '7:00 am · Half A',
      '10:00 am · Half B',
      '10:30 am · Half B',
    ]),
  );
  await dialog.user.click(screen.getByRole('button', { name: '7:00 am · Half A' }));
  expect(screen.getByRole('combobox', { name: 'Court' })).toHaveValue('Any free court');
  await dialog.user.click(screen.getByRole('button', { name: /7:00–8:00 am · Half A · ₹1,000$/ }));
  await waitFor(() => expect(dialog.onClose).toHaveBeenCalledOnce());
  expect(sent(server)).toMatchObject({ resourceId: halfA, time: '07:00' });
});

it('has the lengths as buttons, another in its field, and says what it books for how much [P-6.72, P-6.73]', async () => {
  const dialog = await openTurf();
  await fill(dialog);
  await dialog.user.click(await screen.findByRole('button', { name: '6:00 am' }));
  await dialog.user.click(screen.getByRole('radio', { name: '90' }));
  const minutes = screen.getByRole('textbox', { name: 'Minutes' });
  expect(minutes).toHaveValue('90');
  expect(screen.getByRole('button', { name: /6:00–7:30 am · Full ground · ₹1,500$/ })).toBeVisible();
  await dialog.user.clear(minutes);
  await dialog.user.type(minutes, '45');
  expect(screen.getByRole('radio', { name: '90' })).not.toBeChecked();
  await dialog.user.click(screen.getByRole('button', { name: /6:00–6:45 am · Full ground · ₹750$/ }));
  await waitFor(() => expect(dialog.onClose).toHaveBeenCalledOnce());
  expect(sent(server)).toMatchObject({ resourceId: ground, time: '06:00', duration: 45 });
});

it('leaves the court of a time that is not offered to the server, with the size that is meant [P-6.74]', async () => {
  const dialog = await openTurf();
  await fill(dialog);
  await dialog.user.click(await screen.findByRole('radio', { name: 'Half' }));
  fireEvent.change(time(), { target: { value: '06:20' } });
  await dialog.user.click(screen.getByRole('button', { name: /6:20–7:20 am · ₹1,000$/ }));
  await waitFor(() => expect(dialog.onClose).toHaveBeenCalledOnce());
  expect(sent(server)).toMatchObject({ size: 'part', time: '06:20' });
  expect(sent(server)).not.toHaveProperty('resourceId');
  await waitFor(() => expect(warned()).toMatchObject({ size: 'part' }));
});

/** Returns the query of the last request for warnings. */
function warned(): Record<string, string> {
  return Object.fromEntries(server.requestsOf('GET /api/appointment-warnings').at(-1)?.query ?? []);
}
