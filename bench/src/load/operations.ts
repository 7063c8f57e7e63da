import { addDays, addMonths, indiaDate, type LocalDate, now } from '@samay/contract/core/time';
import type { LoadRequest } from './load.ts';
import { searchTerms } from '../data/names.ts';
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
] as const;
export type Operation = (typeof operationNames)[number];

/** Number of businesses over which `spread` books. */
export const spreadOver = 50;

export const titles: Record<Operation, string> = {
  list: 'list',
  unchanged: 'list, unchanged',
  search: 'search',
  revenue: "month's revenue",
  create: 'create, one business',
  spread: `create over ${spreadOver} businesses`,
  slots: 'slots of 31 days',
  claimed: 'create with a claim',
};

/**
 * What a server without If-None-Match does for an operation: the bare servers answer an unchanged
 * list with the list.
 */
export function withoutEtag(operation: Operation): Operation {
  return operation === 'unchanged' ? 'list' : operation;
}

/**
 * Whether the product itself is measured in place of the lean server: a booking with a claim beside
 * one whose doctor it does not know.
 */
export function isBesideItself(operation: Operation): boolean {
  return operation === 'claimed';
}

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
 * The requests of an operation, the same for all servers except for the callers' headers. The first
 * caller reads; `spread` books as each in rotation. `claimed` books with a doctor of the business
 * or, with `isUnknown`, with one whom it does not know.
 */
export function requestsOf(
  operation: Operation,
  callers: readonly Record<string, string>[],
  monthStart: LocalDate,
  isUnknown = false,
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
      return [create(caller, isUnknown ? 'Dr. Visiting' : booking.doctor)];
  }
}

function create(caller: Record<string, string>, doctor = booking.doctor): LoadRequest {
  return {
    method: 'POST',
    path: '/api/appointments',
    headers: { ...caller, 'content-type': 'application/json' },
    body: JSON.stringify({ ...booking, doctor }),
  };
}
