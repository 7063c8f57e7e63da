import type { PaymentMethod } from '@samay/contract/core/money';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildAppointment, buildMoney, buildMoneyRow, buildSession } from '../../../../../test/builders.ts';
import {
  answerError,
  answerPage,
  answerTaken,
  type ClinicServer,
  startClinicServer,
} from '../../../../../test/clinic-server.ts';
import { renderSignedIn } from '../../../../../test/render-signed-in.tsx';
import { list, showList } from '../../../../../test/show-list.tsx';
import { DetailsDialog } from '../details/details-dialog.tsx';
import { CancelDialog } from './cancel-dialog.tsx';

const booking = buildAppointment({ personName: 'Suresh Bose' });
const path = `/api/appointments/${booking.id}`;
const route = `POST ${path}/cancellation`;
const undo = `DELETE ${path}/cancellation`;
const cancellation = { at: '2026-11-21T05:00:00.000Z', by: 'Asha Pai', reason: 'Doctor ill' };
const cancelled = { ...booking, status: 'cancelled' as const, cancellation, may: ['undoCancel' as const] };
let server: ClinicServer;

beforeEach(async () => {
  server = await startClinicServer();
  server.routes.set(route, () => ({ json: cancelled }));
  server.routes.set(undo, () => ({ json: booking }));
  server.routes.set(`GET ${path}/money`, () => ({ json: buildMoney() }));
});
afterEach(() => server.close());

const sent = (index = 0, of = route) => JSON.parse(server.requestsOf(of)[index]?.body ?? '{}') as unknown;

function ask(of = booking) {
  const onClose = vi.fn();
  return { onClose, ...renderSignedIn(server, <CancelDialog appointment={of} onClose={onClose} />) };
}

