import { screen, waitFor, within } from '@testing-library/react';
import type { FoundPerson } from '@samay/contract/bookings/people';
import { addDays, formatTime, indiaDate, now } from '@samay/contract/core/time';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildAppointment, buildResource, buildService, buildSession } from '../../../../../test/builders.ts';
import {
  answerError,
  answerTaken,
  type ClinicServer,
  startClinicServer,
} from '../../../../../test/clinic-server.ts';
import { renderSignedIn } from '../../../../../test/render-signed-in.tsx';
import { QuickBooking } from './quick-booking.tsx';

const create = 'POST /api/appointments';
const lookUp = 'GET /api/people';
const [rao, iyer, third] = ['d1', 'd2', 'd3'].map((end) => `00000000-0000-4000-8000-0000000000${end}`) as [
  string,
  string,
  string,
];
const doctors = [buildResource(rao, 'Dr. Kavita Rao'), buildResource(iyer, 'Dr. Ananya Iyer')];
const lakshmi: FoundPerson = {
  id: '00000000-0000-4000-8000-0000000000f1',
  name: 'Lakshmi Narasimhan',
  email: 'lakshmi@people.example',
  contact: '+91 98450 12345',
  lastVisit: { date: '2026-11-12', doctor: 'Dr. Kavita Rao' },
  nextVisit: null,
};
const ravi: FoundPerson = {
  ...lakshmi,
  id: '00000000-0000-4000-8000-0000000000f2',
  name: 'Ravi Narasimhan',
  email: null,
  lastVisit: null,
};
let server: ClinicServer;

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-23T10:04:00+05:30') });
});
afterEach(async () => {
  vi.useRealTimers();
  await server.close();
});

async function show(
  session = buildSession(),
  resources = [doctors[0] as (typeof doctors)[number]],
  found = [lakshmi],
) {
  server = await startClinicServer(session);
  const today = indiaDate(now());
  server.routes.set('GET /api/resources', () => ({ json: { items: resources } }));
  server.routes.set('GET /api/services', () => ({ json: { items: [buildService()] } }));
  server.routes.set('GET /api/slots', ({ query }) => ({
    json: {
      resources: resources
        .filter(({ id }) => (query.get('resource') ?? id) === id)
        .map(({ id }, index) => ({
          resourceId: id,
          days: [{ date: today, times: index === 0 ? ['10:30', '11:00'] : ['10:30', '15:00'] }],
        })),
    },
  }));
  server.routes.set(lookUp, () => ({ json: { items: found } }));
  server.routes.set(create, () => ({
    status: 201,
    json: buildAppointment({ personName: 'Booked Person', date: today, time: '10:04' }),
  }));
  const onBooked = vi.fn();
  const rendered = renderSignedIn(server, <QuickBooking onBooked={onBooked} />);
  const number = await screen.findByRole('combobox', { name: 'Phone number' });
  return { ...rendered, onBooked, number, name: screen.getByRole('combobox', { name: /name$/ }), today };
}

const sent = (index = 0) =>
  JSON.parse(server.requestsOf(create)[index]?.body ?? '{}') as Record<string, unknown>;
const radio = (name: string | RegExp) => screen.getByRole('radio', { name });

