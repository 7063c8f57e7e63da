import type { Occupation, Overbooking } from '../../availability/index.ts';
import type { KeptColumns } from './write-queries.ts';

/** What a booking keeps of what it occupies, however the service changes later. */
export function keptColumns(
  { service, duration, before, after }: Occupation,
  overbooking: Overbooking,
): KeptColumns {
  return {
    service_id: service?.id ?? null,
    service_name: service?.name ?? null,
    duration_min: duration,
    buffer_before_min: before,
    buffer_after_min: after,
    overbooked_reason: overbooking?.reason ?? null,
  };
}

/** The resource that a booking has got, or that a walk-in is with, and its price there. */
export function occupiedColumns({ candidates, price, wanted }: Occupation, place: number | null) {
  const got = wanted.claimsNothing ? candidates[0] : place === null ? undefined : candidates[place];
  return {
    resource_id: got?.id ?? null,
    resource_name: got?.name ?? null,
    price_paise: got ? got.price : price,
  };
}
