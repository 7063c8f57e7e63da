import { errorKinds } from '@samay/contract/core/errors';
import type { ChangedWebhooks, WebhookAddresses } from '@samay/contract/reach/webhooks';
import { inTenant } from '../../../db/tenant.ts';
import type { TenantContext } from '../../../context/request-context.ts';
import { AppError } from '../../../core/app-error.ts';
import { audit } from '../../audit/index.ts';
import { lockHooks, saveAddresses } from './queries.ts';
import { newSecret, decryptSecret, encryptSecret } from './secret.ts';
import { present } from './show.ts';

/**
 * Sets the two addresses, and generates and shows a secret the first time. @throws
 * `webhook.address_refused` for a private network; host names are checked each time a message is
 * sent (reliability.md A23). The audit row does not hold the addresses.
 */
export async function changeWebhooks(
  context: TenantContext,
  { body }: { body: WebhookAddresses },
): Promise<ChangedWebhooks> {
  const { now, dependencies, tenantId } = context;
  assertPublicAddresses(context, body);
  const made = newSecret();
  return inTenant(context, async (tx) => {
    await saveAddresses(tx, {
      ...body,
      tenantId,
      now,
      encrypted: encryptSecret(dependencies.secrets, now, tenantId, made),
    });
    await audit(tx, context, 'webhook.changed', tenantId);
    const hooks = await lockHooks(tx, tenantId);
    const isNew =
      hooks !== undefined && decryptSecret(dependencies.secrets, tenantId, hooks.encrypted) === made;
    return { ...present(hooks, context), secret: isNew ? made : null };
  });
}

/** The form shows the sentence at the field. */
function assertPublicAddresses({ dependencies }: TenantContext, addresses: WebhookAddresses): void {
  const refused = Object.entries(addresses).filter(
    ([, url]) => url !== null && !dependencies.webhooks.mayName(url),
  );
  if (refused.length === 0) return;
  const { sentence } = errorKinds['webhook.address_refused'];
  throw new AppError('webhook.address_refused', {
    fields: Object.fromEntries(refused.map(([name]) => [name, sentence])),
  });
}
