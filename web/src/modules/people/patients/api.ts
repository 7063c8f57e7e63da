import { getPatient, listPatients } from '@samay/contract/people/patients';
import { listPatientHistory } from '@samay/contract/desk/visits';
import { lookUpPeople } from '@samay/contract/people/people';
import type { LocalDate } from '@samay/contract/core/time';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';

// Every key begins with `appointments`, because patients are derived from that table: a live change
// of it refetches them.

/** The days, both included, of the first visit. */
export interface NewIn {
  readonly since: LocalDate;
  readonly until: LocalDate;
}

export function patientPages(search: string, newIn?: NewIn) {
  const words = search.trim();
  return infiniteQueryOptions({
    queryKey: ['appointments', 'patients', words, newIn],
    queryFn: ({ pageParam, signal }) =>
      call(listPatients, {
        query: {
          limit: 50,
          ...newIn,
          ...(words !== '' && { search: words }),
          ...(pageParam && { cursor: pageParam }),
        },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
  });
}

export function onePatient(id: string) {
  return queryOptions({
    queryKey: ['appointments', 'patient', id],
    queryFn: ({ signal }) => call(getPatient, { params: { id }, signal }),
  });
}

export function historyPages(id: string) {
  return infiniteQueryOptions({
    queryKey: ['appointments', 'patient', id, 'history'],
    queryFn: ({ pageParam, signal }) =>
      call(listPatientHistory, {
        params: { id },
        query: { limit: 20, ...(pageParam && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  });
}

/** Returns the query of the people found by a text of at least `fewestSearched` characters. */
export function foundPeople(search: string) {
  return queryOptions({
    queryKey: ['appointments', 'people', search],
    queryFn: ({ signal }) => call(lookUpPeople, { query: { search: search.slice(0, 60) }, signal }),
  });
}
