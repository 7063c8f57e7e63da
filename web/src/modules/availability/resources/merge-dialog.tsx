import { Stack, Text } from '@mantine/core';
import { mergeResource, type Resource } from '@samay/contract/availability/resources';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call, errorText } from '../../../lib/api/api.ts';
import { Dialog, inDialog } from '../../../ui/dialog/dialog.tsx';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { toastDone } from '../../../ui/feedback/toast.tsx';
import { ChoiceSelect } from '../../../ui/form/choice-select.tsx';
import { FormButtons } from '../../../ui/form/form-buttons.tsx';
import { AffectedBookings, getBookings } from '../affected-bookings.tsx';
import { refreshAvailability } from '../api.ts';
import { notSaved, useAvailabilityWording } from '../wording.ts';

interface MergeDialogProps {
  resource: Resource;
  others: readonly Resource[];
  /** The proposed one; by default the first. */
  into?: string | undefined;
  onClose: () => void;
}

/** Merges two doctors into one, for a name written in two ways. */
export function MergeDialog({ resource, others, into: proposed, onClose }: MergeDialogProps) {
  const { bookings: many } = useAvailabilityWording();
  const client = useQueryClient();
  const [into, setInto] = useState(proposed ?? others[0]?.id ?? '');
  const other = others.find(({ id }) => id === into);
  const merge = useMutation({
    mutationFn: () => call(mergeResource, { params: { id: resource.id }, body: { into } }),
    onSuccess: async ({ name }) => {
      await refreshAvailability(client, resource.id);
      toastDone(`${resource.name} is now ${name}`);
      onClose();
    },
  });
  const bookings = getBookings(merge.error);

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    if (!merge.isPending) merge.mutate();
  }

  return (
    <Dialog opened onClose={onClose} title={`Merge ${resource.name}`} size="md">
      <form onSubmit={handleSubmit} aria-label={`Merge ${resource.name}`}>
        <Stack gap="md">
          <ChoiceSelect
            label="Is the same as"
            data={others.map(({ id, name }) => ({ value: id, label: name }))}
            value={into}
            onChange={setInto}
            comboboxProps={inDialog}
          />
          <Text size="sm">
            {other?.name} takes over all {many} of {resource.name}, which is then archived.
          </Text>
          {merge.isError && <FailureNotice text={errorText(merge.error, notSaved)} />}
          {bookings.length > 0 && <AffectedBookings bookings={bookings} />}
          <FormButtons submit="Merge" waiting="Merging..." busy={merge.isPending} onClose={onClose} />
        </Stack>
      </form>
    </Dialog>
  );
}
