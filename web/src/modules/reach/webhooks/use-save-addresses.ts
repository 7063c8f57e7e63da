import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toastDone } from '../../../ui/feedback/toast.tsx';
import { saveAddresses, webhooksQuery } from './api.ts';

/** Saves the two addresses; the answer takes the place of what was loaded, but for the secret, which nothing keeps. */
export function useSaveAddresses() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: saveAddresses,
    gcTime: 0,
    onSuccess: ({ secret: _, ...webhooks }) => {
      client.setQueryData(webhooksQuery.queryKey, webhooks);
      toastDone('Webhooks saved');
    },
  });
}
