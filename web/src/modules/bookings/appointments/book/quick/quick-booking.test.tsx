import { act, screen, waitFor, within } from '@testing-library/react';
import type { FoundPerson } from '@samay/contract/people/people';
import { formatTime } from '@samay/contract/core/time';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildAppointment, buildSession } from '../../../../../../test/builders.ts';
import {
  answerError,
  answerTaken,
  type ClinicServer,
  startClinicServer,
} from '../../../../../../test/clinic-server.ts';
import { renderSignedIn } from '../../../../../../test/render-signed-in.tsx';
import {
  create,
  doctors,
  lakshmi,
  lookUp,
  rao,
  sentTo,
  showQuickBooking,
} from '../../../../../../test/show-quick-booking.tsx';
import { lastNumberOf } from '../model/use-create-appointment.ts';
import { QuickBooking } from './quick-booking.tsx';

const ravi: FoundPerson = {
  ...lakshmi,
  id: '00000000-0000-4000-8000-0000000000f2',
  name: 'Ravi Narasimhan',
  email: null,
  lastVisit: null,
};
let server: ClinicServer;

beforeEach(() => localStorage.clear());
afterEach(async () => {
  vi.useRealTimers();
  await server.close();
});

async function show(...of: Parameters<typeof showQuickBooking>) {
  const shown = await showQuickBooking(...of);
  ({ server } = shown);
  return shown;
}

const sent = (index = 0) => sentTo(server, index);
const radio = (name: string | RegExp) => screen.getByRole('radio', { name });

describe('a walk-in', () => {
  it('of a known number: number, Enter, Enter; the last visit is next to the person, and the form is ready for the next one [P-8.21]', async () => {
    const { user, number, name, onBooked, today } = await show();
    await user.type(number, '98450 12345');
    const found = await screen.findByRole('option', { name: /Lakshmi Narasimhan/ });
    expect(found).toHaveTextContent('Last visit 12 Nov 2026, Dr. Kavita Rao');
    expect(found).toHaveAttribute('aria-selected', 'true');
    expect(number).toHaveAttribute('aria-activedescendant', found.id);
    await user.keyboard('{Enter}');
    expect(number).toHaveValue('+91 98450 12345');
    expect(name).toHaveValue('Lakshmi Narasimhan');
    expect(radio('Now')).toHaveFocus();
    expect(screen.getByText('Last visit 12 Nov 2026, Dr. Kavita Rao')).toBeVisible();
    await user.keyboard('{Enter}');
    expect(await screen.findByText('Booked Person')).toBeVisible();
    expect(sent()).toEqual({
      personName: 'Lakshmi Narasimhan',
      personContact: '+91 98450 12345',
      personEmail: 'lakshmi@people.example',
      date: today,
      time: '10:04',
      doctor: 'Dr. Kavita Rao',
      resourceId: rao,
      walkIn: true,
    });
    expect(onBooked).toHaveBeenCalledOnce();
    expect([number, name].map((field) => (field as HTMLInputElement).value)).toEqual(['', '']);
    expect(number).toHaveFocus();
  });

  it.each([
    ['today, 11:00 am', { date: '2026-11-23', time: '11:00' } as const],
    ['Tue, 24 Nov, 5:15 pm', { date: '2026-11-24', time: '17:15' } as const],
  ])(
    'of a person who is booked already: %s, in the list and next to the person [P-8.24]',
    async (when, nextVisit) => {
      const { user, number } = await show(buildSession(), doctors, [{ ...lakshmi, nextVisit }]);
      await user.type(number, '98450 12345');
      expect(await screen.findByRole('option', { name: /Lakshmi Narasimhan/ })).toHaveTextContent(
        `Booked ${when}`,
      );
      await user.keyboard('{Enter}');
      expect(screen.getByTitle(`Booked ${when}`)).toBeVisible();
    },
  );

  it('of a new number: number, name, Enter, without an email', async () => {
    const { user, number, name, today } = await show(buildSession(), doctors, []);
    await user.type(number, '70000 11111');
    await user.type(name, 'Asha Pai{Enter}');
    await waitFor(() => expect(server.requestsOf(create)).toHaveLength(1));
    await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent(/^Booked/));
    expect(sent()).toEqual({
      personName: 'Asha Pai',
      personContact: '70000 11111',
      date: today,
      time: '10:04',
      doctor: 'Dr. Kavita Rao',
      resourceId: rao,
      walkIn: true,
    });
  });

  it('pressed before the answer is there, Enter takes the person once it is', async () => {
    const { user, number, name } = await show();
    let answer: () => void = () => undefined;
    server.routes.set(
      lookUp,
      () => new Promise((resolve) => (answer = () => resolve({ json: { items: [lakshmi] } }))),
    );
    await user.click(number);
    await user.paste('9845012345');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(server.requestsOf(lookUp)).toHaveLength(1));
    expect(screen.queryByText('Please enter a name')).toBeNull();
    answer();
    await waitFor(() => expect(name).toHaveValue('Lakshmi Narasimhan'));
    expect(server.requestsOf(create)).toHaveLength(0);
  });

  it('with letters in the number is not booked: they are a name, or the key that leads to the field [P-8.26]', async () => {
    const { user, number, name } = await show(buildSession(), doctors, []);
    await user.type(number, 'b9812345671');
    await user.type(name, 'Asha Pai{Enter}');
    expect(await screen.findByText('Please enter a phone number')).toBeVisible();
    expect(server.requestsOf(create)).toHaveLength(0);
    await user.clear(number);
    await user.type(number, '+91 (98123) 45-671{Enter}');
    await waitFor(() => expect(server.requestsOf(create)).toHaveLength(1));
  });
});

