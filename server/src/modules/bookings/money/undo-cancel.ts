import type { Appointment } from '@samay/contract/bookings/appointments';
import type { TenantContext } from '../../../context/request-context.ts';
import { assertThat } from '../../../core/app-error.ts';
import { inTenantAnnouncing, type Tx } from '../../../db/tenant.ts';
import { run, runTogether } from '../../../db/transaction.ts';
import { refusingTaken } from '../../availability/index.ts';
import {
  type Change,
  decideChange,
  lockedMoney,
  type LockedRows,
  lockingMoney,
  type MoneyChange,
  occupyingWith,
} from '../rows/change.ts';
import { lockedBooking, lockingBooking } from '../rows/fetch.ts';
import { occupy } from '../appointments/occupy.ts';
import { mayUndoCancelOfClosing } from '../rows/policy.ts';
import { present } from '../rows/present.ts';
import type { AppointmentRow } from '../rows/queries.ts';
import { writeBookings } from '../rows/write.ts';
import { mostPaise } from '@samay/contract/core/money';
import { transferRows } from '../../ledger/index.ts';
import { lockAdvances, readPair } from './queries.ts';

interface Input {
  readonly params: { id: string };
  /** The closing with which it is undone: it must be the one that cancelled. */
  readonly closingId?: string;
}

const uncancelling: Change = {
  may: 'undoCancel',
  otherwise: 'appointment.cancel_stands',
  action: 'uncancelled',
  announced: 'uncancelled',
  set: () => ({ status: 'scheduled', cancel_reason: null, closing_id: null, cancel_id: null }),
};

function withClosing(closingId: string): Change {
  return {
    ...uncancelling,
    may: mayUndoCancelOfClosing,
    otherwise: 'closing.cancel_stands',
    set: (booking) => {
      assertThat(booking.closing_id === closingId, 'booking.changed');
      return uncancelling.set(booking);
    },
  };
}

/**
 * Takes a cancellation back: the booking is scheduled again at its time, with its arrival, except
 * that of a no-show, which the cancellation had cleared. Money that was kept as an advance returns,
 * except what is spent; a refund stays. The plan's month counts the booking as before.
 * @throws `appointment.cancel_stands`, `closing.cancel_stands`, `booking.changed`, `slot.taken`:
 * never over another booking
 */
export async function undoCancel(
  context: TenantContext,
  { params: { id }, closingId }: Input,
): Promise<Appointment> {
  const change = closingId === undefined ? uncancelling : withClosing(closingId);
  return refusingTaken(context, () =>
    inTenantAnnouncing(context, async (tx, announce) => {
      const locked = await runTogether(tx, context, {
        ...lockingBooking(context, id),
        ...lockingMoney(context, [id]),
      });
      const booking = await lockedBooking(tx, context, locked);
      const money = await lockedMoney(tx, context, locked);
      const changed = decideChange(booking, context, change);
      if (!changed) return present(booking, context);
      const { occupying, people } = await occupy(tx, context, [{ changed, to: 'as it was' }]);
      const back = await movedBack(tx, context, booking, money);
      const withMoney = { ...change, money: () => back };
      const paid = decideChange(booking, context, withMoney, money) ?? changed;
      const [got] = occupying;
      const after = got ? occupyingWith(context, paid, got) : paid;
      writeBookings({ tx, announce }, context, [after], people);
      return present(after.after, context);
    }),
  );
}

/**
 * Returns the rows that bring back what the cancellation moved to the advance of its person, as far
 * as it is not spent. The rest stays an advance where the booking would exceed the
 * most of an amount. It locks the advance, after the units as all verbs do; the booking may name
 * another person by now.
 */
async function movedBack(
  tx: Tx,
  context: TenantContext,
  { id: appointmentId, amount_paise: amount, cancel_id: cancelId }: AppointmentRow,
  { rows, noted }: LockedRows,
): Promise<MoneyChange | null> {
  if (cancelId === null) return null;
  const moved = rows.filter((row) => row.kind === 'transfer' && row.cancel_id === cancelId);
  const pairId = moved.find(({ paise }) => paise < 0)?.pair_id;
  const patientId = pairId && (await run(tx, context, readPair({ id: pairId })))[0]?.patient_id;
  if (!patientId) return null;
  const advances = await run(tx, context, lockAdvances({ patientId }));
  const advance = advances.find(({ id }) => id === patientId)?.advance_paise ?? 0;
  const left = moved.reduce((sum, { paise }) => sum - paise, 0);
  const paise = Math.min(left, advance, mostPaise - (amount ?? 0));
  if (paise <= 0) return null;
  return { payments: transferRows({ appointmentId, patientId, paise, cancelId }, noted) };
}
