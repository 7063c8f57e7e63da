import type { Appointment, AppointmentVerb } from '@samay/contract/bookings/appointments';
import type { ErrorCode } from '@samay/contract/core/errors';
import { type Announce, inTenantAnnouncing, type Tx } from '../../../db/tenant.ts';
import type { BookingChange } from '../../../outbox/index.ts';
import type { TenantContext } from '../../../context/request-context.ts';
import { assertThat } from '../../../core/app-error.ts';
import { auditValues } from '../../audit/index.ts';
import {
  assertClaimed,
  claimValues,
  isClaiming,
  type Occupation,
  type Overbooking,
} from '../../availability/index.ts';
import { announceWritten } from './announce-written.ts';
import { fetchLocked } from './fetch.ts';
import { occupiedColumns } from './kept-columns.ts';
import { mayWith } from './policy.ts';
import { present } from './present.ts';
import type { AppointmentChanges, AppointmentRow } from './queries.ts';
import { updateBooking, type Written } from './write-queries.ts';

export interface Change {
  /**
   * What the caller must be permitted to do with the booking in its current state, and the error
   * otherwise.
   */
  readonly may: AppointmentVerb;
  readonly otherwise: ErrorCode;
  /** The verb of the audit row: `cancelled`. */
  readonly action: string;
  /** What its event says; for some changes it depends on the new values. */
  readonly announced:
    | BookingChange
    | ((values: AppointmentChanges, booking: AppointmentRow) => BookingChange);
  /** Takes the locks that come before the booking's. */
  readonly before?: (tx: Tx) => Promise<void>;
  /**
   * Computes the new values, or null where nothing changes: then nothing is written, audited or
   * announced. It runs in the same transaction, with the booking locked.
   */
  readonly set: (
    booking: AppointmentRow,
    tx: Tx,
  ) => AppointmentChanges | null | Promise<AppointmentChanges | null>;
  /** What happens with the booking's claims; by default they stay. */
  readonly claims?: 'gives up' | ((booking: AppointmentRow, tx: Tx) => Promise<Occupying>);
}

/**
 * The cancellation of a scheduled or no-show booking. Of a no-show the arrival is cleared. The
 * booking still counts against the plan's month.
 */
export const cancellation: Change = {
  may: 'cancel',
  otherwise: 'appointment.not_cancellable',
  action: 'cancelled',
  announced: 'cancelled',
  claims: 'gives up',
  set: (booking) => ({
    status: 'cancelled',
    ...(booking.status === 'no_show' && { arrived_at: null, started_at: null }),
  }),
};

/** What a changed booking occupies from now on, and the columns that go with it. */
export interface Occupying {
  readonly occupation: Occupation;
  readonly overbooking: Overbooking;
  readonly columns: AppointmentChanges;
}

/**
 * The steps of every change to a booking: lock, check permission, write, audit, announce, return
 * the booking as it is now.
 */
export async function changeAppointment(
  context: TenantContext,
  id: string,
  change: Change,
): Promise<Appointment> {
  return inTenantAnnouncing(context, async (tx, announce) => {
    await change.before?.(tx);
    const booking = await fetchLocked(tx, context, id);
    assertThat(mayWith(booking, context).includes(change.may), change.otherwise);
    return applyChange({ tx, announce }, context, booking, change);
  });
}

/** One of several bookings that are changed in one transaction. */
export interface OneOfSeveral {
  /** Its place among the times that the transaction claims. */
  readonly number: number;
  /** One mail is for all. */
  readonly isMailed: boolean;
}

/** The steps of a change from the locked booking on, whose permission is checked. */
export async function applyChange(
  { tx, announce }: { readonly tx: Tx; readonly announce: Announce },
  context: TenantContext,
  booking: AppointmentRow,
  change: Change,
  several?: OneOfSeveral,
): Promise<Appointment> {
  const { id } = booking;
  const values = await change.set(booking, tx);
  if (!values) return present(booking, context);
  const occupying = typeof change.claims === 'function' ? await change.claims(booking, tx) : undefined;
  const detail = { changed: Object.keys(values), was: booking.status, ...overbookedDetail(occupying) };
  const columns = { ...values, ...(values.status && statusAuthor(context)), updated_at: context.now };
  const row = await write(tx, context, {
    booking,
    columns,
    change,
    occupying,
    detail,
    number: several?.number,
  });
  const announced =
    typeof change.announced === 'function' ? change.announced(values, booking) : change.announced;
  announceWritten({ tx, announce }, context, {
    id,
    operation: 'update',
    change: announced,
    from: slotOf(booking),
    isMailed: several?.isMailed ?? true,
  });
  return present(row, context);
}

interface Writing {
  readonly booking: AppointmentRow;
  readonly columns: AppointmentChanges;
  readonly change: Change;
  readonly occupying: Occupying | undefined;
  readonly detail: object;
  readonly number: number | undefined;
}

/** Writes the new values with the claims and the audit row, and returns the row as it is now. */
async function write(
  tx: Tx,
  context: TenantContext,
  { booking, columns, change, occupying, detail, number }: Writing,
): Promise<AppointmentRow> {
  const audited = auditValues(context, `appointment.${change.action}`, detail);
  if (!occupying) {
    const set = await updateBooking(tx, context, {
      booking,
      columns,
      audited,
      claims: change.claims === 'gives up' ? change.claims : undefined,
    });
    return { ...booking, ...(columns as Partial<AppointmentRow>), ...setByDatabase(set) };
  }
  const { occupation, overbooking } = occupying;
  const { resource_id, price_paise } = occupiedColumns(occupation, null);
  const all = {
    ...columns,
    ...occupying.columns,
    ...(!isClaiming(occupation) && { resource_id, price_paise }),
  };
  const set = await updateBooking(tx, context, {
    booking,
    columns: all,
    audited,
    claims: isClaiming(occupation) ? claimValues(occupation, overbooking !== null, context.now) : 'gives up',
  });
  assertClaimed(occupation, set, number);
  const occupied = occupiedColumns(occupation, set.place);
  return { ...booking, ...(all as Partial<AppointmentRow>), ...occupied, ...setByDatabase(set) };
}

function setByDatabase({ patient_id, status_set_at, status_set_by }: Written): Partial<AppointmentRow> {
  return { patient_id, status_set_at, status_set_by };
}

function overbookedDetail(occupying: Occupying | undefined): object {
  return occupying?.overbooking ? { overbooked: occupying.overbooking.reason } : {};
}

/** Who sets the status and when; the database's trigger checks it when a completion is undone. */
function statusAuthor({ caller, now }: TenantContext): AppointmentChanges {
  return { status_set_at: now, status_set_by: caller.userId };
}

function slotOf({ appointment_date, appointment_time }: AppointmentRow): { date: string; time: string } {
  return { date: appointment_date, time: appointment_time.slice(0, 5) };
}
