import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { addDays } from '@samay/contract/core/time';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { buildAppointment, buildSession } from '../../../../../../test/builders.ts';
import type { ClinicServer } from '../../../../../../test/clinic-server.ts';
import {
  create,
  doctors,
  iyer,
  lakshmi,
  rao,
  sentTo,
  showQuickBooking,
} from '../../../../../../test/show-quick-booking.tsx';

const contact = '98450 12345';
let server: ClinicServer;

beforeEach(() => localStorage.clear());
afterEach(async () => {
  vi.useRealTimers();
  await server.close();
});

/** Shows the form, with a server that answers a booking as it was asked for. */
async function show(found: (typeof lakshmi)[], resources = doctors.slice(0, 1)) {
  const shown = await showQuickBooking(buildSession(), resources, found);
  ({ server } = shown);
  server.routes.set(create, ({ body }) => ({
    status: 201,
    json: buildAppointment({ personContact: null, ...(JSON.parse(body) as object) }),
  }));
  server.routes.set('GET /api/slots', ({ query }) => {
    const days = [{ date: query.get('from'), times: ['10:30', '11:00', '11:45'] }];
    return { json: { resources: [{ resourceId: query.get('resource') ?? rao, days }] } };
  });
  return { ...shown, counted: new Counted(shown.user) };
}

/** Counts presses and typed fields. */
class Counted {
  presses = 0;
  fields = 0;
  readonly #user: UserEvent;

  constructor(user: UserEvent) {
    this.#user = user;
  }

  /** Types in the field that has the focus. */
  async type(text: string): Promise<void> {
    this.fields += 1;
    await this.#user.keyboard(text);
  }

  async press(what: HTMLElement): Promise<void> {
    this.presses += 1;
    await this.#user.click(what);
  }

  async key(key: string): Promise<void> {
    this.presses += 1;
    await this.#user.keyboard(`{${key}}`);
  }
}

const same = () => screen.findByRole('button', { name: `Same number: ${contact}` });
const bookNow = () => screen.getByRole('button', { name: /^Book now/ });
const isBooked = (times: number) =>
  waitFor(() => {
    expect(server.requestsOf(create)).toHaveLength(times);
    expect(screen.getByRole('combobox', { name: /name$/ })).toHaveValue('');
  });
const people = () => [0, 1, 2].map((index) => sentTo(server, index));

it('books three new people of a number with five presses and four fields [P-7.31]', async () => {
  const { user, number, name, counted } = await show([]);
  await user.click(number);
  await counted.type(contact);
  await user.tab();
  await counted.type('Asha Pai');
  await counted.press(bookNow());
  await isBooked(1);
  for (const [index, person] of ['Uma Pai', 'Ravi Pai'].entries()) {
    await counted.press(await same());
    expect(name).toHaveFocus();
    await counted.type(person);
    await counted.press(bookNow());
    await isBooked(index + 2);
  }
  expect([counted.presses, counted.fields]).toEqual([5, 4]);
  expect(people()).toMatchObject(
    ['Asha Pai', 'Uma Pai', 'Ravi Pai'].map((personName) => ({ personName, personContact: contact })),
  );
  expect(number).toHaveValue('');
  expect(number).toHaveFocus();
});

it('does so by keys alone: an arrow key in the empty number takes the last one again [P-7.31]', async () => {
  const { user, number, name, counted } = await show([]);
  await user.click(number);
  await counted.type(contact);
  await user.tab();
  await counted.type('Asha Pai');
  await counted.key('Enter');
  await isBooked(1);
  for (const [index, person] of ['Uma Pai', 'Ravi Pai'].entries()) {
    await same();
    await counted.key('ArrowDown');
    expect(number).toHaveValue(contact);
    expect(name).toHaveFocus();
    await counted.type(person);
    await counted.key('Enter');
    await isBooked(index + 2);
  }
  expect([counted.presses, counted.fields]).toEqual([5, 4]);
  expect(people()).toMatchObject([{}, {}, {}].map(() => ({ personContact: contact, walkIn: true })));
});

it('takes a known member by a press instead of a field, and offers a new person [P-7.31, P-7.32]', async () => {
  const { user, number, name, counted } = await show([{ ...lakshmi, contact }]);
  await user.click(number);
  await counted.type(contact);
  const fresh = await screen.findByRole('option', { name: 'New person with this number' });
  expect(fresh).toHaveAttribute('aria-selected', 'false');
  await counted.press(fresh);
  expect(name).toHaveFocus();
  expect(number).toHaveValue(contact);
  expect(screen.queryByRole('listbox')).toBeNull();
  await counted.type('Asha Pai');
  await counted.press(bookNow());
  await isBooked(1);
  await counted.press(await same());
  await user.keyboard('lak');
  await counted.press(await screen.findByRole('option', { name: /Lakshmi/ }));
  await counted.press(bookNow());
  await isBooked(2);
  expect(counted.presses).toBe(5);
  expect(sentTo(server, 1)).toMatchObject({ personName: lakshmi.name, personContact: contact });
});

