import { addDays, addMonths, indiaDate, type LocalDate, now } from '@samay/contract/core/time';
import type { LoadRequest } from './load.ts';
import { searchTerms } from '../data/names.ts';
import { type Booking, spreadOver } from './tenants.ts';
import { daysOfClaims } from '../data/times.ts';

export const operationNames = [
  'list',
  'unchanged',
  'search',
  'revenue',
  'create',
  'spread',
  'slots',
  'claimed',
  'pay',
  'move',
  'cancel',
] as const;
export type Operation = (typeof operationNames)[number];

/** The changes of existing bookings, each of another one. */
export type Change = 'pay' | 'move' | 'cancel';

export function isChange(operation: Operation): operation is Change {
  return operation === 'pay' || operation === 'move' || operation === 'cancel';
}

export const titles: Record<Operation, string> = {
  list: 'list',
  unchanged: 'list, unchanged',
  search: 'search',
  revenue: "month's revenue",
  create: 'create, one business',
  spread: `create over ${spreadOver} businesses`,
  slots: 'slots of 31 days',
  claimed: 'create with a claim',
  pay: 'change an amount',
  move: 'move within the day',
  cancel: 'cancel',
};

/** The operations whose requests need no bookings of the database. */
export type Requested = Exclude<Operation, Change>;

const booking = {
  personName: '{name}',
  personEmail: 'meera.joshi@patients.example',
  personContact: '{contact}',
  date: '{day}',
  time: '{time}',
  doctor: 'Dr. Ananya Iyer',
  amount: 50_000,
  paymentMethod: 'UPI',
};

/**
 * Returns the requests of an operation, equal for all servers except for the callers' headers. The
 * first caller reads; `spread` books as each in rotation. `claimed` books with a doctor of the
 * business.
 */
export function makeRequests(
  operation: Requested,
  callers: readonly Record<string, string>[],
  monthStart: LocalDate,
): LoadRequest[] {
  const [caller = {}] = callers;
  const get = (path: string): LoadRequest => ({ method: 'GET', path, headers: caller });
  switch (operation) {
    case 'list':
    case 'unchanged':
      return [get('/api/appointments?limit=50')];
    case 'search':
      return searchTerms.map((term) => get(`/api/appointments?limit=50&search=${encodeURIComponent(term)}`));
    case 'revenue':
      return [get(`/api/revenue?from=${monthStart}&to=${addDays(addMonths(monthStart, 1), -1)}`)];
    case 'create':
      return [create(caller)];
    case 'spread':
      return callers.map((each) => create(each));
    case 'slots':
      return [get(`/api/slots?from=${indiaDate(now())}&to=${addDays(indiaDate(now()), daysOfClaims - 1)}`)];
    case 'claimed':
      return [create(caller)];
  }
}

/** Returns the requests that change these bookings. */
export function makeChanges(
  operation: Change,
  caller: Record<string, string>,
  bookings: readonly Booking[],
): LoadRequest[] {
  const headers = { ...caller, 'content-type': 'application/json' };
  return bookings.map(({ id, date }) => {
    const path = `/api/appointments/${id}`;
    switch (operation) {
      case 'pay':
        return { method: 'PATCH', path, headers, body: JSON.stringify({ amount: 12_345 }) };
      case 'move':
        // The bookings begin before 5 PM.
        return {
          method: 'PUT',
          path: `${path}/schedule`,
          headers,
          body: JSON.stringify({ date, time: '18:00' }),
        };
      case 'cancel':
        return { method: 'POST', path: `${path}/cancellation`, headers, body: '{}' };
    }
  });
}

function create(caller: Record<string, string>): LoadRequest {
  return {
    method: 'POST',
    path: '/api/appointments',
    headers: { ...caller, 'content-type': 'application/json' },
    body: JSON.stringify(booking),
  };
}