it('asks before the money that a cancel gives back leaves a drawer with less than nothing [P-9.133]', async () => {
  const sentence = 'There is less cash than that in the drawer.';
  server.routes.set(route, answerError(409, 'drawer.below_zero', sentence));
  const rows = [buildMoneyRow({ paise: 500_00 })];
  server.routes.set(`GET ${path}/money`, () => ({ json: buildMoney({ rows }) }));
  const { user, onClose } = ask({ ...booking, amount: 500_00 });
  const giveBack = await screen.findByRole('radio', { name: 'Give back' });
  await waitFor(() => expect(giveBack).toBeEnabled());
  await user.click(giveBack);
  await user.click(screen.getByRole('button', { name: 'Cancel appointment' }));
  server.routes.set(route, () => ({ json: cancelled }));
  await user.click(await screen.findByRole('button', { name: 'Give it back' }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  const body = { money: 'refund', method: 'Cash' };
  expect([sent(0), sent(1)]).toEqual([body, { ...body, belowZero: true }]);
});

describe('the reason of a cancel [P-5.71]', () => {
  it('is one press on a usual one, which a second press takes back', async () => {
    const { user, onClose } = ask();
    const reasons = await screen.findByRole('group', { name: 'Why? (optional)' });
    expect(
      within(reasons)
        .getAllByRole('button')
        .map((one) => one.textContent),
    ).toEqual(['Patient cancelled', 'Doctor ill', 'No answer', 'Mistake', 'Other…']);
    await user.click(screen.getByRole('button', { name: 'Mistake' }));
    await user.click(screen.getByRole('button', { name: 'Mistake' }));
    expect(screen.getByRole('button', { name: 'Mistake' })).toHaveAttribute('aria-pressed', 'false');
    await user.click(screen.getByRole('button', { name: 'Doctor ill' }));
    await user.click(screen.getByRole('button', { name: 'Cancel appointment' }));
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(sent()).toEqual({ reason: 'Doctor ill' });
  });

  it('is not needed, and a typed one is sent without spaces around it', async () => {
    const { user, onClose } = ask();
    await user.click(await screen.findByRole('button', { name: 'Cancel appointment' }));
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(sent()).toEqual({});
    await user.click(await screen.findByRole('button', { name: 'Other…' }));
    expect(screen.getByRole('textbox', { name: 'Reason' })).toHaveFocus();
    await user.keyboard(' Moved away ');
    await user.click(screen.getByRole('button', { name: 'Cancel appointment' }));
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(2));
    expect(sent(1)).toEqual({ reason: 'Moved away' });
  });

  it("has a turf's words", async () => {
    server.routes.set('GET /api/session', () => ({ json: buildSession({ businessType: 'turf' }) }));
    ask();
    expect(await screen.findByRole('button', { name: 'Customer cancelled' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Rain' })).toBeVisible();
  });

  it('is asked with the use of the money', async () => {
    const { user, onClose } = ask({ ...booking, amount: 70_000 });
    await user.click(await screen.findByRole('radio', { name: 'Keep as advance' }));
    await user.click(await screen.findByRole('button', { name: 'No answer' }));
    await user.click(screen.getByRole('button', { name: 'Cancel appointment' }));
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(sent()).toEqual({ money: 'advance', reason: 'No answer' });
  });

  it('proposes an advance where it is the business, until the money is chosen by hand [P-9.158]', async () => {
    const { user, onClose } = ask({ ...booking, amount: 70_000 });
    const fee = await screen.findByRole('radio', { name: 'Keep as cancellation fee' });
    const advance = screen.getByRole('radio', { name: 'Keep as advance' });
    expect(fee).toBeChecked();
    await user.click(screen.getByRole('button', { name: 'Doctor ill' }));
    expect(advance).toBeChecked();
    await user.click(screen.getByRole('button', { name: 'Patient cancelled' }));
    expect(fee).toBeChecked();
    await user.click(screen.getByRole('button', { name: 'Other…' }));
    await user.keyboard('no electricity ');
    expect(advance).toBeChecked();
    await user.click(fee);
    await user.click(screen.getByRole('button', { name: 'Doctor ill' }));
    expect(fee).toBeChecked();
    await user.click(screen.getByRole('button', { name: 'Cancel appointment' }));
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(sent()).toEqual({ money: 'leave', reason: 'Doctor ill' });
  });

  it('is for all of a series, and so is the use of their money [P-9.159]', async () => {
    const series = `POST ${path}/series/cancellation`;
    server.routes.set(`GET ${path}/series`, () => ({
      json: { following: 2, all: 3, paid: { following: 0, all: 900_00 } },
    }));
    server.routes.set(series, () => ({ json: { items: [cancelled, buildAppointment()] } }));
    const { user, onClose } = ask({ ...booking, seriesId: '00000000-0000-4000-8000-0000000000d1' });
    await user.click(await screen.findByRole('radio', { name: 'All appointments to come (3)' }));
    await user.click(await screen.findByRole('button', { name: 'Doctor ill' }));
    const money = await screen.findByRole('radiogroup', { name: 'What becomes of ₹900?' });
    expect(within(money).getByRole('radio', { name: 'Keep as advance' })).toBeChecked();
    await user.click(screen.getByRole('button', { name: 'Cancel appointments' }));
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(sent(0, series)).toMatchObject({ scope: 'all', money: 'advance', reason: 'Doctor ill' });
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });
});

describe('money of a cancel [P-9.68]', () => {
  const paid = { ...booking, amount: 70_000 };
  const answer = (...methods: (PaymentMethod | null)[]) =>
    server.routes.set(`GET ${path}/money`, () => ({
      json: buildMoney({
        rows: methods.map((method, at) =>
          buildMoneyRow({ paise: 50_000 - at * 30_000, left: 50_000 - at * 30_000, method, mayRefund: true }),
        ),
      }),
    }));
  const giveBack = async () => {
    const shown = ask(paid);
    await waitFor(() => expect(screen.getByRole('radio', { name: 'Give back' })).toBeEnabled());
    await shown.user.click(screen.getByRole('radio', { name: 'Give back' }));
    return { ...shown, by: screen.getByRole('combobox', { name: 'Given back by' }) };
  };
  const press = async ({ user, onClose }: Awaited<ReturnType<typeof giveBack>>) => {
    await user.click(screen.getByRole('button', { name: 'Cancel appointment' }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
  };

  it('goes back as it was paid by several methods, or by one that is chosen', async () => {
    answer('Cash', 'UPI');
    const shown = await giveBack();
    expect(shown.by).toHaveDisplayValue('As it was paid: ₹500 Cash, ₹200 UPI');
    await press(shown);
    expect(sent()).toEqual({ money: 'refund' });
    await shown.user.selectOptions(shown.by, 'Cash');
    await shown.user.click(screen.getByRole('button', { name: 'Cancel appointment' }));
    await waitFor(() => expect(shown.onClose).toHaveBeenCalledTimes(2));
    expect(sent(1)).toEqual({ money: 'refund', method: 'Cash' });
  });

  it('goes back online as far as it was paid online, and the rest by a method [P-12.159]', async () => {
    server.routes.set(`GET ${path}/money`, () => ({
      json: buildMoney({
        rows: [
          buildMoneyRow({ paise: 20_000, left: 20_000, method: 'Online', mayRefund: true, isOnline: true }),
          buildMoneyRow({ paise: 50_000, left: 50_000, method: 'Cash', mayRefund: true }),
        ],
      }),
    }));
    const { user, onClose } = ask(paid);
    await waitFor(() => expect(screen.getByRole('radio', { name: 'Give back' })).toBeEnabled());
    await user.click(screen.getByRole('radio', { name: 'Give back' }));
    expect(screen.getByText('₹200 goes back online, within a few days.')).toBeVisible();
    const by = screen.getByRole('combobox', { name: '₹500 given back by' });
    expect(by).toHaveDisplayValue('Cash');
    await user.selectOptions(by, 'UPI');
    await user.click(screen.getByRole('button', { name: 'Cancel appointment' }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(sent()).toEqual({ money: 'refund', method: 'UPI', online: 20_000 });
  });

  it('is not taken, and goes back by itself, where it is paid online and not captured [P-12.181]', async () => {
    const authorized = { paise: 20_000, back: 0 };
    server.routes.set(`GET ${path}/money`, () => ({ json: buildMoney({ authorized }) }));
    ask({ ...booking, isOnline: true });
    expect(await screen.findByText(/^₹200 was paid online and is not taken yet\./)).toBeVisible();
  });

  it('names a method where one was not noted', async () => {
    answer('UPI', null);
    const shown = await giveBack();
    expect(shown.by).toHaveDisplayValue('UPI');
    await press(shown);
    expect(sent()).toEqual({ money: 'refund', method: 'UPI' });
  });
});

describe('a cancel taken back [P-5.72]', () => {
  it('from the message, which says what money stays given back [P-9.51]', async () => {
    const rows = [buildMoneyRow(), buildMoneyRow({ kind: 'refund', paise: -50_000 })];
    server.routes.set(`GET ${path}/money`, () => ({ json: buildMoney({ rows }) }));
    const { user } = ask();
    await user.click(await screen.findByRole('button', { name: 'Cancel appointment' }));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(
      await screen.findByText(
        'Appointment of Suresh Bose scheduled again. ₹500 that was given back stays given back.',
      ),
    ).toBeVisible();
    expect(server.requestsOf(undo)).toHaveLength(1);
  });

  it('from the menu of a cancelled row, which reports a time that is taken', async () => {
    server.routes.set(list, answerPage([cancelled]));
    server.routes.set(undo, answerTaken({ next: [], elsewhere: [] }));
    const { user } = showList(server, { status: 'cancelled' });
    await user.click(await screen.findByRole('button', { name: 'More for Suresh Bose' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Undo cancel' }));
    expect(await screen.findByText('This time is taken.')).toBeVisible();
    server.routes.set(undo, () => ({ json: booking }));
    await user.click(screen.getByRole('button', { name: 'More for Suresh Bose' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Undo cancel' }));
    expect(await screen.findByText('Appointment of Suresh Bose scheduled again')).toBeVisible();
  });

  it('from the details, which say who cancelled, when and why [P-5.71]', async () => {
    server.routes.set(`GET ${path}`, () => ({ json: cancelled }));
    const { user } = renderSignedIn(server, <DetailsDialog id={booking.id} onClose={vi.fn()} />);
    expect(await screen.findByText('21 Nov 2026, 10:30 am by Asha Pai')).toBeVisible();
    expect(screen.getByText('Doctor ill')).toBeVisible();
    server.routes.set(`GET ${path}`, () => ({ json: booking }));
    await user.click(screen.getByRole('button', { name: 'Undo cancel' }));
    expect(await screen.findByText('Appointment of Suresh Bose scheduled again')).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Complete' })).toBeVisible();
    expect(screen.queryByText('Doctor ill')).toBeNull();
  });
});
