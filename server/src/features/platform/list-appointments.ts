import type { listTenantAppointments as endpoint, TenantAppointment } from '@samay/contract/platform';
import type { Appointment } from '@samay/contract/appointments';
import type { QueryOf, ReplyOf } from '@samay/contract/endpoint';
import { asPlatform } from '../../db/tenant.ts';
import type { SessionContext } from '../../http/context.ts';
import { found } from '../../refusal.ts';
import { listAppointments } from '../appointments/index.ts';
import { note } from './note.ts';
import { findOpenTenant } from './tenant-queries.ts';

type Endpoint = typeof endpoint;

interface Input {
  readonly params: { id: string };
  readonly query: QueryOf<Endpoint>;
}

/**
 * The bookings of one business as its own people see them, to read only. That somebody from the platform looked stands in the
 * business's own log before anything is shown.
 */
export async function listTenantAppointments(context: SessionContext, { params, query }: Input): Promise<ReplyOf<Endpoint>> {
  const tenant = await asPlatform(context.parts, async (tx) => {
    const open = found(await findOpenTenant(tx, params.id));
    const detail = { status: query.status, searched: Boolean(query.search) };
    await note(tx, context, { action: 'platform.appointments_viewed', tenantId: open.id, object: open.id, detail });
    return open;
  });
  const businessType = tenant.type ?? 'doctor';
  const within = { ...context, database: context.parts.database, tenantId: tenant.id, businessType };
  const page = await listAppointments(within, { query });
  return { items: page.items.map(presentReadOnly), next: page.next };
}

function presentReadOnly(booking: Appointment): TenantAppointment {
  const { id, reference, personName, doctor, date, time, status, amount } = booking;
  return { id, reference, personName, doctor, date, time, status, amount };
}