describe('looking up', () => {
  it('lets one choose within a household, by arrow keys or by a press [P-8.23]', async () => {
    const { user, number, name } = await show(buildSession(), doctors.slice(0, 1), [lakshmi, ravi]);
    await user.type(number, '9845012345');
    const options = await screen.findAllByRole('option', { name: /Narasimhan/ });
    expect(options.map((option) => option.getAttribute('aria-selected'))).toEqual(['false', 'false']);
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    expect(name).toHaveValue('Ravi Narasimhan');
    await user.clear(name);
    await user.type(name, 'lak');
    await user.click(await screen.findByRole('option', { name: /Lakshmi/ }));
    expect(name).toHaveValue('Lakshmi Narasimhan');
    expect(screen.queryByRole('listbox')).toBeNull();
  });

  it("forgets the found person's email with another name", async () => {
    const { user, number, name } = await show();
    await user.type(number, '9845012345');
    await user.click(await screen.findByRole('option', { name: /Lakshmi/ }));
    await user.clear(name);
    await user.type(name, 'Meera{Enter}');
    await waitFor(() => expect(server.requestsOf(create)).toHaveLength(1));
    expect(sent()).not.toHaveProperty('personEmail');
  });

  it('asks from two characters on, after a pause, and gives up the older question [P-8.23]', async () => {
    const { user, number } = await show();
    const open: string[] = [];
    server.routes.set(lookUp, ({ query }) => {
      open.push(query.get('search') ?? '');
      return new Promise(() => undefined);
    });
    await user.type(number, '9');
    await user.type(number, '8');
    await waitFor(() => expect(open).toEqual(['98']));
    const aborted = vi.spyOn(AbortController.prototype, 'abort');
    // Pastes the text as a whole: on a busy machine the pause would pass between two keys.
    await user.paste('4501');
    await waitFor(() => expect(open).toEqual(['98', '984501']));
    expect(aborted).toHaveBeenCalled();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('option')).toBeNull();
  });
});

