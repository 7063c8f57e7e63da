import type { Occupation as WantedOccupation } from '@samay/contract/bookings/appointments';
import type { LocalDate, LocalTime } from '@samay/contract/core/time';
import type { TenantContext } from '../../../context/request-context.ts';
import type { Tx } from '../../../db/tenant.ts';
import {
  lockOccupation,
  type Occupation,
  type Overbooking,
  type WantedTime,
} from '../../availability/index.ts';
import type { Occupying } from './change.ts';
import { keptColumns } from './kept-columns.ts';
import type { AppointmentRow } from './queries.ts';
import { claimsNothing, staysWalkIn } from './walk-in.ts';

/** Where a booking is moved to. What is left out stays. */
export type Move = WantedOccupation & { readonly date: LocalDate; readonly time: LocalTime };

interface Occupant {
  readonly booking: AppointmentRow;
  readonly overbooking: Overbooking;
}

/**
 * What a booking occupies once it is moved: it keeps its duration unless the service changes, and
 * takes over name, buffers and price as they are now.
 */
export async function occupyElsewhere(
  tx: Tx,
  context: TenantContext,
  { booking, overbooking }: Occupant,
  { date, time, ...to }: Move,
): Promise<Occupying> {
  const serviceId = to.serviceId ?? booking.service_id;
  const kept = serviceId === booking.service_id ? booking.duration_min : null;
  const stays = staysWalkIn(booking, { date, time });
  const occupation = await lockOccupation(tx, context, {
    ...wantedOf(booking, context),
    claimsNothing: stays && claimsNothing(booking, context),
    date,
    time,
    resourceId: to.resourceId ?? booking.resource_id,
    serviceId,
    duration: to.duration ?? kept,
  });
  const columns = { ...keptColumns(occupation, overbooking), ...occupant(booking, occupation, context) };
  return {
    occupation,
    overbooking,
    columns: { ...columns, ...(booking.walk_in && !stays && { walk_in: false }) },
  };
}

/** What a booking occupies that comes back to where it was: with the values that it has kept. */
export async function occupyAgain(
  tx: Tx,
  context: TenantContext,
  { booking, overbooking }: Occupant,
): Promise<Occupying> {
  const found = await lockOccupation(tx, context, wantedOf(booking, context));
  const occupation = {
    ...found,
    before: booking.buffer_before_min ?? found.before,
    after: booking.buffer_after_min ?? found.after,
    price: booking.price_paise,
    candidates: found.candidates.map((each) => ({ ...each, price: booking.price_paise })),
  };
  const columns = {
    overbooked_reason: overbooking?.reason ?? null,
    ...occupant(booking, occupation, context),
  };
  return { occupation, overbooking, columns };
}

function wantedOf(booking: AppointmentRow, context: TenantContext): WantedTime {
  return {
    claimsNothing: claimsNothing(booking, context),
    date: booking.appointment_date,
    time: booking.appointment_time.slice(0, 5),
    resourceId: booking.resource_id,
    serviceId: booking.service_id,
    duration: booking.duration_min,
    doctor: booking.doctor,
    moved: { id: booking.id, resourceId: booking.resource_id, serviceId: booking.service_id },
  };
}

/** Another doctor's name where the booking goes to another doctor. */
function occupant(
  booking: AppointmentRow,
  { candidates }: Occupation,
  { businessType }: TenantContext,
): { doctor?: string } {
  const [first] = candidates;
  const isOther =
    businessType === 'doctor' && booking.resource_id !== null && first && first.id !== booking.resource_id;
  return isOther ? { doctor: first.name } : {};
}
