import type { TenantContext } from '../../../context/request-context.ts';
import { run } from '../../../db/run-statement.ts';
import type { Tx } from '../../../db/tenant.ts';
import { lockUnits } from '../../availability/index.ts';
import type { AppointmentRow } from '../appointments/queries.ts';
import { freeClaims, lockDays, lockPayments, lockPeople } from './queries.ts';

/** Where a booking of a series goes: its day, and its doctor or court; null where any may be. */
export interface Destination {
  readonly date: string;
  readonly resourceId: string | null;
}

/**
 * Takes every lock of a change of several locked bookings at once and in order: their units, which
 * they give up, their people, and the tallies of the days that they leave and come to (decision
 * 0047).
 */
export async function lockSeries(
  tx: Tx,
  context: TenantContext,
  bookings: readonly AppointmentRow[],
  destinations: readonly Destination[],
): Promise<void> {
  const ids = bookings.map(({ id }) => id);
  await lockUnits(tx, context, {
    claimedBy: ids,
    wanted: destinations.map(({ resourceId }) => resourceId),
  });
  await run(tx, context, freeClaims({ ids }));
  const people = bookings.flatMap(({ patient_id: person }) => person ?? []);
  await run(tx, context, lockPeople({ ids: people }));
  const left = bookings.map(({ appointment_date: day }) => day);
  const days = [...left, ...destinations.map(({ date }) => date)];
  await run(tx, context, lockDays({ days }));
  await run(tx, context, lockPayments({ days }));
}
