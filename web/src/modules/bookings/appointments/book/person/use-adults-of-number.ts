import type { FoundPerson, lookUpPeople } from '@samay/contract/people/people';
import type { ReplyOf } from '@samay/contract/core/endpoint';
import { foldName } from '@samay/contract/core/fold';
import { readTelephone } from '@samay/contract/core/telephone';
import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { foundPeople } from './api.ts';

interface TypedPerson {
  readonly person: FoundPerson | null;
  readonly personName: string;
  readonly personContact: string;
}

/**
 * Returns the names of the others of a form's number who are not known to be below 18, among the
 * people that look-ups have found already: nothing is requested.
 */
export function useAdultsOfNumber({ person, personName, personContact }: TypedPerson): string[] {
  const client = useQueryClient();
  // Renders again when a look-up is answered.
  useIsFetching({ queryKey: allLookUps });
  const number = readTelephone(personContact)?.number;
  if (number === undefined) return [];
  const replies = client.getQueriesData<ReplyOf<typeof lookUpPeople>>({ queryKey: allLookUps });
  const adults = replies
    .flatMap(([, reply]) => reply?.items ?? [])
    .filter(({ contact, isMinor }) => !isMinor && readTelephone(contact ?? '')?.number === number)
    .filter(({ id, name }) => id !== person?.id && foldName(name) !== foldName(personName));
  return [...new Set(adults.map(({ name }) => name))];
}

const allLookUps = foundPeople('').queryKey.slice(0, -1);
