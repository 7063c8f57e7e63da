import {
  addDays,
  addMinutes,
  formatDate,
  formatTime,
  formatWeekday,
  indiaDate,
  indiaTime,
  now,
} from '@samay/contract/core/time';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  buildAppointment,
  buildResource,
  buildService,
  buildSession,
} from '../../../../../../test/builders.ts';
import { choose } from '../../../../../../test/choose.ts';
import {
  answerError,
  answerTaken,
  type ClinicServer,
  startClinicServer,
} from '../../../../../../test/clinic-server.ts';
import { renderSignedIn } from '../../../../../../test/render-signed-in.tsx';
import type { BookingPreset } from '../../../../../lib/actions.tsx';
import { forgetDraft } from './booking-draft.ts';
import { NewAppointmentDialog } from './new-appointment-dialog.tsx';

const create = 'POST /api/appointments';
const [rao, iyer, ground, halfA] = ['d1', 'd2', 'c1', 'c2'].map(
  (end) => `00000000-0000-4000-8000-0000000000${end}`,
) as [string, string, string, string];
const cleaning = '00000000-0000-4000-8000-0000000000e2';
const doctors = [buildResource(rao, 'Dr. Kavita Rao'), buildResource(iyer, 'Dr. Ananya Iyer')];
const day = addDays(indiaDate(now()), 3);
let server: ClinicServer;

beforeEach(async () => {
  server = await startClinicServer();
  answerWith(doctors);
});
afterEach(async () => {
  forgetDraft();
  await server.close();
});

function answerWith(resources: typeof doctors, services = [buildService()]): void {
  server.routes.set('GET /api/resources', () => ({ json: { items: resources } }));
  server.routes.set('GET /api/services', () => ({ json: { items: services } }));
  server.routes.set('GET /api/slots', ({ query }) => {
    const asked = query.get('resource');
    const times = {
      [rao]: ['10:00', '10:30'],
      [iyer]: ['10:30', '11:00'],
      [ground]: ['06:00'],
      [halfA]: ['06:00', '07:00'],
    };
    const ids = resources.flatMap((one) => [one.id, ...one.parts.map(({ id }) => id)]);
    const free = Object.entries(times).filter(([id]) => (asked ? id === asked : ids.includes(id)));
    return {
      json: {
        resources: free.map(([resourceId, of]) => ({
          resourceId,
          days: [{ date: query.get('from'), times: of }],
        })),
      },
    };
  });
  server.routes.set(create, () => ({ status: 201, json: buildAppointment() }));
}

async function open(preset: BookingPreset = { date: day }) {
  const onClose = vi.fn();
  const rendered = renderSignedIn(server, <NewAppointmentDialog opened onClose={onClose} preset={preset} />);
  const name = await screen.findByRole('textbox', { name: /^(Patient|Customer) Name/ });
  return { ...rendered, onClose, name };
}

async function fill({ user, name }: Awaited<ReturnType<typeof open>>) {
  await user.type(name, 'Meenakshi Iyer');
  await user.type(screen.getByRole('textbox', { name: 'Email' }), 'm@example.in');
}

const doctor = () => screen.getByLabelText(/^Doctor Name/, { selector: 'input' });
const time = () => screen.getByLabelText(/^Time/);
const starts = async () =>
  within(await screen.findByRole('group', { name: `Free on ${formatWeekday(day)}` }))
    .getAllByRole('button')
    .map(({ textContent }) => textContent);
const sent = (index = 0) =>
  JSON.parse(server.requestsOf(create)[index]?.body ?? '{}') as Record<string, unknown>;

it('shows the free starts of the day; one press fills time and doctor, and they are sent', async () => {
  const dialog = await open();
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
  expect(sent()).toMatchObject({ doctor: 'Dr. Ananya Iyer', resourceId: iyer, date: day, time: '11:00' });
  expect(sent()).not.toHaveProperty('duration');
});

