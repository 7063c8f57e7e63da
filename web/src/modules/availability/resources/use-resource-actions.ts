import { orderResources, type Resource, restoreResource } from '@samay/contract/availability/resources';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, errorText } from '../../../lib/api/api.ts';
import { useSession } from '../../../lib/session/session.tsx';
import { toastDone, toastFailed } from '../../../ui/feedback/toast.tsx';
import { type Bookable, refreshAvailability, resourcesQuery } from '../api.ts';
import { notSaved } from '../wording.ts';

/**
 * Returns the changes of the list that need no dialog. The order is shown immediately and rolled
 * back if the server refuses it.
 */
export function useResourceActions(resources: readonly Resource[]) {
  const client = useQueryClient();
  const onError = (error: unknown) => toastFailed(errorText(error, notSaved));
  const businessId = useSession().tenant?.id ?? '';
  const restore = useMutation({
    mutationFn: ({ id }: Bookable) => call(restoreResource, { params: { id } }),
    onSuccess: (_, { name }) => toastDone(`${name} is restored`),
    onError,
    onSettled: (_, _error, { id }) => void refreshAvailability(client, id),
  });
  const order = useMutation({
    mutationFn: (ids: string[]) => call(orderResources, { body: { ids } }),
    onMutate: (ids) => {
      const sorted = ids.flatMap((id) => resources.find((resource) => resource.id === id) ?? []);
      const rest = resources.filter(({ id }) => !ids.includes(id));
      client.setQueryData(resourcesQuery.queryKey, { items: [...sorted, ...rest] });
    },
    onError,
    onSettled: () => void refreshAvailability(client, businessId),
  });
  return { order, restore };
}
