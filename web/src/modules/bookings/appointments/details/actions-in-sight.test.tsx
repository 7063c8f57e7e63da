import type { Appointment } from '@samay/contract/bookings/appointments';
import { addDays, indiaDate, now } from '@samay/contract/core/time';
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildAppointment, buildMay, buildSession } from '../../../../../test/builders.ts';
import { type ClinicServer, startClinicServer } from '../../../../../test/clinic-server.ts';
import { renderSignedIn } from '../../../../../test/render-signed-in.tsx';
import { DetailsDialog } from './details-dialog.tsx';

const appointment = buildAppointment({ reference: 'booking_1795000000009' });
const path = `/api/appointments/${appointment.id}`;
let server: ClinicServer;

beforeEach(async () => {
  server = await startClinicServer();
});
afterEach(() => server.close());

const open = () => renderSignedIn(server, <DetailsDialog id={appointment.id} onClose={() => undefined} />);

/** Lists the buttons between that which closes and the menu. */
function inSight(): (string | null)[] {
  const buttons = screen.getAllByRole('button');
  const menu = buttons.indexOf(screen.getByRole('button', { name: /^More actions/ }));
  return buttons.slice(1, menu).map(({ textContent }) => textContent);
}

describe('the actions in sight', () => {
  const today = indiaDate(now());
  const here = { date: today, arrivedAt: now().toISOString() };
  const completed: Partial<Appointment> = {
    status: 'completed',
    may: ['recordPayment', 'undoCompletion'],
    due: 0,
  };
  it.each<[string, Partial<Appointment>, string[]]>([
    ['before the day', { date: addDays(today, 1) }, ['Reschedule', '₹']],
    ['before the arrival', { date: today, due: 50_000 }, ['Arrived', '₹500 due']],
    ['before the arrival, paid', { date: today, due: 0, amount: 50_000 }, ['Arrived', 'Reschedule']],
    ['after the arrival', { ...here, due: 50_000 }, ['Start', '₹500 due']],
    ['after the arrival, paid', { ...here, due: 0, amount: 50_000 }, ['Start', 'Complete']],
    ['inside', { ...here, startedAt: here.arrivedAt, due: 50_000 }, ['Complete', '₹500 due']],
    ['a day later', { date: addDays(today, -1), due: 50_000 }, ['Complete', '₹500 due']],
    ['a day later, paid', { date: addDays(today, -1), due: 0, amount: 1 }, ['Complete', 'No-show']],
    ['just completed', { ...completed, due: 50_000 }, ['Undo completion', '₹500 due']],
    ['completed', { ...completed, may: ['recordPayment'] }, ['History and note', 'Record payment']],
    ['missed', { status: 'no_show' }, ['Schedule again', 'History and note']],
    ['cancelled', { status: 'cancelled', may: ['recordPayment'] }, ['History and note', 'Edit patient']],
    [
      'cancelled, paid',
      { status: 'cancelled', may: ['recordPayment'], amount: 50_000 },
      ['History and note', 'Correct payment'],
    ],
    ['just cancelled', { status: 'cancelled', may: ['undoCancel'] }, ['Undo cancel', 'History and note']],
  ])('are those of a booking %s [P-5.83, P-9.130]', async (_, state, expected) => {
    server.routes.set(`GET ${path}`, () => ({
      json: { ...appointment, may: buildMay(state.status ?? 'scheduled'), ...state },
    }));
    open();
    await screen.findByText('booking_1795000000009');
    expect(inSight()).toEqual(expected);
  });

  it("never starts a turf's game, which begins at its time", async () => {
    await server.close();
    server = await startClinicServer(buildSession({ businessType: 'turf' }));
    server.routes.set(`GET ${path}`, () => ({
      json: { ...appointment, ...here, doctor: null, time: '00:00', due: 50_000 },
    }));
    open();
    await screen.findByText('booking_1795000000009');
    expect(inSight()).toEqual(['Complete', '₹500 due']);
  });
});

it('ignores the second click of a double click: its place has the next action then [P-5.83]', async () => {
  let kept: Appointment = { ...appointment, date: indiaDate(now()) };
  server.routes.set(`GET ${path}`, () => ({ json: kept }));
  server.routes.set(`PUT ${path}/arrival`, () => {
    kept = { ...kept, arrivedAt: now().toISOString() };
    return { json: kept };
  });
  const { user } = open();
  await user.dblClick(await screen.findByRole('button', { name: 'Arrived' }));
  expect(await screen.findByRole('button', { name: 'Start' })).toHaveFocus();
  expect(screen.getByText(/^Arrived at /)).toBeVisible();
  expect(server.requests.filter(({ path: of }) => of === `${path}/start`)).toHaveLength(0);
});
