import { dismissSetupChecklist, restoreSetupChecklist } from '@samay/contract/tenancy/setup-checklist';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, errorText } from '../../../lib/api/api.ts';
import { toastDone, toastFailed } from '../../../ui/feedback/toast.tsx';
import { setupChecklist } from './api.ts';

/**
 * Dismisses the checklist, with a toast to undo that. Undo works after this hook's component was
 * unmounted.
 */
export function useDismissal() {
  const change = useChange();
  const restore = useRestore();
  return useMutation({
    async mutationFn() {
      if (await change(dismissSetupChecklist, 'Failed to hide the first steps'))
        toastDone('First steps hidden', restore);
    },
  });
}

/** Shows the checklist again. */
export function useRestore(): () => void {
  const change = useChange();
  return () => void change(restoreSetupChecklist, 'Failed to show the first steps again');
}

function useChange() {
  const client = useQueryClient();
  return async (to: typeof dismissSetupChecklist, failed: string): Promise<boolean> => {
    try {
      client.setQueryData(setupChecklist().queryKey, await call(to));
      return true;
    } catch (error) {
      toastFailed(errorText(error, failed));
      return false;
    }
  };
}
