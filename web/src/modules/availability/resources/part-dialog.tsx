import { Stack, Text, TextInput } from '@mantine/core';
import { addPart, changeResource, type Part, type Resource } from '@samay/contract/availability/resources';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { call, errorText } from '../../../lib/api/api.ts';
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { toastDone } from '../../../ui/feedback/toast.tsx';
import { FormButtons } from '../../../ui/form/form-buttons.tsx';
import { focusFirstError } from '../../../ui/form/form-errors.ts';
import { AffectedBookings, getBookings } from '../affected-bookings.tsx';
import { refreshAvailability } from '../api.ts';
import { notSaved } from '../wording.ts';

interface PartDialogProps {
  court: Resource;
  /** The part to rename; undefined for a new one. */
  part?: Part | undefined;
  onClose: () => void;
}

/**
 * Adds or renames a part of a court. A new part is refused with the bookings of the parts that
 * would collide.
 */
export function PartDialog({ court, part, onClose }: PartDialogProps) {
  const client = useQueryClient();
  const id = useId();
  const [name, setName] = useState(part?.name ?? '');
  const [error, setError] = useState<string>();
  const save = useMutation({
    mutationFn: () =>
      part
        ? call(changeResource, { params: { id: part.id }, body: { name } })
        : call(addPart, { params: { id: court.id }, body: { name } }),
    onSuccess: async ({ id }) => {
      await refreshAvailability(client, part?.id ?? id);
      toastDone(`${name.trim()} is saved`);
      onClose();
    },
  });
  const title = part ? `Rename ${part.name}` : `Add a part of ${court.name}`;
  const bookings = getBookings(save.error);

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    const fault = name.trim() === '' ? 'Please enter a name' : undefined;
    setError(fault);
    if (fault !== undefined) focusFirstError(id);
    else if (!save.isPending) save.mutate();
  }

  return (
    <FormDialog title={title} isDirty={name !== (part?.name ?? '')} onClose={onClose}>
      {(askToClose) => (
        <form id={id} noValidate onSubmit={handleSubmit} aria-label={title}>
          <Stack gap="md">
            <TextInput
              label="Name"
              placeholder="Half A"
              required
              maxLength={120}
              autoComplete="off"
              data-autofocus
              value={name}
              error={error}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            {save.isError && <FailureNotice text={errorText(save.error, notSaved)} />}
            {bookings.length > 0 && <AffectedBookings bookings={bookings} />}
            {!part && court.parts.length === 0 && (
              <Text size="sm" c="dimmed">
                A booking of {court.name} occupies all of its parts.
              </Text>
            )}
            <FormButtons submit="Save" waiting="Saving..." busy={save.isPending} onClose={askToClose} />
          </Stack>
        </form>
      )}
    </FormDialog>
  );
}
