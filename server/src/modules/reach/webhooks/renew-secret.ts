import type { ReplyOf } from '@samay/contract/core/endpoint';
import type { renewWebhookSecret } from '@samay/contract/reach/webhooks';
import { inTenant } from '../../../db/tenant.ts';
import type { TenantContext } from '../../../context/request-context.ts';
import { audit } from '../../audit/index.ts';
import { saveSecret } from './queries.ts';
import { newSecret, encryptSecret } from './secret.ts';

/** Generates a secret that signs all messages from now on, those in the outbox too. */
export async function renewSecret(context: TenantContext): Promise<ReplyOf<typeof renewWebhookSecret>> {
  const { now, dependencies, tenantId } = context;
  const secret = newSecret();
  await inTenant(context, async (tx) => {
    await saveSecret(tx, {
      tenantId,
      now,
      encrypted: encryptSecret(dependencies.secrets, now, tenantId, secret),
    });
    await audit(tx, context, 'webhook.secret_renewed', tenantId);
  });
  return { secret };
}
