import { foldName } from '@samay/contract/core/fold';
import type { Occupation as WantedOccupation } from '@samay/contract/bookings/appointments';
import type { LocalDate, LocalTime } from '@samay/contract/core/time';
import { allowed } from '../../../context/actor.ts';
import type { BookingContext } from '../../../context/business-context.ts';
import type { Tx } from '../../../db/tenant.ts';
import type { Statements } from '../../../db/read-in-one-message.ts';
import { runTogether } from '../../../db/transaction.ts';
import {
  chooseUnit,
  type Claimed,
  type Occupation,
  lockSought,
  decideOccupation,
  type SoughtClaim,
  toSought,
  type WantedTime,
} from '../../availability/index.ts';
import type { Occupying } from '../rows/change.ts';
import { getReceived, keptColumns, occupiedColumns } from '../rows/occupied-columns.ts';
import { lockingMoved, peopleMoved } from '../rows/moved-people.ts';
import type { AppointmentRow } from '../rows/queries.ts';
import { claimsNothing, staysWalkIn } from '../rows/walk-in.ts';
import type { PeopleAfter, ChangedBooking } from '../rows/write.ts';
import type { AppointmentChanges } from '../rows/queries.ts';

/** The place that a booking is moved to. Omitted fields stay. */
export type Move = WantedOccupation & {
  readonly date: LocalDate;
  readonly time: LocalTime;
  /** The state that the booking had at this place before, and gets back; without a resource none. */
  readonly former?: FormerOccupation;
};

/** The occupation of a booking before a move. */
export interface FormerOccupation {
  readonly doctor: string | null;
  readonly price: number | null;
  readonly buffers: Buffers;
  readonly walkIn: boolean;
}

/** The gaps of a booking in minutes; null for those of its service. */
interface Buffers {
  readonly before: number | null;
  readonly after: number | null;
}

/** A locked booking that claims a time, and its new place; `as it was` restores the earlier one. */
export interface Occupant {
  readonly changed: ChangedBooking;
  readonly to: Move | 'as it was';
}

interface Occupied {
  readonly occupying: readonly Occupying[];
  readonly people: PeopleAfter;
  /** The rows of the other statements. */
  readonly rows: Readonly<Record<string, unknown>>;
}

/**
 * Decides what locked bookings occupy. In one message it locks the units that they have and may get
 * and the people whose latest day changes, and reads what is taken. Their own times count as free
 * for each other.
 * @param also other statements to read; `decide` gets their rows before anything is chosen
 * @throws TimeTaken
 */
export async function occupy(
  tx: Tx,
  context: BookingContext,
  occupants: readonly Occupant[],
  { also = {}, decide }: { also?: Statements; decide?: (rows: Occupied['rows']) => Promise<void> } = {},
): Promise<Omit<Occupied, 'rows'>> {
  const wanted = occupants.map(({ changed: { before }, to }) => wantedBy(before, context, to));
  const sought = toSought(wanted);
  const bookings = occupants.map(({ changed }) => changed);
  const rows = await runTogether(tx, context, {
    ...also,
    ...lockSought(sought),
    ...lockingMoved(bookings),
  });
  await decide?.(rows);
  const except = bookings.map(({ before }) => before.id);
  const occupying: Occupying[] = [];
  const own: SoughtClaim[] = [];
  for (const [at, { changed, to }] of occupants.entries()) {
    const { before } = changed;
    const occupation = occupationFor(before, to, decideOccupation(rows, wanted[at] as WantedTime));
    const claimed = chooseUnit(
      occupation,
      [...(rows.claims[at] ?? []).filter(({ appointment_id: id }) => !id || !except.includes(id)), ...own],
      {
        now: context.now,
        reason: to === 'as it was' ? undefined : to.overbookedReason,
        mayOverbook: allowed(context, 'appointments.overbook'),
      },
    );
    own.push(
      ...claimed.claims.map((claim) => ({
        ...claim,
        id: before.id,
        appointment_id: before.id,
        held_by: null,
        expires_at: null,
      })),
    );
    occupying.push(makeOccupying(before, context, to, claimed));
  }
  return { occupying, people: peopleMoved(bookings, rows) };
}

function wantedBy(booking: AppointmentRow, context: BookingContext, to: Occupant['to']): WantedTime {
  const kept: WantedTime = {
    claimsNothing: claimsNothing(booking, context),
    date: booking.appointment_date,
    time: booking.appointment_time.slice(0, 5),
    resourceId: booking.resource_id,
    serviceId: booking.service_id,
    duration: booking.duration_min,
    doctor: booking.doctor,
    moved: { id: booking.id, resourceId: booking.resource_id, serviceId: booking.service_id },
  };
  if (to === 'as it was') return kept;
  const serviceId = to.serviceId ?? booking.service_id;
  const resourceId = to.former ? (to.resourceId ?? null) : (to.resourceId ?? booking.resource_id);
  return {
    ...kept,
    ...(to.former && { moved: { id: booking.id, resourceId, serviceId: booking.service_id } }),
    claimsNothing: to.former
      ? claimsNothing({ walk_in: to.former.walkIn }, context)
      : kept.claimsNothing === true && staysWalkIn(booking, to),
    date: to.date,
    time: to.time,
    resourceId,
    serviceId,
    duration: to.duration ?? (serviceId === booking.service_id ? booking.duration_min : null),
  };
}

/** Keeps the values of a booking that returns to its place. */
function occupationFor(booking: AppointmentRow, to: Occupant['to'], found: Occupation): Occupation {
  if (to === 'as it was') {
    const { price_paise: price, buffer_before_min: before, buffer_after_min: after } = booking;
    return keeping(found, { price, buffers: { before, after } });
  }
  if (!to.former) return found;
  const kept = keeping(found, to.former);
  return to.resourceId ? kept : { ...kept, candidates: [] };
}

/** Returns an occupation at a price that was agreed, in paise; null: as it is. */
export function atPrice(found: Occupation, price: number | null): Occupation {
  return price === null ? found : keeping(found, { price, buffers: { before: null, after: null } });
}

function keeping(
  found: Occupation,
  { price, buffers: { before, after } }: Pick<FormerOccupation, 'price' | 'buffers'>,
): Occupation {
  return {
    ...found,
    price,
    candidates: found.candidates.map((each) => ({ ...each, price })),
    before: before ?? found.before,
    after: after ?? found.after,
  };
}

/**
 * Returns the new occupation of a booking. It keeps its duration unless the service changes; name,
 * buffers and price are taken from the service as it is now, unless it gets a former state back.
 */
function makeOccupying(
  booking: AppointmentRow,
  { businessType }: BookingContext,
  to: Occupant['to'],
  claimed: Claimed,
): Occupying {
  const { occupation, overbookedReason } = claimed;
  const [first] = occupation.candidates;
  const isOther =
    businessType === 'doctor' &&
    first !== undefined &&
    first.id !== booking.resource_id &&
    (booking.resource_id !== null || foldName(first.name) !== foldName(booking.doctor ?? ''));
  const isBooked = to !== 'as it was' && booking.walk_in && !staysWalkIn(booking, to);
  const columns: AppointmentChanges = {
    ...occupiedColumns(claimed),
    ...(to !== 'as it was' && keptColumns(occupation)),
    overbooked_reason: overbookedReason,
    ...(isOther && { doctor: first.name }),
    ...(to !== 'as it was' && to.former && { doctor: to.former.doctor }),
    ...(isBooked && { walk_in: false }),
  };
  return { claimed, columns, resourceName: getReceived(claimed)?.name ?? null };
}
