import { wording } from '@samay/contract/core/wording';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { resourceList } from '../../../lib/availability.ts';
import { useSession } from '../../../lib/session/session.tsx';
import { resourceChoices } from '../resource-choices.ts';

/** The value of the whole business, which has no id. */
export const everything = '';

/** Lists the doctors or courts that the user may close, with the whole business unless for a doctor. */
export function useWhom() {
  const { data, isPending } = useQuery(resourceList());
  const isDoctor = useSession().user.role === 'DOCTOR';
  const choices = useMemo(() => {
    const all = resourceChoices(data?.items ?? []);
    const own = isDoctor ? all.filter((choice) => choice.isOwn) : all;
    const named = own.map(({ id, name }) => ({ value: id, label: name }));
    return isDoctor ? named : [...named, { value: everything, label: 'Everything' }];
  }, [data, isDoctor]);
  return { choices, isPending };
}

/** Returns a function that names a doctor, a court or the whole business. */
export function useName(): (resourceId: string | null) => string {
  const { data } = useQuery(resourceList());
  const { resource } = wording[useSession().businessType ?? 'doctor'];
  return useCallback(
    (resourceId) => {
      if (resourceId === null) return 'Everything';
      const all = resourceChoices((data?.items ?? []).map((each) => ({ ...each, archivedAt: null })));
      return all.find(({ id }) => id === resourceId)?.name ?? `A ${resource}`;
    },
    [data, resource],
  );
}
