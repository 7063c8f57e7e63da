import { act, screen, waitFor, within } from '@testing-library/react';
import type { FoundPerson } from '@samay/contract/people/people';
import { addDays } from '@samay/contract/core/time';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  buildAppointment,
  buildQueueEntry,
  buildResource,
  buildService,
  buildSession,
} from '../../../../../../test/builders.ts';
import type { ClinicServer } from '../../../../../../test/clinic-server.ts';
import { nothing } from '../../../../../../test/show-queue.tsx';
import {
  create,
  doctors,
  iyer,
  lakshmi,
  rao,
  sentTo,
  showQuickBooking,
  third,
} from '../../../../../../test/show-quick-booking.tsx';

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

describe('the time', () => {
  it('is a chip of the chosen doctor’s day [P-8.21]', async () => {
    const { user, number, name } = await show(buildSession(), doctors, []);
    await user.type(number, '7000011111');
    await user.type(name, 'Asha Pai');
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Doctor' }), 'Dr. Ananya Iyer');
    await waitFor(() => expect(server.requestsOf('GET /api/slots').at(-1)?.query.get('resource')).toBe(iyer));
    const times = within(screen.getByRole('radiogroup', { name: 'Time' })).getAllByRole('radio');
    expect(times.map((one) => one.closest('label')?.textContent)).toEqual([
      'Now',
      'Next free 10:30 am',
      '10:30 am',
      '11:00 am',
    ]);
    await user.click(radio('11:00 am'));
    await user.click(screen.getByRole('button', { name: 'Book 11:00 am · ₹500' }));
    await waitFor(() => expect(server.requestsOf(create)).toHaveLength(1));
    expect(sent()).toMatchObject({ time: '11:00', doctor: 'Dr. Ananya Iyer', resourceId: iyer });
    expect(sent()).not.toHaveProperty('walkIn');
  });

  it("begins with the caller's own practitioner, and another one has their own free starts [P-8.25]", async () => {
    const { user, number, name } = await show(
      buildSession({ role: 'DOCTOR' }),
      doctors.map((one) => ({ ...one, isOwn: one.id === iyer })),
      [],
    );
    expect(await screen.findByRole('combobox', { name: 'Doctor' })).toHaveValue(iyer);
    expect(screen.queryByRole('option', { name: 'Default Doctor' })).toBeNull();
    await user.type(number, '7000011111');
    await user.type(name, 'Asha Pai{Enter}');
    await waitFor(() => expect(sent()).toMatchObject({ doctor: 'Dr. Ananya Iyer', resourceId: iyer }));
    // The form is a new one from here on.
    await waitFor(() => expect(name).toHaveValue(''));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Doctor' }), 'Dr. Kavita Rao');
    await waitFor(() => expect(server.requestsOf('GET /api/slots').at(-1)?.query.get('resource')).toBe(rao));
  });

  it('is with the doctor that this device used last, until they are archived [P-8.25]', async () => {
    const chosen = () => screen.findByRole('combobox', { name: 'Doctor' });
    const first = await show(buildSession(), doctors, []);
    expect(await chosen()).toHaveValue(rao);
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
    expect(await chosen()).toHaveValue(rao);
    server.routes.set(create, () => ({ status: 201, json: buildAppointment({ resourceId: third }) }));
    await gone.user.click(await screen.findByRole('radio', { name: '10:30 am' }));
    await gone.user.type(gone.number, '7000033333');
    await gone.user.type(gone.name, 'Asha Pai{Enter}');
    await waitFor(async () => expect(await chosen()).toHaveValue(third));
  });

  it('is with the doctor with the fewest waiting where this device has used none, one who gives the service [P-8.25]', async () => {
    const waits = (resourceId: string, at: string | null) =>
      buildQueueEntry({
        resourceId,
        stage: at === null ? 'expected' : 'waiting',
        arrivedAt: at,
        waitingSince: at,
      });
    const came = '2026-11-23T04:00:00.000Z';
    const queue = { ...nothing, waiting: [waits(rao, came), waits(iyer, null), waits(iyer, null)] };
    const { user, number, name } = await show(buildSession(), doctors, [], undefined, (clinic) => {
      clinic.routes.set('GET /api/queue', () => ({ json: queue }));
      const others = buildService({ id: third, name: 'Surgery', resourceIds: [rao] });
      clinic.routes.set('GET /api/services', () => ({ json: { items: [buildService(), others] } }));
    });
    const doctor = await screen.findByRole('combobox', { name: 'Doctor' });
    await waitFor(() => expect(doctor).toHaveValue(iyer));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Service' }), 'Surgery');
    await user.type(number, '7000011111');
    await user.type(name, 'Asha Pai{Enter}');
    await waitFor(() => expect(sent()).toMatchObject({ resourceId: rao, serviceId: third, walkIn: true }));
  });

  it('is with the doctor of a known person’s last visit, unless one was chosen, and with no other person’s [P-8.90]', async () => {
    const own: FoundPerson = {
      ...lakshmi,
      lastVisit: { date: '2026-11-12', doctor: 'Dr. Iyer', resourceId: iyer },
    };
    const { user, number, name } = await show(buildSession(), doctors, [own]);
    const doctor = await screen.findByRole('combobox', { name: 'Doctor' });
    await waitFor(() => expect(doctor).toHaveValue(rao));
    await user.type(number, '9845012345');
    await screen.findByRole('option', { name: /Lakshmi/ });
    await user.keyboard('{Enter}');
    expect(doctor).toHaveValue(iyer);
    // A name that is typed over is another person's.
    await user.type(name, 'a');
    expect(doctor).toHaveValue(rao);
    await user.clear(number);
    await user.type(number, '9845012345');
    await screen.findByRole('option', { name: /Lakshmi/ });
    await user.keyboard('{Enter}');
    expect(doctor).toHaveValue(iyer);
    server.routes.set(create, () => ({ status: 201, json: buildAppointment({ resourceId: iyer }) }));
    await user.keyboard('{Enter}');
    await waitFor(() => expect(sent()).toMatchObject({ resourceId: iyer, doctor: 'Dr. Ananya Iyer' }));
    // The next person is booked with the desk's doctor again.
    await waitFor(() => expect(number).toHaveValue(''));
    expect(doctor).toHaveValue(rao);
    await user.selectOptions(doctor, 'Dr. Kavita Rao');
    await user.type(number, '9845012345');
    await screen.findByRole('option', { name: /Lakshmi/ });
    await user.keyboard('{Enter}');
    expect(doctor).toHaveValue(rao);
  });

  it('stays with the suggested doctor once somebody types, though others wait less by then [P-8.25]', async () => {
    const waits = (resourceId: string) =>
      buildQueueEntry({ resourceId, stage: 'waiting', waitingSince: '2026-11-23T04:00:00.000Z' });
    let waiting = [waits(rao)];
    const { user, number, client } = await show(buildSession(), doctors, [], undefined, (clinic) =>
      clinic.routes.set('GET /api/queue', () => ({ json: { ...nothing, waiting } })),
    );
    const doctor = await screen.findByRole('combobox', { name: 'Doctor' });
    await waitFor(() => expect(doctor).toHaveValue(iyer));
    await user.type(number, '7');
    waiting = [waits(rao), waits(iyer), waits(iyer)];
    await act(async () => {
      await client.invalidateQueries({ queryKey: ['appointments', 'waiting'] });
      // Queries tell their components by a timer.
      await new Promise((resolve) => setTimeout(resolve));
    });
    expect(doctor).toHaveValue(iyer);
    await user.clear(number);
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

  /** Shows the form of a turf with free starts on 23 November. */
  function showTurf(
    courts: Parameters<typeof show>[1],
    free: Record<string, string[]>,
    service = buildService(),
  ) {
    const resources = Object.entries(free).map(([resourceId, times]) => ({
      resourceId,
      days: [{ date: '2026-11-23', times }],
    }));
    return show(buildSession({ businessType: 'turf' }), courts, [], undefined, ({ routes }) => {
      routes.set('GET /api/slots', () => ({ json: { resources } }));
      routes.set('GET /api/services', () => ({ json: { items: [service] } }));
    });
  }
  const court = (id: string, name: string) => buildResource(id, name, { kind: 'court' });
  const chips = () =>
    within(screen.getByRole('radiogroup', { name: 'Time' }))
      .getAllByRole('radio')
      .map((one) => one.closest('label')?.textContent);

  it('of a whole court or of any half follows the choice of Full or Half, and names the half [P-6.43, P-6.74]', async () => {
    const ground = { ...court(rao, 'Ground'), parts: [court(iyer, 'Half A'), court(third, 'Half B')] };
    const { user, number, name } = await showTurf([ground], {
      [rao]: ['19:00'],
      [iyer]: ['18:00', '19:00'],
      [third]: ['19:00'],
    });
    expect(await screen.findByRole('radio', { name: 'Full' })).toBeChecked();
    expect(screen.queryByRole('combobox', { name: 'Court' })).toBeNull();
    await waitFor(() => expect(chips()).toEqual(['Now', 'Next free 7:00 pm', '7:00 pm']));
    await user.click(radio('Half'));
    const halves = ['6:00 pm · Half A', '7:00 pm · Half A'];
    await waitFor(() => expect(chips()).toEqual(['Now', `Next free ${halves[0]}`, ...halves]));
    for (const [index, [size, chip, resourceId]] of [
      ['Half', '6:00 pm · Half A', iyer] as const,
      ['Full', '7:00 pm', rao] as const,
    ].entries()) {
      await user.type(number, '7000011111');
      await user.type(name, 'Team Asha');
      await user.click(radio(size));
      await user.click(await screen.findByRole('radio', { name: chip }));
      await user.keyboard('{Enter}');
      await waitFor(() => expect(server.requestsOf(create)).toHaveLength(index + 1));
      expect(sent(index).resourceId).toBe(resourceId);
      await waitFor(() => expect(name).toHaveValue(''));
    }
  });

  it('of a turf’s evening comes first, though an earlier one is the next free [P-6.105]', async () => {
    const free = { [rao]: ['09:00', '16:00', '17:00', '19:00'] };
    const { user } = await showTurf([court(rao, 'Ground')], free);
    const next = 'Next free 4:00 pm';
    await waitFor(() => expect(chips()).toEqual(['Now', next, '5:00 pm', '7:00 pm', '4:00 pm']));
    await user.click(screen.getByRole('radio', { name: next }));
    expect(screen.getByRole('button', { name: /^Book 4:00/ })).toBeVisible();
  });

  it('of any half begins now without naming one, and a chosen half stays in sight [P-6.74]', async () => {
    const ground = { ...court(rao, 'Ground'), parts: [court(iyer, 'Half A'), court(third, 'Half B')] };
    const { user, number, name } = await showTurf([ground], { [iyer]: ['18:00'], [third]: ['18:00'] });
    await user.click(await screen.findByRole('radio', { name: 'Half' }));
    const choice = await screen.findByRole('combobox', { name: 'Court' });
    await user.selectOptions(choice, 'Half B');
    expect(radio('Half')).toBeChecked();
    await user.selectOptions(choice, 'Any free court');
    expect(radio('Half')).toBeChecked();
    await user.type(number, '7000011111');
    await user.type(name, 'Team Asha');
    await user.click(radio('Now'));
    await user.click(screen.getByRole('button', { name: 'Book now' }));
    await waitFor(() => expect(server.requestsOf(create)).toHaveLength(1));
    expect(sent()).toMatchObject({ size: 'part', walkIn: true });
    expect(sent()).not.toHaveProperty('resourceId');
  });

  it('is for 120 minutes with one press more: starts, button and request follow [P-6.72, P-6.73]', async () => {
    const courts = [court(rao, 'Ground 1'), court(iyer, 'Ground 2')];
    const evening = {
      resourceId: iyer,
      weekdays: [],
      hours: { from: '20:00', to: '23:00' },
      price: 1_400_00,
    };
    const service = buildService({ duration: 60, price: 1_000_00, pricedPer: 'hour', priceRules: [evening] });
    const { user, number, name, today } = await showTurf(courts, { [iyer]: ['19:00'] }, service);
    expect(
      within(await screen.findByRole('radiogroup', { name: 'Length in minutes' }))
        .getAllByRole('radio')
        .map((one) => one.closest('label')?.textContent),
    ).toEqual(['60', '90', '120']);
    expect(radio('60')).toBeChecked();
    await user.type(number, '7000011111');
    await user.type(name, 'Team Asha');
    await user.click(radio('120'));
    await waitFor(() =>
      expect(server.requestsOf('GET /api/slots').at(-1)?.query.get('duration')).toBe('120'),
    );
    await user.click(await screen.findByRole('radio', { name: '7:00 pm' }));
    await user.click(screen.getByRole('button', { name: 'Book 7:00–9:00 pm · Ground 2 · ₹2,400' }));
    await waitFor(() => expect(server.requestsOf(create)).toHaveLength(1));
    expect(sent()).toEqual({
      personName: 'Team Asha',
      personContact: '7000011111',
      date: today,
      time: '19:00',
      resourceId: iyer,
      duration: 120,
    });
    await waitFor(() => expect(radio('60')).toBeChecked());
  });

  it('of any court is a whole one’s where one is free, though the half of another stands before it [P-6.42]', async () => {
    const courts = [{ ...court(rao, 'Ground 1'), parts: [court(iyer, 'Half A')] }, court(third, 'Ground 2')];
    const free = { [rao]: [], [iyer]: ['18:00', '19:00'], [third]: ['18:00'] };
    const { user, number, name, today } = await showTurf(courts, free);
    const choice = await screen.findByRole('combobox', { name: 'Court' });
    await user.selectOptions(choice, 'Ground 2');
    await user.selectOptions(choice, 'Any free court');
    await waitFor(() => expect(chips()).toEqual(['Now', 'Next free 6:00 pm', '6:00 pm']));
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
    expect(sent().resourceId).toBe(third);
    expect(await screen.findByText('until 7:00 pm · Half A (Ground 1)')).toBeVisible();
  });
});

it('says how many places of the plan are left, for a walk-in and for another start [P-4.36]', async () => {
  const { user, number } = await show(buildSession(), doctors.slice(0, 1), [], undefined, (prepared) =>
    prepared.routes.set('GET /api/appointment-warnings', ({ query }) => ({
      json: { warnings: [], left: query.get('walkIn') === 'yes' ? 3 : 1 },
    })),
  );
  expect(screen.queryByText(/of your plan|Your plan has/)).toBeNull();
  await user.type(number, '7');
  expect(await screen.findByText('Your plan has 3 appointments left in this month.')).toBeVisible();
  await user.click(screen.getByRole('radio', { name: '11:00 am' }));
  expect(await screen.findByText('This is the last appointment of your plan in this month.')).toBeVisible();
});

it('warns that the doctor is closed now, and books all the same [P-6.93]', async () => {
  const { user, number, name } = await show();
  server.routes.set('GET /api/appointment-warnings', ({ query }) => ({
    json: { warnings: query.get('walkIn') === 'yes' ? ['This time is closed: Doctor ill.'] : [] },
  }));
  await user.type(number, '98200 11223');
  await user.type(name, 'Tara Pillai');
  expect(await screen.findByText('This time is closed: Doctor ill.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: /^Book now/ }));
  await waitFor(() => expect(server.requestsOf(create)).toHaveLength(1));
});
