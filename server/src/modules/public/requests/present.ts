import type { BookingRequest, RequestState } from '@samay/contract/public/requests';
import { isoOf } from '@samay/contract/core/time';
import type { ListedRequest, RequestRow } from './queries.ts';

/** Returns the state of a request now: one that nobody has settled lapses by the clock alone. */
export function stateOf(
  { state, lapses_at: end }: Pick<RequestRow, 'state' | 'lapses_at'>,
  now: Date,
): RequestState {
  return state === 'pending' && end <= now ? 'lapsed' : state;
}

/** Returns whether a request waits for its payment: the business sees it once its visitor has typed the UTR. */
export function isUnpaid({ upi_paise: due, utr }: Pick<RequestRow, 'upi_paise' | 'utr'>): boolean {
  return due !== null && utr === null;
}

/**
 * Returns whether a request takes the number of a payment: the first one, also when its visitor has taken it back or
 * its time was lost, and a right one in place of a wrong one until the business has answered.
 */
export function takesUtr({ state, upi_paise: due }: Pick<RequestRow, 'state' | 'upi_paise'>): boolean {
  return due !== null && (state === 'pending' || state === 'withdrawn');
}

export function presentRequest(row: RequestRow & Partial<ListedRequest>, now: Date): BookingRequest {
  return {
    id: row.id,
    state: stateOf(row, now),
    personName: row.person_name,
    contact: row.contact,
    note: row.note,
    date: row.appointment_date,
    time: row.appointment_time.slice(0, 5),
    duration: row.duration_min,
    service: { id: row.service_id, name: row.service_name },
    resource: { id: row.resource_id, name: row.resource_name },
    price: row.price_paise,
    askedAt: isoOf(row.asked_at),
    lapsesAt: isoOf(row.lapses_at),
    reason: row.reason,
    payment:
      row.upi_paise === null || row.utr === null
        ? null
        : { amount: row.upi_paise, utr: row.utr, isKnown: row.is_known === true },
    due: row.due_paise ?? null,
    appointmentId: row.appointment_id,
  };
}
