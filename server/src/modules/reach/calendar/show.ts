import type { CalendarConnection } from '@samay/contract/reach/calendar';
import { indiaZone } from '@samay/contract/core/time';
import { allowed, type TenantContext } from '../../../context/request-context.ts';
import { onlyRow } from '../../../db/transaction.ts';
import { readShown } from '../../visibility/index.ts';
import { countMissing } from './missing-queries.ts';
import { isCalendarId } from './policy.ts';
import { readIntegration } from './queries.ts';

/** Shows the business's calendar connection. */
export async function showConnection(context: TenantContext): Promise<CalendarConnection> {
  const { settings, calendar } = context.dependencies;
  const mayConnect = allowed(context, 'integrations.write');
  const { rows } = await readShown(context, (view) => ({
    integration: readIntegration({}),
    missing: mayConnect ? countMissing(view, context.now) : undefined,
  }));
  const [integration] = rows.integration;
  const isConnected = integration?.isConnected ?? false;
  const id =
    isConnected && integration && isCalendarId(integration.calendarId) ? integration.calendarId : null;
  return {
    isAvailable: calendar !== undefined,
    isConnected,
    needsReconnect: integration?.needsReconnect ?? false,
    calendarId: id,
    embedUrl: id && `${settings.calendarPagesUrl}/embed?src=${encodeURIComponent(id)}&ctz=${indiaZone}`,
    openUrl: id && `${settings.calendarPagesUrl}/r?cid=${encodeURIComponent(id)}`,
    missingEvents: id && rows.missing ? onlyRow(rows.missing).count : 0,
    may: { connect: mayConnect && calendar !== undefined && context.caller.tenant?.suspended !== true },
  };
}
