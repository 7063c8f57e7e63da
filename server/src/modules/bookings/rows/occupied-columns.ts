import type { Claimed, Occupation } from '../../availability/index.ts';

/**
 * Returns the resource that a booking has got, or that a walk-in is with; undefined for a mere
 * text.
 */
export function getReceived({ candidate, occupation }: Pick<Claimed, 'candidate' | 'occupation'>) {
  const { candidates, wanted } = occupation;
  return candidate ?? (wanted.claimsNothing ? candidates[0] : undefined);
}

/** Returns the resource of a booking, and its price there. */
export function occupiedColumns(claimed: Pick<Claimed, 'candidate' | 'occupation'>) {
  const got = getReceived(claimed);
  return { resource_id: got?.id ?? null, price_paise: got ? got.price : claimed.occupation.price };
}

/** Returns the columns of its service that a booking keeps when the service changes. */
export function keptColumns({ service, duration, before, after }: Occupation) {
  return {
    service_id: service?.id ?? null,
    service_name: service?.name ?? null,
    duration_min: duration,
    buffer_before_min: before,
    buffer_after_min: after,
  };
}
