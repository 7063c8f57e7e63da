import type { BusinessType } from '../../core/roles.ts';

/** The changes of which people are told: of their booking, or that their doctor is late. */
export const toldChanges = ['booked', 'moved', 'cancelled', 'late'] as const;
export type ToldChange = (typeof toldChanges)[number];

/** Lists the changes of which a type of business tells: courts are not late. */
export function listToldChanges(businessType: BusinessType): readonly ToldChange[] {
  return toldChanges.filter((change) => change !== 'late' || businessType === 'doctor');
}
