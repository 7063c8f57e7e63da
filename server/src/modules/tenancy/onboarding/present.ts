import type { BusinessProfile } from '@samay/contract/tenancy/onboarding';
import type { ProfileRow } from './queries.ts';

/** A row as the contract shows it. */
export function present(row: ProfileRow): BusinessProfile {
  return { name: row.name, timeSlots: row.time_slots, operatingDays: row.operating_days };
}
