import type { PatientDetails } from '@samay/contract/people/patients';
import { mergePeople, undoMerge } from '@samay/contract/people/people';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, errorText } from '../../../lib/api/api.ts';
import { toastDone, toastFailed } from '../../../ui/feedback/toast.tsx';
import { refreshAppointments } from '../../bookings/api.ts';
import { onePatient } from './api.ts';
import { usePatientWording } from './wording.ts';

interface Two {
  /** The person who remains, and the other, who is shown with them. */
  readonly id: string;
  readonly otherId: string;
}

/**
 * Merges another person into one, and undoes it: from the page, or from the toast that reports the
 * merge.
 */
export function usePeopleChanges({ onUndone }: { onUndone?: (left: PatientDetails) => void } = {}) {
  const client = useQueryClient();
  const { mergeFailed, undoFailed } = usePatientWording();
  const settled = (changed: PatientDetails | undefined) => void refreshAppointments(client, changed);
  const keep = (changed: PatientDetails) => client.setQueryData(onePatient(changed.id).queryKey, changed);
  const undo = useMutation({
    mutationFn: ({ id, otherId }: Two) => call(undoMerge, { params: { id, mergeId: otherId } }),
    onSuccess: (left) => {
      keep(left);
      toastDone('Merge undone');
      onUndone?.(left);
    },
    onError: (error) => toastFailed(errorText(error, undoFailed)),
    onSettled: settled,
  });
  const merge = useMutation({
    mutationFn: ({ id, otherId }: Two) => call(mergePeople, { params: { id }, body: { otherId } }),
    onSuccess: (merged, two) => {
      keep(merged);
      const name = merged.merges.find(({ id }) => id === two.otherId)?.name;
      toastDone(name === undefined ? 'Merged' : `${name} merged into ${merged.name}`, () => undo.mutate(two));
    },
    onSettled: settled,
  });
  return { merge, undo, mergeError: merge.isError ? errorText(merge.error, mergeFailed) : null };
}
