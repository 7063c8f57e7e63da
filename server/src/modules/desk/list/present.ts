import type { ListedAppointment } from '@samay/contract/bookings/appointments';
import { addMinutes, isoOf } from '@samay/contract/core/time';
import { allowed, type TenantContext } from '../../../context/request-context.ts';
import { policyFor, getDelay, getDue, getMethods, isComing } from '../../bookings/index.ts';
import type { ListedRow } from './list-queries.ts';

/**
 * Maps rows to the contract's rows of the list, with what this caller may see and do. Checks that
 * do not depend on the row run once.
 * @param names the courts' names by their ids; none for a clinic
 * @param lockedUntil the last day whose money is locked
 */
export function listedBy(
  context: TenantContext,
  names: ReadonlyMap<string, string>,
  lockedUntil: string | null,
): (row: ListedRow) => ListedAppointment {
  const seesPatients = allowed(context, 'patients.read');
  const isTurf = context.businessType === 'turf';
  const may = policyFor(context);
  return (row) => {
    const time = row.appointment_time.slice(0, 5);
    const isLocked = lockedUntil !== null && row.appointment_date <= lockedUntil;
    const court = isTurf ? row.resource_id : null;
    // The row keeps the arrival of a no-show for its reopening.
    const hasCome = row.status !== 'no_show';
    return {
      id: row.id,
      reference: row.reference,
      personName: row.person_name,
      personContact: row.person_contact ?? undefined,
      patientId: (seesPatients && row.patient_id) || undefined,
      doctor: row.doctor ?? undefined,
      resourceId: court ?? undefined,
      resourceName: court === null ? undefined : names.get(court),
      date: row.appointment_date,
      time,
      endTime: row.duration_min === null ? undefined : addMinutes(time, row.duration_min),
      status: row.status,
      arrivedAt: hasCome && row.arrived_at ? isoOf(row.arrived_at) : undefined,
      comingAt: isComing(row) ? isoOf(row.confirmed_at) : undefined,
      ownChange: row.own_change ?? undefined,
      isOnline: row.source === 'online' ? true : undefined,
      startedAt: row.status === 'scheduled' && row.started_at ? isoOf(row.started_at) : undefined,
      delay: getDelay(row) || undefined,
      price: row.price_paise ?? undefined,
      amount: row.amount_paise ?? undefined,
      charges: row.charges_paise || undefined,
      discount: row.discount_paise || undefined,
      allowed: row.allowed_paise || undefined,
      due: getDue(row) ?? undefined,
      isLocked: isLocked || undefined,
      paymentMethod: getMethods(row) ?? undefined,
      paymentId: row.payment_id ?? undefined,
      hasPrescription: row.prescription_id === null ? undefined : true,
      overbookedReason: row.overbooked_reason ?? undefined,
      seriesId: row.series_id ?? undefined,
      may: may({ ...row, is_locked: isLocked }),
    };
  };
}
