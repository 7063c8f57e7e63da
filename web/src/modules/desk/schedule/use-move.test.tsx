import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { buildAppointment } from '../../../../test/builders.ts';
import { answerTaken, type ClinicServer, startClinicServer } from '../../../../test/clinic-server.ts';
import {
  asha,
  bookedIn,
  id,
  moves,
  onDay,
  ravi,
  route,
  schedule,
  showSchedule,
  withDoctors,
} from '../../../../test/show-schedule.tsx';
import { timeText } from '../../../lib/days.ts';

let server: ClinicServer;

beforeEach(async () => {
  server = await startClinicServer();
  server.routes.set(route, () => ({ json: schedule }));
});
afterEach(async () => {
  vi.useRealTimers();
  await server.close();
});

it('moves a booking by the keyboard to another time and doctor, says where, and takes it back [P-5.62, P-6.60, P-9.114]', async () => {
  withDoctors(server);
  const asked: unknown[] = [];
  server.routes.set(moves, ({ body }) => {
    const to = JSON.parse(body) as { resourceId: string };
    asked.push(to);
    return {
      json: buildAppointment({
        id,
        personName: 'Meenakshi Iyer',
        ...to,
        resourceName: to.resourceId === ravi ? 'Dr. Ravi' : 'Dr. Asha',
        ...(to.resourceId === ravi && { price: 700_00, discountGiven: 700_00 }),
      }),
    };
  });
  const { user } = showSchedule(server, onDay);
  (await bookedIn('Dr. Asha')).focus();
  await user.keyboard('{Control>}{ArrowDown}{ArrowRight}{/Control}{Shift>}{ArrowDown}{/Shift}');
  expect(
    await screen.findByText(/^Meenakshi Iyer: 2:45 – 3:30 pm, Dr. Ravi. Enter moves it/),
  ).toBeInTheDocument();
  expect(asked).toEqual([]);
  await user.keyboard('{Enter}');
  await waitFor(async () => expect(await bookedIn('Dr. Ravi')).toHaveFocus());
  const [was, is] = ['14:30', '14:45'].map((time) => ({ date: '2026-11-18', time }));
  expect(asked).toEqual([{ ...is, duration: 45, resourceId: ravi, before: was }]);
  expect(
    await screen.findByText(
      `Meenakshi Iyer moved to ${timeText({ date: '2026-11-18', time: '14:45' })}, Dr. Ravi; outside its free days, ₹700 to pay`,
    ),
  ).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(asked).toHaveLength(2));
  expect(asked[1]).toEqual({ ...was, duration: 30, resourceId: asha, before: is });
});

it('leaves a booking where it was on Escape, and opens it on Enter [P-6.60]', async () => {
  withDoctors(server);
  const { user, openDetails } = showSchedule(server, onDay);
  (await bookedIn('Dr. Asha')).focus();
  await user.keyboard('{Control>}{ArrowDown}{/Control}{Escape}');
  expect(screen.getByText('Left where it was')).toBeInTheDocument();
  expect(openDetails).not.toHaveBeenCalled();
  await user.keyboard('{Enter}');
  expect(openDetails).toHaveBeenCalledExactlyOnceWith(id);
  expect(server.requestsOf(moves)).toHaveLength(0);
});

it('puts a refused move back and offers what is free [P-6.58]', async () => {
  withDoctors(server);
  const free = { resourceId: asha, date: '2026-11-18', time: '16:00' };
  server.routes.set(moves, answerTaken({ next: [free], elsewhere: [] }));
  const { user } = showSchedule(server, onDay);
  (await bookedIn('Dr. Asha')).focus();
  await user.keyboard('{Control>}{ArrowRight}{/Control}{Enter}');
  const dialog = await screen.findByRole('dialog', { name: 'Move · Meenakshi Iyer' });
  expect(dialog).toHaveTextContent('This time is taken.');
  const back = within(await screen.findByRole('group', { name: 'Dr. Asha', hidden: true }));
  expect(
    back.getByRole('button', { name: /2:30 – 3:00 pm Meenakshi Iyer/, hidden: true }),
  ).toBeInTheDocument();
  server.routes.set(moves, () => ({
    json: buildAppointment({ id, personName: 'Meenakshi Iyer', ...free, resourceName: 'Dr. Asha' }),
  }));
  await user.click(within(dialog).getByRole('button', { name: 'Move to 4:00 pm with Dr. Asha' }));
  await waitFor(() => expect(server.requestsOf(moves)).toHaveLength(2));
  expect(JSON.parse(server.requestsOf(moves)[1]?.body ?? '')).toEqual({
    ...free,
    duration: 30,
    before: { date: '2026-11-18', time: '14:30' },
  });
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
});

it('drags a booking by the pointer, and a press that moves nothing opens it [P-5.62]', async () => {
  withDoctors(server);
  server.routes.set(moves, () => ({ json: buildAppointment({ id }) }));
  const { user, openDetails } = showSchedule(server, onDay);
  const block = await bookedIn('Dr. Asha');
  fireEvent.pointerDown(block, { button: 0, pointerType: 'mouse', clientY: 100, pointerId: 1 });
  fireEvent.pointerMove(window, { clientY: 196, pointerId: 1 });
  fireEvent.pointerUp(window, { clientY: 196, pointerId: 1 });
  await waitFor(() => expect(server.requestsOf(moves)).toHaveLength(1));
  expect(JSON.parse(server.requestsOf(moves)[0]?.body ?? '')).toMatchObject({ time: '15:30', duration: 30 });
  await user.click(await bookedIn('Dr. Asha'));
  expect(openDetails).toHaveBeenCalledExactlyOnceWith(id);
});

it('leaves a swiping finger to the browser, and lets one that rests on a booking drag it [P-6.58]', async () => {
  withDoctors(server);
  server.routes.set(moves, () => ({ json: buildAppointment({ id }) }));
  showSchedule(server, onDay);
  const block = await bookedIn('Dr. Asha');
  const touch = (clientY: number) => ({ button: 0, pointerType: 'touch', clientY, pointerId: 1 });
  const isLeftToBrowser = () => fireEvent.touchMove(window);
  fireEvent.pointerDown(block, touch(100));
  fireEvent.pointerMove(window, touch(140));
  expect(isLeftToBrowser()).toBe(true);

  fireEvent.pointerDown(block, touch(300));
  // Moves the pointer slightly, since a finger is never completely still.
  fireEvent.pointerMove(window, touch(307));
  expect(await screen.findByText('Meenakshi Iyer: 2:30 – 3:00 pm, Dr. Asha')).toBeInTheDocument();
  expect(isLeftToBrowser()).toBe(false);
  fireEvent.pointerMove(window, touch(396));
  fireEvent.pointerUp(window, touch(396));
  await waitFor(() => expect(server.requestsOf(moves)).toHaveLength(1));
  expect(JSON.parse(server.requestsOf(moves)[0]?.body ?? '')).toMatchObject({ time: '15:30', duration: 30 });
});