it('is one stop of the keyboard, and the arrow keys lead through it', async () => {
  const { user } = await open();
  await starts();
  screen.getByRole('button', { name: '10:00 am' }).focus();
  await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}{ArrowLeft}{ArrowLeft}{ArrowDown} ');
  expect(time()).toHaveValue('11:00');
  await user.tab();
  expect(screen.getByRole('group', { name: /^Free on/ })).not.toContainElement(
    document.activeElement as HTMLElement,
  );
});

it("begins with the caller's own practitioner, and says when a name is none of the doctors", async () => {
  answerWith(doctors.map((one) => ({ ...one, isOwn: one.id === rao })));
  const dialog = await open();
  await waitFor(() => expect(doctor()).toHaveValue('Dr. Kavita Rao'));
  expect(await starts()).toEqual(['10:00 am', '10:30 am']);
  await fill(dialog);
  await dialog.user.clear(doctor());
  await dialog.user.type(doctor(), 'Dr. Visiting{Escape}');
  expect(doctor()).toHaveAccessibleDescription('Not one of your doctors: no time is kept.');
  expect(screen.queryByRole('group', { name: /^Free/ })).toBeNull();
  await dialog.user.click(screen.getByRole('button', { name: 'Create Appointment' }));
  await waitFor(() => expect(server.requestsOf(create)).toHaveLength(1));
  expect(sent()).toMatchObject({ doctor: 'Dr. Visiting' });
  expect(sent()).not.toHaveProperty('resourceId');
});

