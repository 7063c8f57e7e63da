import type { Appointment } from '@samay/contract/bookings/appointments';
import type { Slot } from '@samay/contract/core/alternatives';
import { addDays } from '@samay/contract/core/time';
import { useQuery } from '@tanstack/react-query';
import { freeStarts, nextFreeStarts } from '../../../../lib/availability.ts';
import { useToday } from '../../../../lib/browser/use-today.ts';
import { timeWarnings } from '../../api.ts';
import { getSlots } from '../../night.ts';
import { daysAround, startOn, startsAround, type Wanted, wantedStart } from './next-starts.ts';

interface NextStart {
  readonly wanted: Wanted;
  /** The start that a press books; undefined while it is unknown, and if the day has none. */
  readonly start: Pick<Slot, 'date' | 'time'> | undefined;
  /** The reasons why the day has none, and the free starts around it. */
  readonly instead: { readonly why: readonly string[]; readonly slots: readonly Slot[] } | undefined;
}

/**
 * Returns the start of the next visit: the free start of the wanted day nearest to this visit's
 * time, with its doctor and service. A doctor known only as text has no free starts: then the time
 * is kept.
 */
export function useNextStart(visit: Appointment, weeks: number): NextStart {
  const wanted = wantedStart(visit, weeks, useToday());
  const { date, time } = wanted;
  const { resourceId, serviceId } = visit;
  const isKnown = resourceId !== null;
  const asked = {
    ...(isKnown && { resource: resourceId }),
    ...(serviceId !== null && { service: serviceId }),
  };
  const around = useQuery({
    ...freeStarts({ ...asked, from: addDays(date, -daysAround), to: addDays(date, daysAround) }),
    enabled: isKnown,
  });
  const slots = around.data?.resources.flatMap(getSlots);
  const start = isKnown ? slots && startOn(slots, wanted) : wanted;
  const isWithout = slots !== undefined && !start;
  const near = isWithout ? startsAround(slots, wanted) : [];
  const later = useQuery({
    ...nextFreeStarts({ ...asked, date, time: '00:00', limit: 1 }),
    enabled: isWithout && near.length === 0,
  });
  const warned = useQuery({
    ...timeWarnings({ date, time, ...(isKnown && { resource: resourceId }) }),
    enabled: isWithout,
  });
  // Keeps the wanted time: a service that was archived since has no starts to request, and the
  // server checks the time itself.
  if (around.isError) return { wanted, start: wanted, instead: undefined };
  const instead = isWithout && {
    why: warned.data?.warnings ?? [],
    slots: near.length > 0 ? near : (later.data?.slots ?? []),
  };
  return { wanted, start, instead: instead || undefined };
}
