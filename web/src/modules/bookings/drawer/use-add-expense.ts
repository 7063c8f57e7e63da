import { addExpense } from '@samay/contract/bookings/drawers';
import { formatRupees } from '@samay/contract/core/money';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';
import { toastDone } from '../../../ui/feedback/toast.tsx';
import { refreshDrawers } from './api.ts';
import { useOnceKey } from './use-once-key.ts';

/** Notes an expense of the user's drawer, or takes one back by an amount below 0. */
export function useAddExpense() {
  const client = useQueryClient();
  const once = useOnceKey();
  return useMutation({
    mutationFn: (body: { paise: number; reason: string }) =>
      call(addExpense, { body, idempotencyKey: once.keyOf(body) }),
    onSuccess: (_, { paise, reason }) => {
      once.forget();
      toastDone(`${reason}, ${formatRupees(Math.abs(paise))}: ${paise > 0 ? 'noted' : 'taken back'}`);
    },
    onSettled: () => refreshDrawers(client),
  });
}
