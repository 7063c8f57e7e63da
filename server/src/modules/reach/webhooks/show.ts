import type { Webhooks } from '@samay/contract/reach/webhooks';
import { readInTenant } from '../../../db/tenant.ts';
import type { TenantContext } from '../../../context/request-context.ts';
import { findHooks, type HookRow } from './queries.ts';

/** The addresses of the business's webhooks; the secret is never shown again. */
export async function showWebhooks(context: TenantContext): Promise<Webhooks> {
  return present(await readInTenant(context, (tx) => findHooks(tx)), context);
}

export function present(hooks: Partial<HookRow> | undefined, { caller }: TenantContext): Webhooks {
  return {
    calendarEventUrl: hooks?.calendarEventUrl ?? null,
    cancelUrl: hooks?.cancelUrl ?? null,
    hasSecret: hooks !== undefined,
    may: { change: caller.tenant?.suspended !== true },
  };
}
