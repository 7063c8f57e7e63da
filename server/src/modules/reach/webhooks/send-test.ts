import { randomUUID } from 'node:crypto';
import type { WebhookName, WebhookTest } from '@samay/contract/reach/webhooks';
import { wording } from '@samay/contract/core/wording';
import { WebhookFailure } from '../../../adapters/webhooks/port.ts';
import { run } from '../../../db/transaction.ts';
import { inTenant } from '../../../db/tenant.ts';
import type { TenantContext } from '../../../context/request-context.ts';
import { audit } from '../../audit/index.ts';
import { makeWebhookBody } from './webhook-body.ts';
import { type HookRow, readHooks } from './queries.ts';
import { decryptSecret } from './secret.ts';

/** Sends a test message about a booking that does not exist, and returns the outcome. */
export async function sendTest(
  context: TenantContext,
  { body }: { body: { webhook: WebhookName } },
): Promise<WebhookTest> {
  const [hooks] = await inTenant(context, async (tx) => {
    await audit(tx, context, 'webhook.tested', context.tenantId, { webhook: body.webhook });
    return run(tx, context, readHooks({}));
  });
  const url = body.webhook === 'cancel' ? hooks?.cancelUrl : hooks?.calendarEventUrl;
  if (!hooks || !url) return { isDelivered: false, reason: 'no address is set' };
  try {
    await context.dependencies.webhooks.send(makeMessage(context, body.webhook, { url, hooks }));
    return { isDelivered: true, reason: null };
  } catch (error) {
    if (error instanceof WebhookFailure) return { isDelivered: false, reason: error.message };
    throw error;
  }
}

function makeMessage(
  context: TenantContext,
  name: WebhookName,
  { url, hooks }: { url: string; hooks: HookRow },
) {
  const { businessType, now, dependencies, tenantId } = context;
  const occupied = { resource: 'Test', service: wording[businessType].service, minutes: 30 };
  const booking = {
    tenantId,
    appointmentId: randomUUID(),
    personName: 'Test',
    doctor: 'Test',
    startsAt: now,
    businessType,
    ...occupied,
  };
  const secret = decryptSecret(dependencies.secrets, tenantId, hooks.encrypted);
  return {
    url,
    id: `test_${randomUUID()}`,
    sentAt: now,
    secret,
    body: JSON.stringify(makeWebhookBody(name, booking)),
    isAskedFor: true,
  };
}
