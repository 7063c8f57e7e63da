import { addDays, indiaDate, now } from '@samay/contract/core/time';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Appointment } from '@samay/contract/bookings/appointments';
import { buildAppointment, buildMoney, buildResource, listed } from '../../../../../test/builders.ts';
import {
  type ClinicServer,
  answerError,
  answerTaken,
  startClinicServer,
} from '../../../../../test/clinic-server.ts';
import { renderSignedIn } from '../../../../../test/render-signed-in.tsx';
import { listedBooking } from '../../booked.ts';
import { timeText } from '../../../../lib/days.ts';
import { voidOrCorrect } from '../payment/money-texts.ts';
import { ChangeDialog } from './change-dialog.tsx';

const appointment = buildAppointment({
  personName: 'Suresh Bose',
  amount: 500_00,
  paymentMethod: 'UPI',
  paymentId: 'pay_1',
});
const rao = '00000000-0000-4000-8000-0000000000d1';
const patch = `PATCH /api/appointments/${appointment.id}`;
const put = `PUT /api/appointments/${appointment.id}/schedule`;
let server: ClinicServer;

beforeEach(async () => {
  server = await startClinicServer();
});
afterEach(() => server.close());

function open(kind: 'payment' | 'reschedule', occupying: Partial<Appointment> = {}) {
  const onClose = vi.fn();
  const dialog = (
    <ChangeDialog kind={kind} appointment={{ ...appointment, ...occupying }} onClose={onClose} />
  );
  return { onClose, ...renderSignedIn(server, dialog) };
}

describe('recording a payment from a row', () => {
  it('starts with the current values, says when to void instead, sends the changed ones, and closes [P-9.194]', async () => {
    server.routes.set(patch, () => ({ json: { ...appointment, amount: 750_00 } }));
    const { user, onClose } = open('payment');
    expect(await screen.findByRole('dialog', { name: 'Correct payment · Suresh Bose' })).toBeVisible();
    expect(screen.getByText(voidOrCorrect)).toBeVisible();
    const amount = screen.getByRole('textbox', { name: 'Amount' });
    expect(screen.getByRole('textbox', { name: 'Payment ID' })).toHaveValue('pay_1');
    await user.clear(amount);
    await user.type(amount, '750');
    await user.click(screen.getByRole('button', { name: 'Save Payment' }));
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(await screen.findByText('Payment corrected')).toBeVisible();
    expect(JSON.parse(server.requestsOf(patch)[0]?.body ?? '')).toEqual({ amount: 750_00 });
  });

  it('sends no request if nothing was changed', async () => {
    const { user, onClose } = open('payment');
    await user.click(await screen.findByRole('button', { name: 'Save Payment' }));
    expect(onClose).toHaveBeenCalledOnce();
    expect(server.requestsOf(patch)).toHaveLength(0);
  });

  it('keeps the typed values when the server is unreachable', async () => {
    server.routes.set(patch, () => 'drop');
    const { user, onClose } = open('payment');
    const id = await screen.findByRole('textbox', { name: 'Payment ID' });
    await user.type(id, '23');
    await user.click(screen.getByRole('button', { name: 'Save Payment' }));
    expect(await screen.findByText('Failed to correct payment')).toBeVisible();
    expect(id).toHaveValue('pay_123');
    expect(onClose).not.toHaveBeenCalled();
  });

  it("shows the server's error at its field", async () => {
    server.routes.set(
      patch,
      answerError(400, 'request.invalid', 'Please check the highlighted fields.', {
        paymentId: 'This is too long',
      }),
    );
    const { user } = open('payment');
    await user.type(await screen.findByRole('textbox', { name: 'Payment ID' }), '23');
    await user.click(screen.getByRole('button', { name: 'Save Payment' }));
    expect(await screen.findByText('This is too long')).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'Payment ID' })).toHaveAccessibleDescription(
      'This is too long',
    );
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Payment ID' })).toHaveFocus());
  });

  const answer = (code: 'drawer.below_zero' | 'payment.above_due') => {
    server.routes.set(patch, answerError(409, code, 'Please answer'));
    server.routes.set(`GET /api/appointments/${appointment.id}/money`, () => ({ json: buildMoney({}) }));
  };
  const type = async (user: ReturnType<typeof open>['user'], amount: string) => {
    const field = await screen.findByRole('textbox', { name: 'Amount' });
    await user.clear(field);
    await user.type(field, amount);
    await user.click(screen.getByRole('button', { name: 'Save Payment' }));
  };

  it('asks before a lower amount leaves less than nothing in the drawer [P-9.234]', async () => {
    answer('drawer.below_zero');
    const { user, onClose } = open('payment');
    await type(user, '300');
    expect(await screen.findByText(/There is less cash than that in the drawer/)).toBeVisible();
    server.routes.set(patch, () => ({ json: { ...appointment, amount: 300_00 } }));
    await user.click(screen.getByRole('button', { name: 'Correct it' }));
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(JSON.parse(server.requestsOf(patch)[1]?.body ?? '')).toEqual({ amount: 300_00, belowZero: true });
  });

  it('asks whether an amount above what is due is a charge or an advance, and takes it [P-9.233]', async () => {
    answer('payment.above_due');
    const take = `POST /api/appointments/${appointment.id}/payments`;
    server.routes.set(take, () => ({ json: { ...appointment, amount: 700_00 } }));
    const { user, onClose } = open('payment', { price: 700_00, due: 200_00 });
    await type(user, '900');
    expect(await screen.findByText('₹400 for a visit with ₹200 due?')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Keep as advance' }));
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(JSON.parse(server.requestsOf(take)[0]?.body ?? '')).toEqual({
      amount: 400_00,
      method: 'UPI',
      reference: 'pay_1',
      amountBefore: 500_00,
      above: { as: 'advance' },
    });
  });
});

