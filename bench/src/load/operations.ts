import { addDays, addMonths, type LocalDate } from '@samay/contract/core/time';
import type { LoadRequest } from './load.ts';
import { searchTerms } from '../data/names.ts';

export const operationNames = ['list', 'unchanged', 'search', 'revenue', 'create', 'spread'] as const;
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
};

/** What a server without If-None-Match does for an operation: the bare servers answer an unchanged list with the list. */
export function withoutEtag(operation: Operation): Operation {
  return operation === 'unchanged' ? 'list' : operation;
}

const booking = {
  personName: '{name}',
  personEmail: 'meera.joshi@patients.example',
  personContact: '{contact}',
  date: '{day}',
  time: '10:30',
  doctor: 'Dr. Ananya Iyer',
  amount: 50_000,
  paymentMethod: 'UPI',
};

/** The requests of an operation, the same for all servers except for the callers' headers. The first caller reads; `spread` books as each in rotation. */
export function requestsOf(operation: Operation, callers: readonly Record<string, string>[], monthStart: LocalDate): LoadRequest[] {
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
      return callers.map(create);
  }
}

function create(caller: Record<string, string>): LoadRequest {
  return {
    method: 'POST',
    path: '/api/appointments',
    headers: { ...caller, 'content-type': 'application/json' },
    body: JSON.stringify(booking),
  };
}
