import { addDays, addMonths, type LocalDate } from '@samay/contract/core/time';
import type { LoadRequest } from './load.ts';
import { searchTerms } from '../data/names.ts';

export const operationNames = ['list', 'search', 'revenue', 'create'] as const;
export type Operation = (typeof operationNames)[number];

/** Minimum share of the bare server's throughput at 16 connections. */
export const targets: Record<Operation, number> = { list: 0.45, search: 0.45, revenue: 0.45, create: 0.35 };

const booking = {
  personName: 'Meera Joshi',
  personEmail: 'meera.joshi@patients.example',
  personContact: '+91 98765 01234',
  date: '{day}',
  time: '10:30',
  doctor: 'Dr. Ananya Iyer',
  amount: 50_000,
  paymentMethod: 'UPI',
};

/** The requests of an operation, the same for both servers except for the caller's headers. */
export function requestsOf(operation: Operation, caller: Record<string, string>, monthStart: LocalDate): LoadRequest[] {
  const get = (path: string): LoadRequest => ({ method: 'GET', path, headers: caller });
  switch (operation) {
    case 'list':
      return [get('/api/appointments?limit=50')];
    case 'search':
      return searchTerms.map((term) => get(`/api/appointments?limit=50&search=${encodeURIComponent(term)}`));
    case 'revenue':
      return [get(`/api/revenue?from=${monthStart}&to=${addDays(addMonths(monthStart, 1), -1)}`)];
    case 'create':
      return [
        {
          method: 'POST',
          path: '/api/appointments',
          headers: { ...caller, 'content-type': 'application/json' },
          body: JSON.stringify(booking),
        },
      ];
  }
}
