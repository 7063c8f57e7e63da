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
import { findAdvancePerson, lockAdvances } from './queries.ts';

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
  set: () => ({ status: 'scheduled', cancel_reason: null, closing_id: null }),
};

function withClosing(closingId: string): Change {
  return {
    ...uncancelling,
    may: mayUndoCancelOfClosing,
    otherwise: 'closing.cancel_stands',
    set: (booking) => {
      assertThat(booking.closing_id === closingId, 'booking.changed');
      return { status: 'scheduled', cancel_reason: null, closing_id: null };
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
        payer: findAdvancePerson({ id }),
      });
      const booking = await lockedBooking(tx, context, locked);
      const money = await lockedMoney(tx, context, locked);
      const changed = decideChange(booking, context, change);
      if (!changed) return present(booking, context);
      const { occupying, people } = await occupy(tx, context, [{ changed, to: 'as it was' }]);
      const advance = await lockedAdvance(tx, context, locked.payer[0]?.patient_id);
      const withMoney = { ...change, money: () => movedBack(booking, money, advance) };
      const paid = decideChange(booking, context, withMoney, money) ?? changed;
      const [got] = occupying;
      const after = got ? occupyingWith(paid, got) : paid;
      writeBookings({ tx, announce }, context, [after], people);
      return present(after.after, context);
    }),
  );
}

interface Advance {
  readonly patientId: string;
  readonly paise: number;
}

/**
 * Locks the advance to which the money went, after the units as all verbs do. The booking may name
 * another person by now.
 */
async function lockedAdvance(
  tx: Tx,
  context: TenantContext,
  patientId: string | undefined,
): Promise<Advance | null> {
  if (patientId === undefined) return null;
  const rows = await run(tx, context, lockAdvances({ patientId }));
  const own = rows.find((row) => row.id === patientId);
  return own ? { patientId, paise: own.advance_paise } : null;
}

/**
 * Returns the rows that bring back what the cancellation moved to the person's advance, less later
 * transfers back to the booking. The rest stays an advance where the booking would exceed the most
 * of an amount.
 */
function movedBack(
  { id: appointmentId, status_set_at: cancelledAt, amount_paise: amount }: AppointmentRow,
  { rows, noted }: LockedRows,
  advance: Advance | null,
): MoneyChange | null {
  if (!advance || !cancelledAt) return null;
  // The cancellation wrote its rows and its status at one instant.
  const moved = rows
    .filter(({ kind, taken_at: at }) => kind === 'transfer' && at >= cancelledAt)
    .reduce((sum, { paise }) => sum - paise, 0);
  const paise = Math.min(moved, advance.paise, mostPaise - (amount ?? 0));
  if (paise <= 0) return null;
  const { patientId } = advance;
  return {
    payments: transferRows({ appointmentId, patientId, paise }, noted),
    advances: [{ patientId, paise: -paise }],
  };
}
