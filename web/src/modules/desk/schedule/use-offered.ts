import type { Resource } from '@samay/contract/availability/resources';
import type { Service } from '@samay/contract/availability/services';
import type { BusinessType } from '@samay/contract/core/roles';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { openingHours, resourceList, serviceList } from '../../../lib/availability.ts';
import { useSession } from '../../../lib/session/session.tsx';
import { tenantAvailabilityQuery } from './api.ts';
import type { OpenHours } from './layout/hours.ts';
import type { DayRange } from './layout/view.ts';

/** The services, resources and hours of a business. A part that could not be read is missing. */
export interface Offered {
  readonly resources?: readonly Resource[] | undefined;
  readonly services?: readonly Service[] | undefined;
  readonly hours?: OpenHours | undefined;
}

/**
 * Returns the services, resources and hours of the user's own business, or of one that a super
 * admin reads. `isPending` until the hours and columns are known.
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
  const all = useQuery({ ...tenantAvailabilityQuery(of ?? '', range), enabled: !isOwn });
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
 * Returns the type of the business that these doctors or courts belong to. A super admin's session
 * has none, so it is derived from them.
 */
export function useType(resources: readonly Resource[]): BusinessType {
  return useSession().businessType ?? (resources[0]?.kind === 'court' ? 'turf' : 'doctor');
}
