import type { Appointment } from '@samay/contract/bookings/appointments';
import { resourceNames } from '@samay/contract/availability/resource-names';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { resourceList } from '../../lib/availability.ts';
import { useSession } from '../../lib/session/session.tsx';

type Booked = Pick<Appointment, 'resourceId' | 'resourceName'>;

/**
 * Returns a function that names the court of a booking: a half with its ground if a turf has
 * several. Until the courts are loaded it is the booking's own name.
 */
export function useResourceNames(): (booked: Booked) => string | null {
  // A clinic's doctors have no parts.
  const { data } = useQuery({ ...resourceList(), enabled: useSession().businessType === 'turf' });
  const names = useMemo(() => resourceNames(data?.items ?? []), [data]);
  return useCallback(({ resourceId, resourceName }) => names.get(resourceId ?? '') ?? resourceName, [names]);
}
