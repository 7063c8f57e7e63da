import { fireEvent, screen, waitFor } from '@testing-library/react';
import { addDays } from '@samay/contract/core/time';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildAppointment, buildResource, buildSession } from '../../../../../../test/builders.ts';
import type { ClinicServer } from '../../../../../../test/clinic-server.ts';
import {
  create,
  doctors,
  rao,
  sentTo,
  showQuickBooking,
} from '../../../../../../test/show-quick-booking.tsx';

let server: ClinicServer;
const today = '2026-11-23';
const tomorrow = addDays(today, 1);
const friday = addDays(today, 4);

beforeEach(() => localStorage.clear());
afterEach(async () => {
  vi.useRealTimers();
  await server.close();
});

/** Shows the form of a page that shows a day, with starts at 9:00 and 17:00 on each later day. */
async function show(day?: string, session = buildSession(), resources = doctors.slice(0, 1)) {
  const shown = await showQuickBooking(session, resources, undefined, day);
  ({ server } = shown);
  server.routes.set('GET /api/slots', ({ query }) => {
    const from = query.get('from') ?? '';
    const times = from === today ? ['10:30'] : ['09:00', '17:00'];
    return { json: { resources: [{ resourceId: resources[0]?.id, days: [{ date: from, times }] }] } };
  });
  return shown;
}

const sent = () => sentTo(server);
const radio = (name: string | RegExp) => screen.getByRole('radio', { name });
const book = (name: string) => screen.findByRole('button', { name });

describe('the day of the quick form [P-8.37]', () => {
  it('is tomorrow in four presses and a field for a known person, and stands on the button', async () => {
    const { user, number } = await show();
    await user.type(number, '98450 12345');
    await user.click(await screen.findByRole('option', { name: /Lakshmi/ }));
    expect(radio('Today')).toBeChecked();
    await user.click(radio('Tomorrow'));
    expect(screen.queryByRole('radio', { name: 'Now' })).toBeNull();
    await user.click(await screen.findByRole('radio', { name: '5:00 pm' }));
    await user.click(await book('Book Tue 24, 5:00 pm · ₹500'));
    await waitFor(() => expect(server.requestsOf(create)).toHaveLength(1));
    expect(sent()).toMatchObject({
      date: tomorrow,
      time: '17:00',
      doctor: 'Dr. Kavita Rao',
      resourceId: rao,
    });
    expect(sent()).not.toHaveProperty('walkIn');
    await waitFor(() => expect(radio('Today')).toBeChecked());
  });

  it('is the day of the page, whose walk-in is not booked today unawares', async () => {
    const { user, number } = await show(tomorrow);
    expect(radio('Tomorrow')).toBeChecked();
    await user.type(number, '98450 12345');
    await user.click(await screen.findByRole('option', { name: /Lakshmi/ }));
    await user.click(await book('Book'));
    expect(await screen.findByText('Please choose a time')).toBeVisible();
    expect(server.requestsOf(create)).toHaveLength(0);
    await user.click(radio('Today'));
    await user.click(await book('Book now · ₹500'));
    await waitFor(() => expect(sent()).toMatchObject({ date: today, walkIn: true }));
  });

  it('is any other one by its date, and the first free start of it or later', async () => {
    const { user, number } = await show();
    await user.type(number, '98450 12345');
    await user.click(await screen.findByRole('option', { name: /Lakshmi/ }));
    fireEvent.change(screen.getByLabelText('Another day'), { target: { value: friday } });
    await user.click(await screen.findByRole('radio', { name: 'Next free 9:00 am' }));
    expect(screen.getByText('Fri, 27 Nov')).toBeVisible();
    await user.click(await book('Book Fri 27, 9:00 am · ₹500'));
    await waitFor(() => expect(sent()).toMatchObject({ date: friday, time: '09:00' }));
  });

  it('is today where the page shows a day that is over, and a date before today is not taken', async () => {
    await show(addDays(today, -1));
    expect(radio('Today')).toBeChecked();
    expect(await book('Book now · ₹500')).toBeVisible();
    fireEvent.change(screen.getByLabelText('Another day'), { target: { value: '2026-11-01' } });
    expect(radio('Today')).toBeChecked();
  });

  it('is chosen at a turf by keys: the court of that day is booked', async () => {
    const court = buildResource(rao, 'Ground', { kind: 'court' });
    const { user, number, name } = await show(undefined, buildSession({ businessType: 'turf' }), [court]);
    server.routes.set(create, () => ({ status: 201, json: buildAppointment({ doctor: null }) }));
    await user.type(number, '70000 11111');
    await user.type(name, 'Team Kabir');
    radio('Today').focus();
    await user.keyboard('{ArrowRight}');
    expect(radio('Tomorrow')).toBeChecked();
    await user.click(await screen.findByRole('radio', { name: '5:00 pm' }));
    await user.keyboard('{Enter}');
    await waitFor(() => expect(sent()).toMatchObject({ date: tomorrow, time: '17:00' }));
  });

  it('with a month where its number alone could be another day', async () => {
    const { user } = await show('2027-01-08');
    await user.click(await screen.findByRole('radio', { name: '5:00 pm' }));
    expect(await book('Book Fri, 8 Jan, 5:00 pm · ₹500')).toBeVisible();
  });
});

describe('letters in the empty number [P-8.38]', () => {
  it('go on to the name, also after a booking', async () => {
    const { user, number, name } = await show();
    await user.type(number, '98450 12345');
    await user.click(await screen.findByRole('option', { name: /Lakshmi/ }));
    await user.click(await book('Book now · ₹500'));
    await waitFor(() => expect(number).toHaveFocus());
    await user.keyboard('Asha');
    expect(number).toHaveValue('');
    expect(name).toHaveValue('Asha');
    expect(name).toHaveFocus();
  });
});
