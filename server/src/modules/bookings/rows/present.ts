import type { Appointment } from '@samay/contract/bookings/appointments';
import { duePaise, type Owing } from '@samay/contract/bookings/owing';
import { formatPaymentMethods } from '@samay/contract/core/money';
import { addMinutes, isoOf } from '@samay/contract/core/time';
import { wording } from '@samay/contract/core/wording';
import { allowed } from '../../../context/actor.ts';
import type { BookingContext } from '../../../context/business-context.ts';
import { methodSeparator } from '../../ledger/index.ts';
import { callsOf, isSkipped } from './calls.ts';
import { mayWith } from './policy.ts';
import type { AppointmentRow } from './queries.ts';

/** Maps a row to the contract's appointment, with what this caller may see and do. */
export function present(row: AppointmentRow, context: BookingContext): Appointment {
  const seesPatients = allowed(context, 'patients.read');
  const { service } = wording[context.businessType];
  const duration = row.duration_min;
  const time = row.appointment_time.slice(0, 5);
  return {
    id: row.id,
    reference: row.reference,
    personName: row.person_name,
    personEmail: row.person_email,
    personContact: row.person_contact,
    patientId: seesPatients ? row.patient_id : null,
    doctor: row.doctor,
    resourceId: row.resource_id,
    resourceName: row.resource_name,
    serviceId: row.service_id,
    serviceName: row.service_name ?? service,
    date: row.appointment_date,
    time,
    duration,
    endTime: addMinutes(time, duration),
    price: row.price_paise,
    charges: row.charges_paise,
    discount: row.discount_paise,
    ...discountGivenTo(row),
    allowed: row.allowed_paise,
    overbookedReason: row.overbooked_reason,
    seriesId: row.series_id,
    status: row.status,
    cancellation: presentCancellation(row, context),
    amount: row.amount_paise,
    due: getDue(row),
    ...(row.is_locked && { isLocked: true as const }),
    ...(row.kept_on !== null && (row.amount_paise ?? 0) > 0 && { keptOn: row.kept_on }),
    currency: row.currency,
    paymentMethod: getMethods(row),
    paymentId: row.payment_id,
    prescription: row.file_name === null ? null : prescriptionOf(row),
    // The row keeps the arrival of a no-show for its reopening.
    arrivedAt: row.status === 'no_show' ? null : row.arrived_at && isoOf(row.arrived_at),
    ...(isComing(row) && { comingAt: isoOf(row.confirmed_at) }),
    ...(row.own_change && { ownChange: row.own_change }),
    ...(row.source === 'online' && { isOnline: true as const }),
    ...(row.guest_note !== null && { guestNote: row.guest_note }),
    startedAt: row.status === 'no_show' ? null : row.started_at && isoOf(row.started_at),
    ...(row.token !== null && { token: row.token }),
    ...(callsOf(row) > 0 && { calls: callsOf(row) }),
    ...(isSkipped(row) && { isSkipped: true as const }),
    delay: getDelay(row),
    walkIn: row.walk_in,
    createdAt: isoOf(row.created_at),
    updatedAt: isoOf(row.updated_at),
    may: mayWith(row, context),
  };
}

/** Returns the time, the user and the reason of a booking's cancellation. */
function presentCancellation(row: AppointmentRow, { actor }: BookingContext): Appointment['cancellation'] {
  if (row.status !== 'cancelled' || row.status_set_at === null) return null;
  const isOwn = actor.kind === 'staff' && row.status_set_by === actor.userId;
  const by = isOwn ? actor.name : row.cancelled_by;
  return { at: isoOf(row.status_set_at), by, reason: row.cancel_reason };
}

/**
 * Returns the minutes after its time at which the person of a booking is expected. The row keeps
 * those of who has come, for when the arrival is taken back.
 */
export function getDelay({
  status,
  arrived_at: arrivedAt,
  delay_min: minutes,
}: Pick<AppointmentRow, 'status' | 'arrived_at' | 'delay_min'>): number {
  return status === 'scheduled' && arrivedAt === null ? minutes : 0;
}

/** Returns whether the person of a booking said that they come, and has not come yet. */
export function isComing<Row extends Pick<AppointmentRow, 'status' | 'arrived_at' | 'confirmed_at'>>(
  row: Row,
): row is Row & { readonly confirmed_at: Date } {
  return row.status === 'scheduled' && row.arrived_at === null && row.confirmed_at !== null;
}

type OwingRow = Pick<
  AppointmentRow,
  'status' | 'price_paise' | 'charges_paise' | 'discount_paise' | 'allowed_paise' | 'amount_paise'
>;

/**
 * Returns the sums from which follows what a booking owes; without a price and charges where its status
 * owes nothing.
 */
export function presentOwing(row: OwingRow): Owing {
  const owes = row.status === 'scheduled' || row.status === 'completed';
  return {
    price: owes ? row.price_paise : null,
    charges: owes ? row.charges_paise : 0,
    discount: row.discount_paise,
    allowed: row.allowed_paise,
    amount: row.amount_paise,
  };
}

/** Computes what is still to be taken for a booking, in paise; null where its status owes nothing. */
export function getDue(row: OwingRow): number | null {
  return duePaise(presentOwing(row));
}

/** Returns the discount that was given, where its booking has less of it now. */
function discountGivenTo({
  price_paise: price,
  discount_paise: discount,
  waived_paise: waived,
}: AppointmentRow): Pick<Appointment, 'discountGiven'> {
  const given = waived ?? price ?? 0;
  return discount < given ? { discountGiven: given } : {};
}

/** Formats the methods of a booking's money; null where none was noted. */
export function getMethods({ payment_method: noted }: Pick<AppointmentRow, 'payment_method'>): string | null {
  return noted === null ? null : formatPaymentMethods(noted.split(methodSeparator));
}

function prescriptionOf(row: AppointmentRow): Appointment['prescription'] {
  if (row.file_name === null || !row.file_type || row.file_bytes === null || !row.file_created_at)
    return null;
  return {
    fileName: row.file_name,
    mediaType: row.file_type,
    bytes: row.file_bytes,
    uploadedAt: isoOf(row.file_created_at),
  };
}
