import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { touchedBookings } from './api.ts';
import type { Span } from './span.ts';
import type { Plan } from './use-plan.ts';

/**
 * Returns the bookings that a closing touches, once its fields have rested for a moment.
 *
 * @param only the ids of the bookings that are decided; by default all
 */
export function useTouched({ resourceId, span, errors }: Plan, only?: readonly string[]) {
  const asked = JSON.stringify({ resourceId, span });
  const [rested] = useDebouncedValue(asked, 300);
  const of = JSON.parse(rested) as { resourceId?: string | null; span: Span };
  const isComplete = of.resourceId !== undefined && errors.span === null && asked === rested;
  const query = useQuery({
    ...touchedBookings(of.resourceId ?? null, of.span),
    enabled: isComplete,
  });
  const data = useMemo(() => {
    if (!query.data || !isComplete) return undefined;
    const { items, ...rest } = query.data;
    return { ...rest, items: only ? items.filter(({ booking }) => only.includes(booking.id)) : items };
  }, [query.data, isComplete, only]);
  return {
    data,
    /** Whether the bookings are those of the fields. */
    isCurrent: data !== undefined,
    isAsked: resourceId !== undefined && errors.span === null,
    error: isComplete ? query.error : null,
    isFetching: query.isFetching,
    retry: () => void query.refetch(),
  };
}
export type Touched = ReturnType<typeof useTouched>;
