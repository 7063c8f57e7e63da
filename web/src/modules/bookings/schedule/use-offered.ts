import type { Resource } from '@samay/contract/availability/resources';
import type { Service } from '@samay/contract/availability/services';
import type { BusinessType } from '@samay/contract/core/roles';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { openingHours, resourceList, serviceList } from '../../../lib/availability.ts';
import { useSession } from '../../../lib/session/session.tsx';
import { tenantAvailabilityOf } from './api.ts';
import type { OpenHours } from './layout/hours.ts';
import type { DayRange } from './layout/view.ts';

/** What a business offers and when it is open. A part that could not be read is missing. */
export interface Offered {
  readonly resources?: readonly Resource[] | undefined;
  readonly services?: readonly Service[] | undefined;
  readonly hours?: OpenHours | undefined;
}

/**
 * What the user's own business offers, or the one that a super admin reads. `isPending` until it is
 * known where it opens and which columns it has.
 *
 * @param of the id of the business that a super admin reads
 */
export function useOffered(
  of: string | undefined,
  range: DayRange,
): Offered & { isPending: boolean; retry: () => void } {
  const isOwn = of === undefined;
  const resources = useQuery({ ...resourceList(), enabled: isOwn });
  const services = useQuery({ ...serviceList(), enabled: isOwn });
  const hours = useQuery({ ...openingHours(range), enabled: isOwn, placeholderData: keepPreviousData });
  const all = useQuery({ ...tenantAvailabilityOf(of ?? '', range), enabled: !isOwn });
  if (!isOwn) return { ...all.data, isPending: all.isPending, retry: () => void all.refetch() };
  return {
    resources: resources.data?.items,
    services: services.data?.items,
    hours: hours.data,
    isPending: resources.isPending || hours.isPending,
    retry: () => void Promise.all([resources.refetch(), hours.refetch()]),
  };
}

/**
 * The type of the business whose doctors or courts these are. A super admin's session has none, so
 * they tell it.
 */
export function useTypeOf(resources: readonly Resource[]): BusinessType {
  return useSession().businessType ?? (resources[0]?.kind === 'court' ? 'turf' : 'doctor');
}
