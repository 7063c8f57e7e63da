import type { AuditAction } from '@samay/contract/audit/audit-log';
import type { ListedAppointment } from '@samay/contract/bookings/appointments';
import type { Schedule } from '@samay/contract/bookings/schedule';
import type { QueryOf, ReplyOf } from '@samay/contract/core/endpoint';
import type {
  getTenantSchedule as scheduleEndpoint,
  listTenantAppointments as appointmentsEndpoint,
  TenantAppointment,
} from '@samay/contract/platform/tenants';
import { asPlatform } from '../../../db/tenant.ts';
import type { SessionContext, TenantContext } from '../../../context/request-context.ts';
import { tenantIdOf } from '../../../context/tenant-id.ts';
import { orNotFound } from '../../../core/app-error.ts';
import { maskName, noteSupportAccess } from '../../audit/index.ts';
import { getSchedule, listAppointments } from '../../bookings/index.ts';
import { findOpenTenant } from './tenant-queries.ts';

export interface Input<Query> {
  readonly params: { id: string };
  readonly query: Query;
}

/**
 * The bookings of one business in its own list order, read-only and with masked names. The access
 * is audited in the business's log first.
 */
export async function listTenantAppointments(
  context: SessionContext,
  { params, query }: Input<QueryOf<typeof appointmentsEndpoint>>,
): Promise<ReplyOf<typeof appointmentsEndpoint>> {
  const detail = { status: query.status, searched: Boolean(query.search) };
  const within = await readAsSupport(context, {
    tenantId: params.id,
    action: 'platform.appointments_viewed',
    detail,
  });
  const page = await listAppointments(within, { query });
  return { items: page.items.map(presentReadOnly), next: page.next, previous: page.previous };
}

/**
 * The calendar of one business, read-only and with masked names. The access is audited in the
 * business's log first.
 */
export async function getTenantSchedule(
  context: SessionContext,
  { params, query }: Input<QueryOf<typeof scheduleEndpoint>>,
): Promise<Schedule> {
  const within = await readAsSupport(context, { tenantId: params.id, action: 'platform.schedule_viewed' });
  const schedule = await getSchedule(within, { query });
  return {
    ...schedule,
    bookings: schedule.bookings.map((booking) => ({ ...booking, personName: maskName(booking.personName) })),
  };
}

interface SupportAccess {
  readonly tenantId: string;
  /** `noun.verb`, for the business's log. */
  readonly action: AuditAction;
  readonly detail?: object;
}

/**
 * The context in which a super admin reads one business as its own people do. The access and its
 * reason are audited in the business's own log before anything is read. Throws `not_found` for an
 * unknown or deleted business, and `platform.reason_needed`.
 */
export async function readAsSupport(
  context: SessionContext,
  { tenantId, action, detail }: SupportAccess,
): Promise<TenantContext> {
  const tenant = await asPlatform(context.dependencies, async (tx) => {
    const open = orNotFound(await findOpenTenant(tx, tenantId));
    await noteSupportAccess(tx, context, { tenantId: open.id, action, ...(detail && { detail }) });
    return open;
  });
  return {
    ...context,
    database: context.dependencies.database,
    tenantId: tenantIdOf(tenant.id),
    businessType: tenant.type ?? 'doctor',
  };
}

function presentReadOnly(booking: ListedAppointment): TenantAppointment {
  const { id, reference, personName, doctor = null, date, time, status, amount = null } = booking;
  return { id, reference, personName: maskName(personName), doctor, date, time, status, amount };
}
