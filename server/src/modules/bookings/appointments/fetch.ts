import type { Appointment } from '@samay/contract/bookings/appointments';
import type { TenantContext } from '../../../context/request-context.ts';
import { readInTenant, type Tx } from '../../../db/tenant.ts';
import { orNotFound } from '../../../core/app-error.ts';
import { present } from './present.ts';
import { type AppointmentRow, findAppointment } from './queries.ts';
import { visibilityIn } from './visibility-queries.ts';

/** Reads one booking. Throws `not_found` for an unknown id, another business's booking, and one beyond the plan's limit alike. */
export async function getAppointment(context: TenantContext, { params }: { params: { id: string } }): Promise<Appointment> {
  return readInTenant(context, async (tx) => present(await fetchAppointment(tx, context, params.id), context));
}

/** The booking's row, locked until the transaction ends where `lock` is set. Throws `not_found` as `getAppointment` does. */
export async function fetchAppointment(tx: Tx, context: TenantContext, id: string, { lock = false } = {}): Promise<AppointmentRow> {
  const { visibility } = await visibilityIn(tx, context);
  return orNotFound(await findAppointment(tx, id, { order: context.businessType, visibility, lock }));
}

/** The row that this transaction has just written, whether or not the plan shows it in the list. */
export async function fetchWritten(tx: Tx, context: TenantContext, id: string): Promise<AppointmentRow> {
  return orNotFound(await findAppointment(tx, id, { order: context.businessType, visibility: 'everything', lock: false }));
}
