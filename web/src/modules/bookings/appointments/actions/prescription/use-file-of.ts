import type { Prescription } from '@samay/contract/bookings/appointments';
import { useQuery } from '@tanstack/react-query';
import { oneAppointment } from '../../../api.ts';
import { type Booked, isWhole } from '../../../booked.ts';

interface FileOf {
  readonly file: Prescription | null;
  readonly isPending: boolean;
  readonly error: Error | null;
  readonly retry: () => void;
}

/**
 * Returns the prescription of a booking. A row of the list only has a flag: its file is then
 * loaded.
 */
export function useFile(booking: Booked): FileOf {
  const whole = isWhole(booking) ? booking : undefined;
  const hasNone = whole === undefined && !('hasPrescription' in booking && booking.hasPrescription);
  const { data, error, refetch } = useQuery({
    ...oneAppointment(booking.id),
    enabled: !whole && !hasNone,
  });
  const known = whole ?? data;
  return {
    file: known?.prescription ?? null,
    isPending: !known && !hasNone && !error,
    error: known ? null : error,
    retry: () => void (error && refetch()),
  };
}
