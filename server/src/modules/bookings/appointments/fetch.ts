import type { TenantContext } from '../../../context/request-context.ts';
import type { Tx } from '../../../db/tenant.ts';
import { orNotFound } from '../../../core/app-error.ts';
import { type AppointmentRow, findAppointment } from './queries.ts';
import { visibilityIn } from './visibility.ts';

/** The booking, or `not_found`: for an unknown id, another business's, and one beyond the plan's limit alike. */
export async function fetchAppointment(tx: Tx, context: TenantContext, id: string, { lock = false } = {}): Promise<AppointmentRow> {
  const { visibility } = await visibilityIn(tx, context);
  return orNotFound(await findAppointment(tx, id, { order: context.businessType, visibility, lock }));
}

/** The booking that this transaction has just written, wherever it now stands in the list. */
export async function fetchWritten(tx: Tx, context: TenantContext, id: string): Promise<AppointmentRow> {
  return orNotFound(await findAppointment(tx, id, { order: context.businessType, visibility: 'everything', lock: false }));
}