describe('refused', () => {
  async function fillAndBook(shown: Awaited<ReturnType<typeof show>>) {
    await shown.user.type(shown.number, '7000011111');
    await shown.user.type(shown.name, 'Asha Pai');
    await shown.user.click(radio('11:00 am'));
    await shown.user.keyboard('{Enter}');
  }

  it('as taken, offers what is free one press away, and keeps what was typed [P-8.26]', async () => {
    const shown = await show(buildSession(), doctors, []);
    const { today } = shown;
    server.routes.set(
      create,
      answerTaken({ next: [{ resourceId: rao, date: today, time: '11:30' }], elsewhere: [] }),
    );
    await fillAndBook(shown);
    const instead = await screen.findByRole('button', { name: `Book ${formatTime('11:30')}` });
    expect(shown.name).toHaveValue('Asha Pai');
    server.routes.set(create, () => ({
      status: 201,
      json: buildAppointment({ personName: 'Booked Person' }),
    }));
    await shown.user.click(instead);
    expect(await screen.findByText('Booked Person')).toBeVisible();
    expect(sent(1)).toMatchObject({ personName: 'Asha Pai', time: '11:30', resourceId: rao });
    const keys = server.requestsOf(create).map(({ headers }) => headers['idempotency-key']);
    expect(keys[0]).not.toBe(keys[1]);
  });

  it('by the plan, says so and how to book more [P-8.26]', async () => {
    const shown = await show();
    server.routes.set(create, answerError(409, 'plan.limit_reached', 'Limit reached: the plan is full.'));
    await fillAndBook(shown);
    expect(await screen.findByText('Limit reached: the plan is full.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'upgrade your plan in Settings' })).toBeVisible();
    expect(shown.number).toHaveValue('7000011111');
  });

  it('by the server at the field, and missing values before anything is sent [P-8.26]', async () => {
    const shown = await show();
    await shown.user.click(await screen.findByRole('button', { name: /^Book now/ }));
    expect(await screen.findByText('Please enter a phone number')).toBeVisible();
    expect(screen.getByText('Please enter a name')).toBeVisible();
    expect(server.requestsOf(create)).toHaveLength(0);
    server.routes.set(
      create,
      answerError(422, 'request.invalid', 'Please check the fields.', { personContact: 'This is too long' }),
    );
    await fillAndBook(shown);
    expect(await screen.findByText('This is too long')).toBeVisible();
    await waitFor(() => expect(shown.number).toHaveFocus());
  });

  it('for a doctor who does not give the service, shows it at that field alone [P-6.48]', async () => {
    const shown = await show(buildSession(), doctors);
    const sentence = 'This doctor does not give this service.';
    server.routes.set(create, answerError(409, 'service.not_given', sentence, { resourceId: sentence }));
    await fillAndBook(shown);
    expect(await screen.findByText(sentence)).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('without an answer, sends the very same again with the same key [P-8.26]', async () => {
    const shown = await show();
    server.routes.set(create, () => 'drop');
    await fillAndBook(shown);
    await screen.findByText('Failed to create appointment');
    server.routes.set(create, () => ({
      status: 201,
      json: buildAppointment({ personName: 'Booked Person' }),
    }));
    vi.setSystemTime(new Date('2026-11-23T10:06:00+05:30'));
    await shown.user.click(await screen.findByRole('button', { name: 'Book 11:00 am · ₹500' }));
    await screen.findByText('Booked Person');
    const [first, second] = server.requestsOf(create);
    expect(second?.body).toBe(first?.body);
    expect(second?.headers['idempotency-key']).toBe(first?.headers['idempotency-key']);
  });

  it('whose answer comes after a change of page is sent again under its own key [P-16.70]', async () => {
    const shown = await show();
    let answer = () => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    const json = buildAppointment({ personName: 'Booked Person' });
    server.routes.set(create, async () => {
      await held;
      return { status: 201, json };
    });
    await fillAndBook(shown);
    await waitFor(() => expect(server.requestsOf(create)).toHaveLength(1));
    shown.unmount();
    renderSignedIn(server, <QuickBooking />);
    const retry = await screen.findByRole('button', { name: 'Retry' });
    answer();
    await waitFor(() => expect(lastNumberOf(buildSession().user.id)).toBe(json.personContact));
    await shown.user.click(retry);
    await screen.findByText('Booked Person');
    const keys = server.requestsOf(create).map(({ headers }) => headers['idempotency-key']);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
  });

  it('without an answer, says so and keeps the booking over a change of page, to send it once [P-16.70, P-16.71]', async () => {
    const shown = await show();
    server.routes.set(create, () => 'drop');
    await fillAndBook(shown);
    expect(await screen.findByText(/^Samay can be reached\. What you typed stays here/)).toBeVisible();
    shown.unmount();
    renderSignedIn(server, <QuickBooking />);
    expect(await screen.findByRole('button', { name: 'Retry' })).toBeVisible();
    act(() => void window.dispatchEvent(new Event('offline')));
    expect(await screen.findByText(/^Samay cannot be reached\. What you typed stays here/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
    act(() => void window.dispatchEvent(new Event('online')));
    let answer = () => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    server.routes.set(create, async () => {
      await held;
      return { status: 201, json: buildAppointment({ personName: 'Booked Person' }) };
    });
    await shown.user.click(await screen.findByRole('button', { name: 'Retry' }));
    // It keeps the focus while the answer is pending.
    await waitFor(() => expect(server.requestsOf(create)).toHaveLength(2));
    expect(screen.getByRole('button', { name: 'Retry' })).toHaveFocus();
    answer();
    await screen.findByText('Booked Person');
    expect(screen.queryByRole('alert')).toBeNull();
    const [first, second] = server.requestsOf(create);
    expect(second?.body).toBe(first?.body);
    expect(second?.headers['idempotency-key']).toBe(first?.headers['idempotency-key']);
  });
});

it('is not there for who may not book', async () => {
  server = await startClinicServer({ ...buildSession(), permissions: ['appointments.read'] });
  renderSignedIn(
    server,
    <>
      <QuickBooking />
      <p>The rest</p>
    </>,
  );
  const rest = await screen.findByText('The rest');
  expect(within(rest.parentElement as HTMLElement).queryByRole('combobox')).toBeNull();
});