describe('a walk-in', () => {
  it('of a known number: number, Enter, Enter; the last visit stands beside the person, and the form is ready for the next one', async () => {
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
  ])('of somebody who is booked already: %s, in the list and beside the person', async (when, nextVisit) => {
    const { user, number } = await show(buildSession(), doctors, [{ ...lakshmi, nextVisit }]);
    await user.type(number, '98450 12345');
    expect(await screen.findByRole('option', { name: /Lakshmi Narasimhan/ })).toHaveTextContent(
      `Booked ${when}`,
    );
    await user.keyboard('{Enter}');
    expect(screen.getByTitle(`Booked ${when}`)).toBeVisible();
  });

  it('of a new number: number, name, Enter, without an email', async () => {
    const { user, number, name, today } = await show(buildSession(), doctors, []);
    await user.type(number, '70000 11111');
    await user.type(name, 'Asha Pai{Enter}');
    await waitFor(() => expect(server.requestsOf(create)).toHaveLength(1));
    await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent(/^Booked/));
    const doctor = 'Default Doctor';
    expect(sent()).toEqual({
      personName: 'Asha Pai',
      personContact: '70000 11111',
      date: today,
      time: '10:04',
      doctor,
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
    await user.type(number, '9845012345{Enter}');
    await waitFor(() => expect(server.requestsOf(lookUp)).toHaveLength(1));
    expect(screen.queryByText('Please enter a name')).toBeNull();
    answer();
    await waitFor(() => expect(name).toHaveValue('Lakshmi Narasimhan'));
    expect(server.requestsOf(create)).toHaveLength(0);
  });

  it('with letters in the number is not booked: they are a name, or the key that leads to the field', async () => {
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
  it('lets one choose within a household, by arrow keys or by a press', async () => {
    const { user, number, name } = await show(buildSession(), doctors.slice(0, 1), [lakshmi, ravi]);
    await user.type(number, '9845012345');
    const options = await screen.findAllByRole('option');
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
    await user.click(await screen.findByRole('option'));
    await user.clear(name);
    await user.type(name, 'Meera{Enter}');
    await waitFor(() => expect(server.requestsOf(create)).toHaveLength(1));
    expect(sent()).not.toHaveProperty('personEmail');
  });

  it('asks from two characters on, after a pause, and gives up the older question', async () => {
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
    await user.type(number, '4501');
    await waitFor(() => expect(open).toEqual(['98', '984501']));
    expect(aborted).toHaveBeenCalled();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('option')).toBeNull();
  });
});

describe('the time', () => {
  it('is a chip of the day, which also says with whom', async () => {
    const { user, number, name } = await show(buildSession(), doctors, []);
    await user.type(number, '7000011111');
    await user.type(name, 'Asha Pai');
    expect(screen.getAllByRole('radio').map((one) => one.closest('label')?.textContent)).toEqual([
      'Now',
      'Next free 10:30 am',
      '10:30 am',
      '11:00 am',
      '3:00 pm',
    ]);
    await user.click(radio('3:00 pm'));
    await user.click(screen.getByRole('button', { name: 'Book 3:00 pm' }));
    await waitFor(() => expect(server.requestsOf(create)).toHaveLength(1));
    expect(sent()).toMatchObject({ time: '15:00', doctor: 'Dr. Ananya Iyer', resourceId: iyer });
    expect(sent()).not.toHaveProperty('walkIn');
  });

  it("begins with the caller's own practitioner, and another one has their own free starts", async () => {
    const { user, number, name } = await show(
      buildSession({ role: 'DOCTOR' }),
      doctors.map((one) => ({ ...one, isOwn: one.id === iyer })),
      [],
    );
    expect(await screen.findByRole('combobox', { name: 'Doctor' })).toHaveValue(iyer);
    await user.selectOptions(screen.getByRole('combobox', { name: 'Doctor' }), 'Default Doctor');
    await user.type(number, '7000011111');
    await user.type(name, 'Asha Pai{Enter}');
    await waitFor(() => expect(sent()).toMatchObject({ doctor: 'Default Doctor' }));
    // The form is another one from here on.
    await waitFor(() => expect(name).toHaveValue(''));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Doctor' }), 'Dr. Kavita Rao');
    await waitFor(() => expect(server.requestsOf('GET /api/slots').at(-1)?.query.get('resource')).toBe(rao));
  });

  it('is with the doctor whom this device chose last, until there is none such or none is chosen', async () => {
    const chosen = () => screen.findByRole('combobox', { name: 'Doctor' });
    const first = await show(buildSession(), doctors, []);
    expect(await chosen()).toHaveDisplayValue('Default Doctor');
    await first.user.selectOptions(await chosen(), 'Dr. Ananya Iyer');
    await first.user.type(first.number, '7000011111');
    await first.user.type(first.name, 'Asha Pai{Enter}');
    await waitFor(() => expect(sent()).toMatchObject({ doctor: 'Dr. Ananya Iyer', resourceId: iyer }));
    await waitFor(() => expect(first.name).toHaveValue(''));
    expect(await chosen()).toHaveValue(iyer);
    first.unmount();
    await server.close();

    const later = await show(buildSession(), doctors, []);
    expect(await chosen()).toHaveValue(iyer);
    await later.user.type(later.number, '7000022222');
    await later.user.type(later.name, 'Asha Pai{Enter}');
    await waitFor(() =>
      expect(sent()).toMatchObject({ doctor: 'Dr. Ananya Iyer', resourceId: iyer, walkIn: true }),
    );
    later.unmount();
    await server.close();

    const archived = doctors.map((one) => ({
      ...one,
      archivedAt: one.id === iyer ? '2026-11-01T00:00:00.000Z' : null,
    }));
    const gone = await show(buildSession(), [...archived, buildResource(third, 'Dr. Sen')], []);
    expect(await chosen()).toHaveDisplayValue('Default Doctor');
    await gone.user.selectOptions(await chosen(), 'Dr. Sen');
    await gone.user.selectOptions(await chosen(), 'Default Doctor');
    gone.unmount();
    await server.close();
    await show(buildSession(), doctors, []);
    expect(await chosen()).toHaveDisplayValue('Default Doctor');
  });

  it('of a day without one is the next on another day', async () => {
    const { user, number, name, today } = await show(buildSession(), doctors, []);
    const date = addDays(today, 1);
    server.routes.set('GET /api/slots', () => ({ json: { resources: [] } }));
    server.routes.set('GET /api/slots/next', () => ({
      json: { slots: [{ resourceId: rao, date, time: '09:00' }] },
    }));
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Doctor' }), 'Dr. Kavita Rao');
    await user.click(await screen.findByRole('radio', { name: 'Next free Tue, 24 Nov, 9:00 am' }));
    await user.type(number, '7000011111');
    await user.type(name, 'Asha Pai{Enter}');
    await waitFor(() => expect(sent()).toMatchObject({ date, time: '09:00', resourceId: rao }));
  });

  it('is chosen at a turf, where Now takes a court', async () => {
    const courts = [
      buildResource(rao, 'Court A', { kind: 'court' }),
      buildResource(iyer, 'Court B', { kind: 'court' }),
    ];
    const { user, number, name, today } = await show(buildSession({ businessType: 'turf' }), courts, []);
    server.routes.set(create, () => ({
      status: 201,
      json: buildAppointment({
        personName: 'Team Asha',
        doctor: null,
        date: today,
        time: '10:04',
        endTime: '11:00',
        resourceName: 'Court B',
      }),
    }));
    await user.type(number, '7000011111');
    await user.type(name, 'Team Asha{Enter}');
    expect(await screen.findByText('Please choose a time')).toBeVisible();
    expect(radio('Now')).toHaveFocus();
    await user.keyboard(' {Enter}');
    expect(await screen.findByText('until 11:00 am · Court B')).toBeVisible();
    expect(sent()).toEqual({
      personName: 'Team Asha',
      personContact: '7000011111',
      date: today,
      time: '10:04',
      walkIn: true,
    });
  });

  it('of any court is named where only a part is free, as the server gives a whole one', async () => {
    const ground = buildResource(rao, 'Ground', { kind: 'court' });
    const courts = [{ ...ground, parts: [buildResource(iyer, 'Half A', { kind: 'court' })] }];
    const { user, number, name, today } = await show(buildSession({ businessType: 'turf' }), courts, []);
    const times = (resourceId: string, ...free: string[]) => ({
      resourceId,
      days: [{ date: today, times: free }],
    });
    server.routes.set('GET /api/slots', () => ({
      json: { resources: [times(rao, '19:00'), times(iyer, '18:00', '19:00')] },
    }));
    const court = await screen.findByRole('combobox', { name: 'Court' });
    await user.selectOptions(court, 'Half A');
    await user.selectOptions(court, 'Any free court');
    for (const [index, [chip, resourceId]] of [
      ['6:00 pm · Half A', iyer] as const,
      ['7:00 pm', undefined] as const,
    ].entries()) {
      await user.type(number, '7000011111');
      await user.type(name, 'Team Asha');
      await user.click(await screen.findByRole('radio', { name: chip }));
      await user.keyboard('{Enter}');
      await waitFor(() => expect(server.requestsOf(create)).toHaveLength(index + 1));
      expect(sent(index).resourceId).toBe(resourceId);
      await waitFor(() => expect(name).toHaveValue(''));
    }
  });

  it('of any court is a whole one’s where one is free, though the half of another stands before it', async () => {
    const half = buildResource(iyer, 'Half A', { kind: 'court' });
    const courts = [
      { ...buildResource(rao, 'Ground 1', { kind: 'court' }), parts: [half] },
      buildResource(third, 'Ground 2', { kind: 'court' }),
    ];
    const { user, number, name, today } = await show(buildSession({ businessType: 'turf' }), courts, []);
    const times = (resourceId: string, ...free: string[]) => ({
      resourceId,
      days: [{ date: today, times: free }],
    });
    server.routes.set('GET /api/slots', () => ({
      json: { resources: [times(rao), times(iyer, '18:00', '19:00'), times(third, '18:00')] },
    }));
    const court = await screen.findByRole('combobox', { name: 'Court' });
    await user.selectOptions(court, 'Ground 2');
    await user.selectOptions(court, 'Any free court');
    expect(await screen.findByRole('radio', { name: '7:00 pm · Half A (Ground 1)' })).toBeVisible();
    const booked = {
      doctor: null,
      date: today,
      time: '18:00',
      endTime: '19:00',
      resourceId: iyer,
      resourceName: 'Half A',
    };
    server.routes.set(create, () => ({ status: 201, json: buildAppointment(booked) }));
    await user.type(number, '7000011111');
    await user.type(name, 'Team Asha');
    await user.click(radio('6:00 pm'));
    await user.keyboard('{Enter}');
    await waitFor(() => expect(server.requestsOf(create)).toHaveLength(1));
    expect(sent()).not.toHaveProperty('resourceId');
    expect(await screen.findByText('until 7:00 pm · Half A (Ground 1)')).toBeVisible();
  });
});

describe('refused', () => {
  async function fillAndBook(shown: Awaited<ReturnType<typeof show>>) {
    await shown.user.type(shown.number, '7000011111');
    await shown.user.type(shown.name, 'Asha Pai');
    await shown.user.click(radio('11:00 am'));
    await shown.user.keyboard('{Enter}');
  }

  it('as taken, offers what is free one press away, and keeps what was typed', async () => {
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

  it('by the plan, says so and how to book more', async () => {
    const shown = await show();
    server.routes.set(create, answerError(409, 'plan.limit_reached', 'Limit reached: the plan is full.'));
    await fillAndBook(shown);
    expect(await screen.findByText('Limit reached: the plan is full.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'upgrade your plan in Settings' })).toBeVisible();
    expect(shown.number).toHaveValue('7000011111');
  });

  it('by the server beside the field, and what is missing before anything is sent', async () => {
    const shown = await show();
    await shown.user.click(screen.getByRole('button', { name: 'Book now' }));
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

  it('without an answer, sends the very same again with the same key', async () => {
    const shown = await show();
    server.routes.set(create, () => 'drop');
    await fillAndBook(shown);
    await screen.findByText('Failed to create appointment');
    server.routes.set(create, () => ({
      status: 201,
      json: buildAppointment({ personName: 'Booked Person' }),
    }));
    vi.setSystemTime(new Date('2026-11-23T10:06:00+05:30'));
    await shown.user.click(screen.getByRole('button', { name: 'Book 11:00 am' }));
    await screen.findByText('Booked Person');
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
