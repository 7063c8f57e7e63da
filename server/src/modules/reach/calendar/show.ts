import type { CalendarConnection } from '@samay/contract/reach/calendar';
import { indiaZone } from '@samay/contract/core/time';
import { readInTenant, type Tx } from '../../../db/tenant.ts';
import { allowed, type TenantContext } from '../../../context/request-context.ts';
import { visibilityIn } from '../../bookings/index.ts';
import { isCalendarId } from './policy.ts';
import { countMissing, findIntegration } from './queries.ts';

/** Shows the business's calendar connection. */
export async function showConnection(context: TenantContext): Promise<CalendarConnection> {
  return readInTenant(context, (tx) => connectionIn(tx, context));
}

/** The connection as this transaction sees it. */
export async function connectionIn(tx: Tx, context: TenantContext): Promise<CalendarConnection> {
  const { settings, calendar } = context.dependencies;
  const integration = await findIntegration(tx);
  const isConnected = integration?.isConnected ?? false;
  const id = isConnected && integration && isCalendarId(integration.calendarId) ? integration.calendarId : null;
  const mayConnect = allowed(context, 'integrations.write');
  return {
    isAvailable: calendar !== undefined,
    isConnected,
    needsReconnect: integration?.needsReconnect ?? false,
    calendarId: id,
    embedUrl: id && `${settings.calendarPagesUrl}/embed?src=${encodeURIComponent(id)}&ctz=${indiaZone}`,
    openUrl: id && `${settings.calendarPagesUrl}/r?cid=${encodeURIComponent(id)}`,
    missingEvents: id && mayConnect ? await missingIn(tx, context, id) : 0,
    may: { connect: mayConnect && calendar !== undefined && context.caller.tenant?.suspended !== true },
  };
}

async function missingIn(tx: Tx, context: TenantContext, calendarId: string): Promise<number> {
  const { visibility } = await visibilityIn(tx, context);
  return countMissing(tx, { calendarId, now: context.now, order: context.businessType, visibility });
}
