import { screen, waitFor, within } from '@testing-library/react';
import { createSeries, previewSeries } from '@samay/contract/bookings/series';
import { addDays, indiaDate, now } from '@samay/contract/core/time';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildAppointment, buildSession } from '../../../../../../test/builders.ts';
import type { ClinicServer } from '../../../../../../test/clinic-server.ts';
import { lakshmi, lookUp } from '../../../../../../test/show-quick-booking.tsx';
import {
  create,
  day,
  doctor,
  iyer,
  open,
  sent,
  startServerWithStarts,
} from '../../../../../../test/show-new-appointment.tsx';
import { keepNumber } from '../model/use-create-appointment.ts';

const today = indiaDate(now());
let server: ClinicServer;

beforeEach(async () => {
  server = await startServerWithStarts();
  server.routes.set(lookUp, () => ({ json: { items: [lakshmi] } }));
});
afterEach(async () => {
  keepNumber('', null);
  await server.close();
});

const contact = () => screen.getByRole('combobox', { name: 'Contact (optional)' });
const email = () => screen.getByRole('textbox', { name: 'Email' });
const found = () => screen.findByRole('option', { name: /Lakshmi/ });
const facts = 'Age, sex and guardian';
const book = () => screen.getByRole('button', { name: 'Create Appointment' });

describe('in the form of a new booking a person', () => {
  it('is found by the number and taken by Enter, and the slot keeps its doctor [P-7.29]', async () => {
    const { user, name } = await open(server, { date: day, time: '11:00', resourceId: iyer });
    await user.type(contact(), '98450 12345');
    expect(await found()).toHaveTextContent('Last visit 12 Nov 2026, Dr. Kavita Rao');
    await user.keyboard('{Enter}');
    expect([name, contact(), email()].map((field) => (field as HTMLInputElement).value)).toEqual([
      'Lakshmi Narasimhan',
      '+91 98450 12345',
      'lakshmi@people.example',
    ]);
    expect(doctor()).toHaveValue('Dr. Ananya Iyer');
    expect(name).toHaveAccessibleDescription('Last visit 12 Nov 2026, Dr. Kavita Rao');
    expect(server.requestsOf(create)).toHaveLength(0);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(server.requestsOf(create)).toHaveLength(1));
    expect(sent(server)).toEqual({
      personName: 'Lakshmi Narasimhan',
      personContact: '+91 98450 12345',
      personEmail: 'lakshmi@people.example',
      date: day,
      time: '11:00',
      doctor: 'Dr. Ananya Iyer',
      resourceId: iyer,
    });
  });

  it('is found by the name, and is told to be booked already [P-7.29, P-7.30]', async () => {
    const nextVisit = { date: today, time: '23:55' };
    server.routes.set(lookUp, () => ({ json: { items: [{ ...lakshmi, nextVisit }] } }));
    const { user, name } = await open(server);
    await user.type(name, 'laks');
    await user.click(await found());
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(contact()).toHaveValue('+91 98450 12345');
    expect(name).toHaveAccessibleDescription('Booked today, 11:55 pm');
    await user.type(name, ' Rao');
    expect(name).not.toHaveAccessibleDescription();
  });

  it('with another name is another one: the email found goes, a typed one stays [P-7.29]', async () => {
    const { user, name } = await open(server);
    await user.type(name, 'laks');
    await user.click(await found());
    await user.clear(name);
    expect(email()).toHaveValue('');
    await user.type(name, 'laks');
    await user.click(await found());
    await user.clear(email());
    await user.type(email(), 'other@people.example');
    await user.type(name, ' Rao');
    expect(email()).toHaveValue('other@people.example');
  });

  it('has age and sex behind one press, and what is found says them [P-7.35, P-7.36]', async () => {
    server.routes.set(lookUp, () => ({ json: { items: [{ ...lakshmi, about: '62 F' }] } }));
    const { user, name } = await open(server);
    await user.type(name, 'laks');
    expect(await found()).toHaveTextContent('62 F · Last visit 12 Nov 2026');
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('textbox', { name: 'Age' })).toBeNull();
    await user.type(contact(), '98450 99999');
    await user.click(screen.getByRole('button', { name: facts }));
    expect(screen.getByRole('textbox', { name: 'Age' })).toHaveFocus();
    await user.keyboard('1992');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Sex' }), 'Female');
    await user.click(book());
    await waitFor(() => expect(server.requestsOf(create)).toHaveLength(1));
    expect(sent(server)).toMatchObject({ personName: 'laks', born: '1992', sex: 'female' });
  });

  it('has a guardian, proposed below 18 from those found by the number [P-7.39, P-7.40]', async () => {
    const others = [
      { name: 'Ravi Narasimhan', isMinor: true as const },
      { name: 'Uma Rao', contact: '99000 12345' },
    ].map((other, at) => ({ ...lakshmi, id: `00000000-0000-4000-8000-0000000000e${at}`, ...other }));
    server.routes.set(lookUp, () => ({ json: { items: [lakshmi, ...others] } }));
    const { user, name } = await open(server);
    await user.type(name, 'Asha');
    await user.type(contact(), '98450 12345');
    await user.click(await screen.findByRole('option', { name: 'New person with this number' }));
    const asked = server.requestsOf(lookUp).length;
    await user.click(screen.getByRole('button', { name: facts }));
    const proposals = () => within(screen.getByRole('group', { name: 'Others with this number' }));
    await user.keyboard('34');
    expect(screen.queryByRole('group', { name: 'Others with this number' })).toBeNull();
    await user.keyboard('{Backspace}{Backspace}6');
    expect(
      proposals()
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual(['Lakshmi Narasimhan']);
    await user.click(proposals().getByRole('button'));
    const guardian = screen.getByRole('textbox', { name: 'Parent or guardian' });
    expect(guardian).toHaveFocus();
    expect(guardian).toHaveValue('Lakshmi Narasimhan');
    expect(screen.queryByRole('group', { name: 'Others with this number' })).toBeNull();
    expect(server.requestsOf(lookUp)).toHaveLength(asked);
    await user.keyboard(' www.patil.example');
    await user.click(book());
    expect(await screen.findByText('Please leave out web addresses')).toBeVisible();
    await user.clear(guardian);
    await user.type(guardian, 'Lakshmi Narasimhan');
    await user.click(book());
    await waitFor(() => expect(server.requestsOf(create)).toHaveLength(1));
    expect(sent(server)).toMatchObject({ personName: 'Asha', guardian: 'Lakshmi Narasimhan' });
  });

  it('forgets the facts about a person once another name is typed [P-7.42]', async () => {
    const { user, name } = await open(server);
    await user.type(name, 'laks');
    await user.click(await found());
    await user.click(screen.getByRole('button', { name: facts }));
    await user.keyboard('6');
    await user.type(screen.getByRole('textbox', { name: 'Parent or guardian' }), 'Sunita Patil');
    await user.clear(name);
    await user.type(name, 'Rohan Patil');
    expect(screen.getByRole('textbox', { name: 'Age' })).toHaveValue('');
    expect(screen.getByRole('textbox', { name: 'Parent or guardian' })).toHaveValue('');
  });

  it('is left to be found by Escape, which does not close the form [P-7.29]', async () => {
    const { user, name, onClose } = await open(server);
    await user.type(name, 'laks');
    await found();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(screen.queryByText('Discard what you typed?')).toBeNull();
    expect(name).toHaveValue('laks');
    await user.clear(name);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  });

  it('is new with a known number, whose field leads to the name [P-7.32]', async () => {
    const { user, name } = await open(server);
    await user.type(contact(), '98450 12345');
    await user.click(await screen.findByRole('option', { name: 'New person with this number' }));
    expect(name).toHaveFocus();
    expect(contact()).toHaveValue('98450 12345');
  });

  it('repeats as a series by the same look-up [P-7.29]', async () => {
    const dates = [day, addDays(day, 7)].map((date) => ({ date, time: '10:00' }));
    const occurrences = dates.map((date) => ({ ...date, state: 'free', others: [] }));
    server.routes.set(`POST ${previewSeries.path}`, () => ({ json: { occurrences } }));
    const createAll = `POST ${createSeries.path}`;
    server.routes.set(createAll, () => ({
      status: 201,
      json: { seriesId: iyer, items: [buildAppointment()] },
    }));
    const { user } = await open(server);
    await user.type(contact(), '98450 12345');
    await found();
    await user.keyboard('{Enter}');
    await user.click(screen.getByRole('checkbox', { name: 'Repeat' }));
    await within(await screen.findByRole('list', { name: 'Dates' })).findAllByRole('listitem');
    await user.click(screen.getByRole('button', { name: 'Create 2 Appointments' }));
    await waitFor(() => expect(server.requestsOf(createAll)).toHaveLength(1));
    expect(JSON.parse(server.requestsOf(createAll)[0]?.body ?? '{}')).toMatchObject({
      personName: 'Lakshmi Narasimhan',
      personContact: '+91 98450 12345',
      personEmail: 'lakshmi@people.example',
      occurrences: dates,
    });
  });
});

