import { Appointment, type NewAppointment } from '@samay/contract/bookings/appointments';
import type { TenantContext } from '../../../context/request-context.ts';
import { inTenantAnnouncing, readInTenant } from '../../../db/tenant.ts';
import { onlyRow } from '../../../db/transaction.ts';
import { refusingTaken } from '../../availability/index.ts';
import { assertDoctor, book } from './book.ts';
import { fetchWritten } from './fetch.ts';
import { present } from './present.ts';
import { atItsTime } from './walk-in.ts';

/**
 * Creates a booking. Throws `plan.limit_reached` when the plan's month of that date is full, and
 * `slot.taken` when its time is. One that is past or outside the opening hours is accepted: the
 * form has warned.
 */
export async function createAppointment(
  context: TenantContext,
  { body: given }: { body: NewAppointment },
): Promise<Appointment> {
  assertDoctor(given, context);
  const body = atItsTime(given, context);
  const made = await refusingTaken(context, () =>
    inTenantAnnouncing(context, async (tx, announce) => {
      const row = onlyRow(await book({ tx, announce }, context, [{ body }]));
      return present(row, context);
    }),
  );
  // A repeated request gets the stored reply. Another release may have written it,
  // without the fields that this one adds (decision 0021).
  if (Appointment.safeParse(made).success) return made;
  return readInTenant(context, async (tx) => present(await fetchWritten(tx, context, made.id), context));
}
