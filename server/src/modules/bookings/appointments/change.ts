import type { Appointment, AppointmentVerb } from '@samay/contract/bookings/appointments';
import type { ErrorCode } from '@samay/contract/core/errors';
import type { TenantContext } from '../../../context/request-context.ts';
import { assertThat } from '../../../core/app-error.ts';
import { inTenantAnnouncing } from '../../../db/tenant.ts';
import type { BookingChange } from '../../../outbox/index.ts';
import type { Claimed } from '../../availability/index.ts';
import { fetchLocked } from './fetch.ts';
import { mayWith } from './policy.ts';
import { present } from './present.ts';
import type { AppointmentRow } from './queries.ts';
import { isRenamed, renamePeople } from './rename-people.ts';
import { type ChangedBooking, writeBookings } from './write.ts';
import type { AppointmentChanges } from './queries.ts';

export interface Change {
  /** The verb that the caller must be permitted with the booking in its current state. */
  readonly may: AppointmentVerb;
  readonly otherwise: ErrorCode;
  /** The verb of the audit row: `cancelled`. */
  readonly action: string;
  /** The content of its event; for some changes it depends on the new values. */
  readonly announced:
    | BookingChange
    | ((values: AppointmentChanges, booking: AppointmentRow) => BookingChange);
  /**
   * Computes the new values of a locked booking, or null where nothing changes: then nothing is
   * written, audited or announced.
   */
  readonly set: (booking: AppointmentRow) => AppointmentChanges | null;
  /** Whether the booking gives up its claims; by default they stay. */
  readonly givesUp?: boolean;
}

/**
 * The cancellation of a scheduled or no-show booking. It clears the arrival of a no-show. The
 * booking still counts against the plan's month.
 */
export const cancellation: Change = {
  may: 'cancel',
  otherwise: 'appointment.not_cancellable',
  action: 'cancelled',
  announced: 'cancelled',
  givesUp: true,
  set: (booking) => ({
    status: 'cancelled',
    ...(booking.status === 'no_show' && { arrived_at: null, started_at: null }),
  }),
};

/**
 * Changes a booking in its place: locks it, checks the permission, decides, writes with the commit,
 * and returns the booking as it is then.
 */
export async function changeAppointment(
  context: TenantContext,
  id: string,
  change: Change,
): Promise<Appointment> {
  return inTenantAnnouncing(context, async (tx, announce) => {
    const booking = await fetchLocked(tx, context, id);
    const changed = changeOf(booking, context, change);
    if (!changed) return present(booking, context);
    const people = isRenamed(changed) ? await renamePeople(tx, context, changed) : undefined;
    const after = people ? { ...changed.after, patient_id: people.patientId } : changed.after;
    const columns = people ? { ...changed.columns, patient_id: people.patientId } : changed.columns;
    writeBookings({ tx, announce }, context, [{ ...changed, after, columns }], people);
    return present(after, context);
  });
}

/**
 * Decides what a change makes of a locked booking, with what it occupies where that changes.
 * Returns null where it stays as it is. @throws the error of the change where the caller may not
 */
export function changeOf(
  booking: AppointmentRow,
  context: TenantContext,
  change: Change,
): ChangedBooking | null {
  assertThat(mayWith(booking, context).includes(change.may), change.otherwise);
  const values = change.set(booking);
  if (!values) return null;
  const { announced } = change;
  const columns = { ...values, ...(values.status && statusAuthor(context)), updated_at: context.now };
  return {
    before: booking,
    after: { ...booking, ...(columns as Partial<AppointmentRow>) },
    columns,
    claims: change.givesUp ? 'gives up' : undefined,
    action: `appointment.${change.action}`,
    announced: typeof announced === 'function' ? announced(values, booking) : announced,
  };
}

/** The new occupation of a changed booking, and the columns that go with it. */
export interface Occupying {
  readonly claimed: Claimed;
  readonly columns: AppointmentChanges;
  readonly resourceName: string | null;
}

/** Adds another time, doctor or court to a change. */
export function occupyingWith(
  changed: ChangedBooking,
  { claimed, columns, resourceName }: Occupying,
): ChangedBooking {
  const { overbookedReason } = claimed;
  return {
    ...changed,
    after: {
      ...changed.after,
      ...(columns as Partial<AppointmentRow>),
      resource_name: resourceName,
    },
    columns: { ...changed.columns, ...columns },
    claims: claimed,
    ...(overbookedReason !== null && { detail: { ...changed.detail, overbooked: true } }),
  };
}

/**
 * Returns who set the status and when; the database's trigger checks it when a completion is
 * undone.
 */
function statusAuthor({ caller, now }: TenantContext): AppointmentChanges {
  return { status_set_at: now, status_set_by: caller.userId };
}