it('goes with Next free over days, on from the one that it has found', async () => {
  const found = [
    { resourceId: iyer, date: addDays(day, 1), time: '09:00' },
    { resourceId: iyer, date: addDays(day, 1), time: '09:30' },
  ];
  server.routes.set('GET /api/slots/next', () => ({ json: { slots: [found.shift()] } }));
  const { user } = await open();
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

it('fills in this minute with Now', async () => {
  const { user } = await open();
  const before = indiaTime(now());
  await user.click(await screen.findByRole('button', { name: 'Now' }));
  expect([before, addMinutes(before, 1)]).toContain((time() as HTMLInputElement).value);
  expect(screen.getByRole('textbox', { name: 'Date' })).toHaveValue(formatDate(indiaDate(now())));
});

it('shows services from the second one on: end, price and free starts follow', async () => {
  const evening = { resourceId: null, weekdays: [], hours: { from: '18:00', to: '22:00' }, price: 900_00 };
  const long = buildService({
    id: cleaning,
    name: 'Cleaning',
    duration: 45,
    price: 700_00,
    priceRules: [evening],
  });
  answerWith(doctors, [buildService(), long]);
  const dialog = await open({ date: day, time: '17:30' });
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
  await dialog.user.type(length, '60');
  expect(time()).toHaveAccessibleDescription('Ends 7:00 pm');
  await waitFor(() => {
    const query = server.requestsOf('GET /api/slots').at(-1)?.query;
    expect([query?.get('service'), query?.get('duration')]).toEqual([cleaning, '60']);
  });
  await waitFor(() => expect(warned()).toMatchObject({ time: '18:00', service: cleaning, duration: '60' }));
  await dialog.user.click(screen.getByRole('button', { name: 'Create Appointment' }));
  await waitFor(() => expect(dialog.onClose).toHaveBeenCalledOnce());
  expect(sent()).toMatchObject({ serviceId: cleaning, duration: 60 });
  expect(sent()).not.toHaveProperty('amount');
});

it('shows once, beside the service, that the doctor does not give it', async () => {
  const sentence = 'This doctor does not give this service.';
  answerWith(doctors, [buildService(), buildService({ id: cleaning, name: 'Cleaning' })]);
  server.routes.set(create, answerError(409, 'service.not_given', sentence, { serviceId: sentence }));
  const dialog = await open({ date: day, time: '17:30' });
  await fill(dialog);
  await dialog.user.click(screen.getByRole('button', { name: 'Create Appointment' }));
  await waitFor(() =>
    expect(screen.getByRole('combobox', { name: 'Service' })).toHaveAccessibleDescription(sentence),
  );
  expect(screen.getAllByText(sentence)).toHaveLength(1);
});

it("books a turf's court or part from the second one on", async () => {
  await server.close();
  server = await startClinicServer(buildSession({ businessType: 'turf' }));
  const parts = [{ id: halfA, name: 'Half A', archivedAt: null }];
  answerWith([buildResource(ground, 'Full ground', { kind: 'court', parts })]);
  const dialog = await open();
  await fill(dialog);
  await choose(dialog.user, await screen.findByRole('combobox', { name: 'Court' }), 'Half A');
  await waitFor(async () => expect(await starts()).toEqual(['6:00 am', '7:00 am']));
  await dialog.user.click(screen.getByRole('button', { name: '7:00 am' }));
  await waitFor(() => expect(warned()).toMatchObject({ time: '07:00', resource: halfA, duration: '30' }));
  await dialog.user.click(screen.getByRole('button', { name: 'Create Booking' }));
  await waitFor(() => expect(dialog.onClose).toHaveBeenCalledOnce());
  expect(sent()).toMatchObject({ resourceId: halfA, time: '07:00' });
  expect(sent()).not.toHaveProperty('doctor');
});

it('of any court is a whole one’s where one is free, and otherwise names the half', async () => {
  await server.close();
  server = await startClinicServer(buildSession({ businessType: 'turf' }));
  const parts = [{ id: halfA, name: 'Half A', archivedAt: null }];
  answerWith([buildResource(ground, 'Full ground', { kind: 'court', parts })]);
  const { user } = await open();
  expect(await starts()).toEqual(['6:00 am', '7:00 am · Half A']);
  await user.click(screen.getByRole('button', { name: '7:00 am · Half A' }));
  expect(screen.getByRole('combobox', { name: 'Court' })).toHaveValue('Half A');
});

const alternatives = {
  next: ['14:00', '14:30', '15:00'].map((start) => ({ resourceId: rao, date: day, time: start })),
  elsewhere: [{ resourceId: iyer, date: day, time: '12:00' }],
};

async function refuse(mayOverbook = true) {
  if (!mayOverbook) {
    await server.close();
    const session = buildSession({ role: 'EMPLOYEE' });
    server = await startClinicServer({
      ...session,
      permissions: session.permissions.filter((one) => one !== 'appointments.overbook'),
    });
    answerWith(doctors);
  }
  server.routes.set(create, answerTaken(alternatives));
  const dialog = await open({ date: day, resourceId: rao });
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
])('books instead of a taken time with one press and a key of its own: %s', async (button, expected) => {
  const { user, onClose } = await refuse();
  server.routes.set(create, () => ({ status: 201, json: buildAppointment() }));
  await user.click(screen.getByRole('button', { name: button }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(sent(1)).toMatchObject({
    personName: 'Meenakshi Iyer',
    personEmail: 'm@example.in',
    date: day,
    ...expected,
  });
  const keys = server.requestsOf(create).map(({ headers }) => headers['idempotency-key']);
  expect(new Set(keys).size).toBe(2);
});

it('books anyway with a reason', async () => {
  const { user, onClose } = await refuse();
  server.routes.set(create, () => ({ status: 201, json: buildAppointment() }));
  await user.click(screen.getByRole('button', { name: 'Book anyway' }));
  await user.click(screen.getByRole('button', { name: 'Book anyway' }));
  expect(await screen.findByText('Please enter a reason')).toBeVisible();
  expect(server.requestsOf(create)).toHaveLength(1);
  await user.type(screen.getByRole('textbox', { name: 'Reason' }), ' Emergency {Enter}');
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(sent(1)).toMatchObject({ date: day, time: '12:00', resourceId: rao, overbookedReason: 'Emergency' });
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

it('offers Book anyway to those who may alone', async () => {
  await refuse(false);
  expect(screen.getByRole('button', { name: `Book ${formatTime('14:00')}` })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Book anyway' })).toBeNull();
});

/** Returns the query of the last request for warnings. */
function warned(): Record<string, string> {
  return Object.fromEntries(server.requestsOf('GET /api/appointment-warnings').at(-1)?.query ?? []);
}