describe('the number booked last [P-7.33]', () => {
  it('is taken by a press for another one of the household', async () => {
    server.routes.set(lookUp, () => ({ json: { items: [] } }));
    server.routes.set(create, ({ body }) => ({
      status: 201,
      json: buildAppointment(JSON.parse(body) as object),
    }));
    const first = await open(server);
    await first.user.type(first.name, 'Asha Pai');
    await first.user.type(contact(), '98450 12345');
    await first.user.click(book());
    await waitFor(() => expect(first.onClose).toHaveBeenCalledOnce());
    first.unmount();
    const { user, name } = await open(server);
    await user.type(name, 'Uma Pai');
    await user.click(screen.getByRole('button', { name: 'Same number: 98450 12345' }));
    expect(contact()).toHaveValue('98450 12345');
    expect(name).toHaveFocus();
    expect(screen.queryByRole('button', { name: /^Same number/ })).toBeNull();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(server.requestsOf(create)).toHaveLength(2));
    expect(sent(server, 1)).toMatchObject({ personName: 'Uma Pai', personContact: '98450 12345' });
  });

  it('is taken by an arrow key in the empty field, and offered to nobody else', async () => {
    keepNumber(buildSession().user.id, '98450 12345');
    const first = await open(server);
    await first.user.click(contact());
    await first.user.keyboard('{ArrowDown}');
    expect(contact()).toHaveValue('98450 12345');
    expect(first.name).toHaveFocus();
    first.unmount();
    keepNumber('another', '98450 12345');
    await open(server);
    expect(screen.queryByRole('button', { name: /^Same number/ })).toBeNull();
  });
});
