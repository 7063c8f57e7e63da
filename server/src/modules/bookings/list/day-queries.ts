import { type RawBuilder, sql } from 'kysely';
import type { TenantId } from '../../../db/tenant.ts';
import { occupiesWithin } from '../../availability/index.ts';

/** The days of a list that shows no others, both included. */
export interface Days {
  readonly since: string;
  readonly until: string;
  /** Whether only those are meant that occupy a doctor or a court then. */
  readonly occupied: boolean;
}

export interface DayValues {
  readonly since: string;
  readonly until: string;
}

export type DayShape = { readonly days: 'all' | 'some' | 'occupied' };

export function dayShape(days: Days | undefined): DayShape {
  return { days: days ? (days.occupied ? 'occupied' : 'some') : 'all' };
}

export function dayValues({ since = '', until = '' }: Partial<Days> = {}): DayValues {
  return { since, until };
}

/**
 * The bookings of some days; of those that occupy something, also one that began the evening before
 * or whose buffer begins then.
 */
export function ofDays(
  { days }: DayShape,
  { tenantId, since, until }: DayValues & { readonly tenantId: TenantId },
): RawBuilder<boolean> {
  if (days === 'all') return sql<boolean>`true`;
  if (days === 'some')
    return sql<boolean>`appointments.appointment_date >= ${since}::date and appointments.appointment_date <= ${until}::date`;
  return sql<boolean>`appointments.appointment_date >= ${since}::date - 1 and appointments.appointment_date <= ${until}::date + 1
    and ${occupiesWithin(tenantId, { from: since, to: until })}`;
}