it('reaches the new person by the arrow keys, and only with a whole number [P-7.32]', async () => {
  const { user, number, name } = await show([{ ...lakshmi, contact }]);
  await user.type(number, '98450');
  await screen.findByRole('option', { name: /Lakshmi/ });
  expect(screen.queryByRole('option', { name: /^New person/ })).toBeNull();
  await user.type(number, ' 12345');
  await screen.findByRole('option', { name: /^New person/ });
  await user.keyboard('{ArrowUp}{Enter}');
  expect(name).toHaveFocus();
  expect(name).toHaveValue('');
});

it('is proposed for the same doctor’s next free time after the one just booked, of an earlier number again the day’s first [P-7.31]', async () => {
  const { user, number, name, today } = await show([], doctors);
  await user.type(number, contact);
  await user.type(name, 'Asha Pai');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Doctor' }), 'Dr. Ananya Iyer');
  await user.click(await screen.findByRole('radio', { name: '11:00 am' }));
  await user.keyboard('{Enter}');
  await isBooked(1);
  expect(screen.getByRole('radio', { name: 'Now' })).toBeChecked();
  await user.click(await same());
  expect(await screen.findByRole('radio', { name: 'Next free 11:45 am' })).toBeChecked();
  expect(screen.getByRole('combobox', { name: 'Doctor' })).toHaveValue(iyer);
  await user.keyboard('Uma Pai{Enter}');
  await isBooked(2);
  expect(sentTo(server, 1)).toMatchObject({
    personName: 'Uma Pai',
    date: today,
    time: '11:45',
    resourceId: iyer,
  });
  expect(sentTo(server, 1)).not.toHaveProperty('walkIn');

  await user.click(await same());
  await user.clear(number);
  await user.type(number, '70000 11111');
  expect(await screen.findByRole('radio', { name: 'Next free 10:30 am' })).toBeChecked();
});

it('is proposed for a later day where its own has no free time after the one just booked [P-7.31]', async () => {
  const { user, number, name, today } = await show([]);
  server.routes.set('GET /api/slots/next', () => ({
    json: { slots: [{ resourceId: rao, date: addDays(today, 3), time: '09:00' }] },
  }));
  await user.type(number, contact);
  await user.type(name, 'Asha Pai');
  await user.click(await screen.findByRole('radio', { name: '11:45 am' }));
  await user.keyboard('{Enter}');
  await isBooked(1);
  await user.click(await same());
  expect(await screen.findByRole('radio', { name: /^Next free .*9:00 am/ })).toBeChecked();
  expect(server.requestsOf('GET /api/slots/next').at(-1)?.query.toString()).toContain('time=12%3A15');
});

it('shows the start of its line of times again after a booking [P-8.21]', async () => {
  const { user, number, name } = await show([]);
  const line = screen.getByRole('radiogroup', { name: 'Time' });
  for (const [index, time] of ['11:45 am', 'Now'].entries()) {
    await user.type(number, contact);
    await user.type(name, 'Asha Pai');
    await user.click(await screen.findByRole('radio', { name: time }));
    line.scrollLeft = 400;
    await user.keyboard('{Enter}');
    await isBooked(index + 1);
    expect(line.scrollLeft).toBe(0);
  }
});

it('stays on the day of the family, and keeps a name that is typed already [P-7.31]', async () => {
  const { user, number, name, today } = await show([]);
  await user.type(number, contact);
  await user.type(name, 'Asha Pai');
  await user.click(screen.getByRole('radio', { name: 'Tomorrow' }));
  await user.click(await screen.findByRole('radio', { name: '10:30 am' }));
  await user.keyboard('{Enter}');
  await isBooked(1);
  expect(screen.getByRole('radio', { name: 'Today' })).toBeChecked();
  await user.keyboard('Uma Pai');
  await user.click(await same());
  expect(screen.getByRole('radio', { name: 'Tomorrow' })).toBeChecked();
  expect(name).toHaveValue('Uma Pai');
  await user.click(await screen.findByRole('radio', { name: '11:00 am' }));
  await user.keyboard('{Enter}');
  await isBooked(2);
  expect(sentTo(server, 1)).toMatchObject({ personContact: contact, date: addDays(today, 1) });
});
