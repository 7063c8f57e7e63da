import { changeBusinessProfile } from '@samay/contract/tenancy/onboarding';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';
import { useAuth } from '../../../lib/session/session.tsx';
import { toastDone } from '../../../ui/feedback/toast.tsx';
import { businessProfile } from './api.ts';
import type { ProfileChanges } from './profile-values.ts';

/** Saves the changes; the business's name stands in the session too, which is asked for again. */
export function useChangeProfile() {
  const client = useQueryClient();
  const { recheck } = useAuth();
  return useMutation({
    mutationFn: (body: ProfileChanges) => call(changeBusinessProfile, { body }),
    onSuccess: (profile) => {
      client.setQueryData(businessProfile().queryKey, profile);
      toastDone('Business profile saved');
      void recheck();
    },
  });
}
