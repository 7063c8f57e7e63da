import { Loader, Radio, Stack, Text } from '@mantine/core';
import type { PatientDetails } from '@samay/contract/people/patients';
import { fewestSearched } from '@samay/contract/people/people';
import { formatDate } from '@samay/contract/core/time';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { errorText } from '../../../lib/api/api.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { FormButtons } from '../../../ui/form/form-buttons.tsx';
import { SearchInput } from '../../../ui/form/search-input.tsx';
import { foundPeople } from './api.ts';
import { usePeopleChanges } from './use-people-changes.ts';
import { usePatientWording } from './wording.ts';

interface MergeDialogProps {
  patient: PatientDetails;
  /** The person chosen when the dialog opens. */
  other?: { readonly id: string; readonly name: string } | undefined;
  onClose: () => void;
}

interface Choice {
  readonly id: string;
  readonly name: string;
  readonly below: string;
}

/**
 * Merges another person into this one: one with this number, or one looked up. The dialog explains
 * the consequences first.
 */
export function MergeDialog({ patient, other, onClose }: MergeDialogProps) {
  const { choose, lookUp, mergeTitle, mergeHint, noMatch } = usePatientWording();
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState(other?.id ?? '');
  const [isMissing, setMissing] = useState(false);
  const { merge, mergeError } = usePeopleChanges();
  const isSearching = search.length >= fewestSearched;
  const found = useQuery({ ...foundPeople(search), enabled: isSearching, placeholderData: keepPreviousData });
  const choices = isSearching ? foundChoices(found.data?.items, patient) : householdChoices(patient, other);
  const name = choices.find(({ id }) => id === chosen)?.name;

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    setMissing(name === undefined);
    if (name !== undefined) merge.mutate({ id: patient.id, otherId: chosen }, { onSuccess: onClose });
  }

  return (
    <Dialog opened onClose={onClose} title={mergeTitle} size="md">
      <form onSubmit={handleSubmit} aria-label={mergeTitle}>
        <Stack>
          <SearchInput label={lookUp} placeholder={lookUp} value={search} onSearch={setSearch} />
          {isSearching && found.isPending && <Loader size="sm" aria-label="Loading" />}
          {isSearching && found.isError && (
            <FailureNotice text={errorText(found.error, noMatch)} onRetry={() => void found.refetch()} />
          )}
          {choices.length > 0 && (
            <Radio.Group label={isSearching ? 'Found' : 'Same number'} value={chosen} onChange={setChosen}>
              <Stack gap={4} mt={4}>
                {choices.map((choice) => (
                  <Radio
                    key={choice.id}
                    value={choice.id}
                    label={choice.name}
                    description={choice.below}
                    py={6}
                  />
                ))}
              </Stack>
            </Radio.Group>
          )}
          {isSearching && found.data && choices.length === 0 && <Text size="sm">{noMatch}</Text>}
          {isMissing && name === undefined && <FailureNotice text={choose} />}
          {name !== undefined && <Text size="sm">{mergeHint(name, patient.name)}</Text>}
          {mergeError !== null && <FailureNotice text={mergeError} />}
          <FormButtons submit="Merge" waiting="Merging..." busy={merge.isPending} onClose={onClose} />
        </Stack>
      </form>
    </Dialog>
  );
}

/** Returns the people with this number, and the one named before the dialog opened. */
function householdChoices({ household }: PatientDetails, other: MergeDialogProps['other']): Choice[] {
  const others = other && !household.some(({ id }) => id === other.id) ? [{ ...other, lastVisit: null }] : [];
  return [...others, ...household].map(({ id, name, lastVisit }) => ({
    id,
    name,
    below: visitText(lastVisit),
  }));
}

function foundChoices(items: readonly FoundItem[] | undefined, patient: PatientDetails): Choice[] {
  return (items ?? [])
    .filter(({ id }) => id !== patient.id)
    .map(({ id, name, contact, email, lastVisit }) => ({
      id,
      name,
      below: [contact ?? email, visitText(lastVisit?.date ?? null)].filter(Boolean).join(' · '),
    }));
}

type FoundItem = {
  id: string;
  name: string;
  contact: string | null;
  email: string | null;
  lastVisit: { date: string } | null;
};

function visitText(date: string | null): string {
  return date === null ? 'No visit yet' : `Last visit ${formatDate(date)}`;
}
