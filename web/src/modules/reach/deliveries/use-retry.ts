import { formatCount } from '@samay/contract/core/money';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toastDone } from '../../../ui/feedback/toast.tsx';
import { deliveriesQuery, tryAgain } from './api.ts';

/** Has one delivery, or all that failed, tried again now; what came of it shows by itself. */
export function useRetry() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (delivery: string | undefined) => tryAgain(delivery),
    onSuccess: (queued) => toastDone(queued === 0 ? 'There is nothing to try again' : `${formatCount(queued)} queued again`),
    onSettled: () => client.invalidateQueries({ queryKey: deliveriesQuery.queryKey }),
  });
}
