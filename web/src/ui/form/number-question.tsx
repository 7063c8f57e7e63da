import { Checkbox } from '@mantine/core';
import { lookUpPeople } from '@samay/contract/people/people';
import { foldName } from '@samay/contract/core/fold';
import { readTelephone } from '@samay/contract/core/telephone';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call, errorText } from '../../lib/api/api.ts';
import { FailureNotice } from '../feedback/failure-notice.tsx';

interface NumberedValues {
  readonly personName: string;
  readonly personContact: string;
}

/** The question whether a corrected number is for all who have the former one. */
export interface NumberQuestion {
  /** The former number as it is written. */
  readonly former: string;
  /** The others who have it; nobody is asked about where there are none. */
  readonly names: readonly string[];
  /** Whether there are others than those named. */
  readonly hasMore: boolean;
  readonly isForAll: boolean;
  readonly onChange: (isForAll: boolean) => void;
  /** Whether it is not known yet if anybody has to be asked about. */
  readonly isPending: boolean;
  readonly error: Error | null;
  /** The part of the request that answers the question. */
  readonly answer: { readonly forAll?: true };
}

/** The most people that a look-up finds. */
const mostFound = 8;

/**
 * Looks up the other people with the former number when the contact is edited. The answer is yes
 * until it is changed: the new number of a mother is usually also that of her children.
 */
export function useOthersOfNumber(
  personId: string | null,
  values: NumberedValues,
  opened: NumberedValues,
): NumberQuestion {
  const [isForAll, onChange] = useState(true);
  const former = readTelephone(opened.personContact);
  const typed = readTelephone(values.personContact);
  const isEdited = former !== undefined && values.personContact !== opened.personContact;
  const { data, error, isLoading } = useQuery({
    queryKey: ['appointments', 'people', former?.number],
    queryFn: ({ signal }) => call(lookUpPeople, { query: { search: former?.number ?? '' }, signal }),
    enabled: isEdited,
  });
  const isMoved = isEdited && typed !== undefined && typed.number !== former.number;
  const found = isMoved ? (data?.items ?? []) : [];
  const names = found
    .filter(({ contact }) => readTelephone(contact ?? '')?.number === former?.number)
    .filter(({ id, name }) => id !== personId && foldName(name) !== foldName(opened.personName))
    .map(({ name }) => name);
  return {
    former: former?.written ?? '',
    names,
    hasMore: found.length === mostFound,
    isForAll,
    onChange,
    isPending: isMoved && isLoading,
    error: isMoved ? error : null,
    answer: names.length > 0 && isForAll ? { forAll: true } : {},
  };
}

/** Asks whether a corrected number is for the others who have the former one too. */
export function NumberQuestionField({ question }: { question: NumberQuestion }) {
  const { former, names, hasMore, isForAll, onChange, error } = question;
  if (error) return <FailureNotice text={errorText(error, `Failed to find who else has ${former}`)} />;
  if (names.length === 0) return null;
  const all = listed(hasMore ? [...names, 'others'] : names);
  return (
    <Checkbox
      label={`Also for ${all}, who ${names.length > 1 || hasMore ? 'have' : 'has'} ${former}`}
      checked={isForAll}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}

/** Lists names as a sentence does. */
function listed(names: readonly string[]): string {
  return [names.slice(0, -1).join(', '), ...names.slice(-1)].filter(Boolean).join(' and ');
}
