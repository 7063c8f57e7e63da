import { undoClosing } from '@samay/contract/bookings/closings';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, errorText } from '../../../lib/api/api.ts';
import { refreshTopic } from '../../../lib/live/batch-invalidations.ts';
import { oneClosing, recentClosings } from './api.ts';

/** Takes a closing back: its closure immediately, its bookings by the steps that follow. */
export function useUndo(onUndone: (id: string) => void) {
  const client = useQueryClient();
  const undo = useMutation({
    mutationFn: (id: string) => call(undoClosing, { params: { id } }),
    onSuccess: (closing) => {
      client.setQueryData(oneClosing(closing.id).queryKey, closing);
      void client.invalidateQueries({ queryKey: recentClosings.queryKey });
      void refreshTopic(client, 'availability');
      onUndone(closing.id);
    },
  });
  return {
    run: (id: string) => undo.mutate(id),
    isPending: undo.isPending,
    failure: undo.isError ? errorText(undo.error, 'It could not be taken back. Please try again.') : null,
  };
}
