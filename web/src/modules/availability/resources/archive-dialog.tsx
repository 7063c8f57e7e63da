import { Radio, Stack, Text } from '@mantine/core';
import { archiveResource } from '@samay/contract/availability/resources';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ApiError, call, errorText } from '../../../lib/api/api.ts';
import { Dialog, inDialog } from '../../../ui/dialog/dialog.tsx';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { toastDone } from '../../../ui/feedback/toast.tsx';
import { ChoiceSelect } from '../../../ui/form/choice-select.tsx';
import { FormButtons } from '../../../ui/form/form-buttons.tsx';
import { AffectedBookings, getBookings } from '../affected-bookings.tsx';
import { type Bookable, refreshAvailability } from '../api.ts';
import { notSaved, useAvailabilityWording } from '../wording.ts';

interface ArchiveDialogProps {
  /** The doctor, court or part to archive. */
  of: Bookable;
  /** The resources that can take over its bookings. */
  others: readonly Bookable[];
  onClose: () => void;
}

/**
 * Archives a doctor, court or part. If it has future bookings, the server asks: keep them, or move
 * them to another.
 */
export function ArchiveDialog({ of, others, onClose }: ArchiveDialogProps) {
  const { booking, bookings: many } = useAvailabilityWording();
  const client = useQueryClient();
  const [choice, setChoice] = useState<'keep' | 'move'>('keep');
  const [moveTo, setMoveTo] = useState(others[0]?.id ?? '');
  const [isAsked, setAsked] = useState(false);
  const archive = useMutation({
    mutationFn: () => {
      const bookings = choice === 'keep' ? ('keep' as const) : { moveTo };
      return call(archiveResource, { params: { id: of.id }, body: isAsked ? { bookings } : {} });
    },
    onSuccess: async () => {
      await refreshAvailability(client, of.id);
      toastDone(`${of.name} is archived`);
      onClose();
    },
    onError: (error) => setAsked((asked) => asked || isQuestion(error)),
  });
  const isFailed = archive.isError && !isQuestion(archive.error);
  const bookings = getBookings(archive.error);

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    if (!archive.isPending) archive.mutate();
  }

  return (
    <Dialog opened onClose={onClose} title={`Archive ${of.name}?`} size="md">
      <form onSubmit={handleSubmit} aria-label={`Archive ${of.name}`}>
        <Stack gap="md">
          <Text size="sm">
            It takes no new {booking}. Nothing is deleted, and you can restore it at any time.
          </Text>
          {isAsked && (
            <Radio.Group
              label={`There are future ${many}. What happens with them?`}
              value={choice}
              onChange={(chosen) => setChoice(chosen === 'move' ? 'move' : 'keep')}
            >
              <Stack gap="xs" mt="xs">
                <Radio value="keep" label="Keep them as they are" />
                {others.length > 0 && <Radio value="move" label="Move them" />}
              </Stack>
            </Radio.Group>
          )}
          {isAsked && choice === 'move' && (
            <ChoiceSelect
              label="Move them to"
              data={others.map(({ id, name }) => ({ value: id, label: name }))}
              value={moveTo}
              onChange={setMoveTo}
              comboboxProps={inDialog}
            />
          )}
          {isFailed && <FailureNotice text={errorText(archive.error, notSaved)} />}
          {bookings.length > 0 && <AffectedBookings bookings={bookings} />}
          <FormButtons submit="Archive" waiting="Archiving..." busy={archive.isPending} onClose={onClose} />
        </Stack>
      </form>
    </Dialog>
  );
}

function isQuestion(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'resource.has_bookings';
}
