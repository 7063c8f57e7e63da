import type { addMissingEvents } from '@samay/contract/reach/calendar';
import type { ReplyOf } from '@samay/contract/core/endpoint';
import { inTenant } from '../../../db/tenant.ts';
import { run } from '../../../db/transaction.ts';
import type { TenantContext } from '../../../context/request-context.ts';
import { assertThat, orNotFound } from '../../../core/app-error.ts';
import { visibilityIn } from '../../visibility/index.ts';
import { audit } from '../../audit/index.ts';
import { enqueueCalendarSyncs } from './enqueue-calendar.ts';
import { listMissing } from './missing-queries.ts';
import { mostPerCall } from './policy.ts';
import { lockIntegration } from './queries.ts';

/**
 * Enqueues the events of bookings that were made before the calendar was connected, soonest first,
 * each once.
 * @throws `calendar.not_connected`.
 */
export async function addMissing(context: TenantContext): Promise<ReplyOf<typeof addMissingEvents>> {
  const { tenantId } = context;
  return inTenant(context, async (tx) => {
    const integration = orNotFound(
      (await run(tx, context, lockIntegration({})))[0],
      'calendar.not_connected',
    );
    assertThat(integration.isConnected, 'calendar.not_connected');
    const { visibility } = await visibilityIn(tx, context);
    const ids = await listMissing(tx, context, { order: context.businessType, visibility }, mostPerCall);
    await enqueueCalendarSyncs(tx, context, 'calendar.create', ids);
    await audit(tx, context, 'calendar.events_added', tenantId, { events: ids.length });
    return { queued: ids.length };
  });
}
