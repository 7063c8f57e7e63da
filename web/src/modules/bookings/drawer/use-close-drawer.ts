import { closeDrawer, type DrawerClose } from '@samay/contract/bookings/drawers';
import type { BodyInput } from '@samay/contract/core/endpoint';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';
import { refreshDrawers } from './api.ts';
import { useOnceKey } from './use-once-key.ts';

/**
 * Closes a drawer. A drawer that changed meanwhile is refused, and fetched again to be looked at.
 */
export function useCloseDrawer(onClosed: (close: DrawerClose) => void) {
  const client = useQueryClient();
  const once = useOnceKey();
  return useMutation({
    mutationFn: (body: BodyInput<typeof closeDrawer>) =>
      call(closeDrawer, { body, idempotencyKey: once.keyOf(body) }),
    onSuccess: (close) => {
      once.forget();
      onClosed(close);
    },
    onSettled: () => refreshDrawers(client),
  });
}