describe('rescheduling from a row', () => {
  it('warns with the booking itself left out', async () => {
    server.routes.set('GET /api/appointment-warnings', () => ({
      json: { warnings: ['Dr. Kavita Rao has another booking then.'] },
    }));
    open('reschedule');
    expect(await screen.findByRole('dialog', { name: 'Reschedule appointment · Suresh Bose' })).toBeVisible();
    expect(await screen.findByText('Dr. Kavita Rao has another booking then.')).toBeVisible();
    expect(server.requestsOf('GET /api/appointment-warnings')[0]?.query.get('except')).toBe(appointment.id);
  });

  const day = addDays(indiaDate(now()), 3);
  const freeOn = {
    'GET /api/slots': [day, '10:00'],
    'GET /api/slots/next': [addDays(day, 2), '09:00'],
  } as const;

  function answerFree(): void {
    const [date, time] = freeOn['GET /api/slots'];
    const [nextDate, nextTime] = freeOn['GET /api/slots/next'];
    server.routes.set('GET /api/resources', () => ({
      json: { items: [buildResource(rao, 'Dr. Kavita Rao')] },
    }));
    server.routes.set('GET /api/slots', () => ({
      json: { resources: [{ resourceId: rao, days: [{ date, times: [time] }] }] },
    }));
    server.routes.set('GET /api/slots/next', () => ({
      json: { slots: [{ resourceId: rao, date: nextDate, time: nextTime }] },
    }));
  }

  const bodies = () => server.requestsOf(put).map(({ body }) => JSON.parse(body) as unknown);

  it.each([
    ['a free start of the day', '10:00 am', freeOn['GET /api/slots']],
    [
      'the next free start after it',
      timeText({ date: addDays(day, 2), time: '09:00' }),
      freeOn['GET /api/slots/next'],
    ],
  ])(
    'moves with one press to %s, and back with Undo [P-5.59, P-5.62, P-9.112]',
    async (_, name, [date, time]) => {
      answerFree();
      const before = { date: day, time: '14:30', resourceId: rao, serviceId: null };
      const lowered = { discount: 500_00, discountGiven: 700_00 };
      server.routes.set(put, ({ body }) => ({
        json: { ...appointment, ...before, ...lowered, ...(JSON.parse(body) as object) },
      }));
      const { user, onClose } = open('reschedule', before);
      await user.click(await screen.findByRole('button', { name }));
      await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
      const seen = { date: day, time: '14:30' };
      expect(bodies()).toEqual([{ date, time, duration: 30, resourceId: rao, before: seen }]);
      const { query } = server.requestsOf('GET /api/slots/next')[0] ?? {};
      expect([query?.get('date'), query?.get('time'), query?.get('except')]).toEqual([
        addDays(day, 1),
        '00:00',
        appointment.id,
      ]);
      expect(
        await screen.findByText(
          `Suresh Bose moved to ${timeText({ date, time })}; discount lowered from ₹700 to ₹500`,
        ),
      ).toBeVisible();
      await user.click(screen.getByRole('button', { name: 'Undo' }));
      expect(
        await screen.findByText(`Suresh Bose moved back to ${timeText({ date: day, time: '14:30' })}`),
      ).toBeVisible();
      expect(bodies()[1]).toEqual({
        ...before,
        duration: 30,
        overbookedReason: null,
        before: { date, time },
      });
    },
  );

  it('shows in its fields the free start that was taken meanwhile, with what is free instead', async () => {
    answerFree();
    server.routes.set(
      put,
      answerTaken({ next: [{ resourceId: rao, date: day, time: '11:00' }], elsewhere: [] }),
    );
    const { user, onClose } = open('reschedule', { date: day, resourceId: rao });
    await user.click(await screen.findByRole('button', { name: '10:00 am' }));
    expect(await screen.findByRole('button', { name: 'Move to 11:00 am' })).toBeVisible();
    expect(screen.getByLabelText(/^New Time/)).toHaveValue('10:00');
    expect(onClose).not.toHaveBeenCalled();
  });

  it('moves the chosen bookings of a series, once also if the reply is lost; one press does not undo it [P-5.70, P-9.112]', async () => {
    answerFree();
    const series = { seriesId: '00000000-0000-4000-8000-0000000000a1', date: day, resourceId: rao };
    const move = `PUT /api/appointments/${appointment.id}/series/schedule`;
    server.routes.set(`GET /api/appointments/${appointment.id}/series`, () => ({
      json: { following: 2, all: 3, paid: { following: 0, all: 0 } },
    }));
    server.routes.set(move, () => 'drop');
    const { user, onClose } = open('reschedule', series);
    await user.click(await screen.findByRole('radio', { name: 'All appointments to come (3)' }));
    const free = await screen.findByRole('button', { name: '10:00 am' });
    await user.click(free);
    expect(await screen.findByText('Failed to reschedule appointment')).toBeVisible();
    server.routes.set(move, () => ({
      json: {
        items: [
          { ...appointment, ...series },
          buildAppointment({ discount: 500_00, discountGiven: 700_00 }),
          buildAppointment(),
        ],
      },
    }));
    await user.click(free);
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(
      await screen.findByText('3 appointments of Suresh Bose moved; discount lowered of 1'),
    ).toBeVisible();
    const [lost, again, ...more] = server.requestsOf(move);
    expect(more).toEqual([]);
    expect(JSON.parse(again?.body ?? '')).toMatchObject({
      scope: 'all',
      before: { date: day, time: appointment.time },
      time: '10:00',
    });
    expect(again?.headers['idempotency-key']).toBe(lost?.headers['idempotency-key']);
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  it('reads the length and the service that its row has not, and says where it cannot [P-5.43]', async () => {
    const one = `GET /api/appointments/${appointment.id}`;
    const row = listedBooking(listed(appointment));
    server.routes.set(one, answerError(403, 'access.denied', 'You may not see this.'));
    server.routes.set(put, () => ({ json: appointment }));
    const { user } = renderSignedIn(
      server,
      <ChangeDialog kind="reschedule" appointment={row} onClose={() => undefined} />,
    );
    const title = 'Reschedule appointment · Suresh Bose';
    expect(await screen.findByRole('dialog', { name: title })).toBeVisible();
    expect(await screen.findByText('You may not see this.')).toBeVisible();
    server.routes.set(one, () => ({ json: { ...appointment, duration: 45 } }));
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    // The field is focused also where it came long after its dialog.
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'New Date' })).toHaveFocus());
    await user.click(await screen.findByRole('button', { name: 'Reschedule' }));
    await waitFor(() => expect(server.requestsOf(put)).toHaveLength(1));
    expect(JSON.parse(server.requestsOf(put)[0]?.body ?? '')).toMatchObject({ duration: 45 });
  });

  it('sends no time that is none [P-5.27]', async () => {
    const { user } = open('reschedule');
    await user.clear(await screen.findByLabelText(/^New Time/));
    await user.click(screen.getByRole('button', { name: 'Reschedule' }));
    expect(await screen.findByText('Please enter a valid time')).toBeVisible();
    await waitFor(() => expect(screen.getByLabelText(/^New Time/)).toHaveFocus());
    expect(server.requestsOf(put)).toHaveLength(0);
  });

  it('shows that the limit of another cycle is reached, and stays open', async () => {
    const text =
      "Limit reached: You've reached your monthly appointment limit. Please upgrade your plan to book more appointments.";
    server.routes.set(put, answerError(409, 'plan.limit_reached', text));
    const { user, onClose } = open('reschedule');
    await user.click(await screen.findByRole('button', { name: 'Reschedule' }));
    expect(await screen.findByText(text)).toBeVisible();
    expect(onClose).not.toHaveBeenCalled();
  });

  it('moves instead to what is free, or over the other booking with a reason; its own time counts as free [P-6.52]', async () => {
    const other = '00000000-0000-4000-8000-0000000000d2';
    const doctors = [buildResource(rao, 'Dr. Kavita Rao'), buildResource(other, 'Dr. Ananya Iyer')];
    server.routes.set('GET /api/resources', () => ({ json: { items: doctors } }));
    const elsewhere = [{ resourceId: other, date: appointment.date, time: '14:30' }];
    server.routes.set(
      put,
      answerTaken({ next: [{ resourceId: rao, date: appointment.date, time: '15:00' }], elsewhere }),
    );
    const { user, onClose } = open('reschedule', { resourceId: rao });
    await user.click(await screen.findByRole('button', { name: 'Reschedule' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('This time is taken.');
    expect(screen.getByRole('button', { name: 'Move to 3:00 pm' })).toBeVisible();
    expect(server.requestsOf('GET /api/slots')[0]?.query.get('except')).toBe(appointment.id);
    await user.click(screen.getByRole('button', { name: 'Book anyway' }));
    await user.type(screen.getByRole('textbox', { name: 'Reason' }), 'Emergency{Enter}');
    await waitFor(() => expect(server.requestsOf(put)).toHaveLength(2));
    server.routes.set(put, () => ({ json: appointment }));
    await user.click(await screen.findByRole('button', { name: 'Move to 2:30 pm with Dr. Ananya Iyer' }));
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    const seen = { date: appointment.date, time: '14:30' };
    const here = { ...seen, duration: 30, before: seen };
    expect(server.requestsOf(put).map(({ body }) => JSON.parse(body) as unknown)).toEqual([
      { ...here, resourceId: rao },
      { ...here, resourceId: rao, overbookedReason: 'Emergency' },
      { ...here, resourceId: other },
    ]);
  });
});
