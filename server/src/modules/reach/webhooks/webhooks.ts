import type { ReplyOf } from '@samay/contract/core/endpoint';
import { errorKinds } from '@samay/contract/core/errors';
import type {
  ChangedWebhooks,
  renewWebhookSecret,
  WebhookAddresses,
  Webhooks,
} from '@samay/contract/reach/webhooks';
import { readInOneMessage } from '../../../db/read-in-one-message.ts';
import { inTenant } from '../../../db/tenant.ts';
import { run } from '../../../db/transaction.ts';
import type { TenantContext } from '../../../context/request-context.ts';
import { AppError } from '../../../core/app-error.ts';
import { audit } from '../../audit/index.ts';
import { type HookRow, lockHooks, readHooks, saveAddresses, saveSecret } from './queries.ts';
import { decryptSecret, encryptSecret, newSecret } from './secret.ts';

/** Shows the webhooks' addresses, never the secret. */
export async function showWebhooks(context: TenantContext): Promise<Webhooks> {
  const [hooks] = (await readInOneMessage(context, { hooks: readHooks({}) })).hooks;
  return present(hooks, context);
}

/**
 * Sets the two addresses, and generates and shows a secret the first time. @throws
 * `webhook.address_refused` for a private network; host names are checked each time a message is
 * sent (T-4.3). The audit row does not hold the addresses.
 */
export async function changeWebhooks(
  context: TenantContext,
  { body }: { body: WebhookAddresses },
): Promise<ChangedWebhooks> {
  const { now, dependencies, tenantId } = context;
  assertPublicAddresses(context, body);
  const made = newSecret();
  return inTenant(context, async (tx) => {
    const encrypted = encryptSecret(dependencies.secrets, tenantId, made);
    await run(tx, context, saveAddresses({ ...body, now, encrypted }));
    await audit(tx, context, 'webhook.changed', tenantId);
    const [hooks] = await run(tx, context, lockHooks({}));
    const isNew =
      hooks !== undefined && decryptSecret(dependencies.secrets, tenantId, hooks.encrypted) === made;
    return { ...present(hooks, context), secret: isNew ? made : null };
  });
}

/** Checks the addresses; the form shows the sentence at the field. */
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

/** Generates a secret that signs all messages from now on, including those in the outbox. */
export async function renewSecret(context: TenantContext): Promise<ReplyOf<typeof renewWebhookSecret>> {
  const { now, dependencies, tenantId } = context;
  const secret = newSecret();
  await inTenant(context, async (tx) => {
    const encrypted = encryptSecret(dependencies.secrets, tenantId, secret);
    await run(tx, context, saveSecret({ now, encrypted }));
    await audit(tx, context, 'webhook.secret_renewed', tenantId);
  });
  return { secret };
}

function present(hooks: Partial<HookRow> | undefined, { caller }: TenantContext): Webhooks {
  return {
    calendarEventUrl: hooks?.calendarEventUrl ?? null,
    cancelUrl: hooks?.cancelUrl ?? null,
    hasSecret: hooks !== undefined,
    may: { change: caller.tenant?.suspended !== true },
  };
}
