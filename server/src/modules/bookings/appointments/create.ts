import { Appointment, type NewAppointment } from '@samay/contract/bookings/appointments';
import { inTenant, readInTenant, type Tx } from '../../../db/tenant.ts';
import { userIdOf } from '../../../context/actor.ts';
import type { BusinessContext } from '../../../context/business-context.ts';
import type { TenantContext } from '../../../context/request-context.ts';
import { AppError } from '../../../core/app-error.ts';
import { audit } from '../../audit/index.ts';
import { assertPlaceLeft } from '../../tenancy/index.ts';
import { fetchWritten } from './fetch.ts';
import { present } from './present.ts';
import { insertAppointment, valuesOf } from './queries.ts';

/**
 * Creates a booking. Throws `plan.limit_reached` when the plan's month of that date is full. A time that is past, taken or outside the
 * opening hours is accepted: the form has warned.
 */
export async function createAppointment(context: TenantContext, { body }: { body: NewAppointment }): Promise<Appointment> {
  assertDoctor(body, context);
  const made = await inTenant(context, async (tx) => {
    await assertPlaceLeft(tx, body.date);
    const id = await insertWithReference(tx, context, body);
    await audit(tx, context, 'appointment.created', id);
    await context.dependencies.announceBooking(tx, context, 'created', { id });
    return present(await fetchWritten(tx, context, id), context);
  });
  // A repeated request gets the stored reply. A server of the last release may have written it, without the fields that this one adds (0021).
  if (Appointment.safeParse(made).success) return made;
  return readInTenant(context, async (tx) => present(await fetchWritten(tx, context, made.id), context));
}

/** A clinic's appointment must name its doctor; a turf's booking must not. */
function assertDoctor(body: NewAppointment, context: TenantContext): void {
  if (context.businessType === 'doctor' && !body.doctor)
    throw new AppError('request.invalid', { fields: { doctor: 'Please enter a doctor name' } });
  if (context.businessType === 'turf' && body.doctor)
    throw new AppError('request.invalid', { fields: { doctor: 'This field is not known here' } });
}

/** The reference is `booking_` and the current millisecond, or the next one that is free in this business (specification 9). */
async function insertWithReference(tx: Tx, context: BusinessContext, body: NewAppointment): Promise<string> {
  for (let millisecond = context.now.getTime(); ; millisecond += 1) {
    const values = valuesOf(context.tenantId, userIdOf(context.actor), context.now, `booking_${millisecond}`, body);
    const id = await insertAppointment(tx, values);
    if (id) return id;
  }
}
