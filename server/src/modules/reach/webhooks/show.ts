import type { Webhooks } from '@samay/contract/reach/webhooks';
import { readAtOnce } from '../../../db/read-at-once.ts';
import type { TenantContext } from '../../../context/request-context.ts';
import { type HookRow, readHooks } from './queries.ts';

/** Shows the webhooks' addresses, never the secret. */
export async function showWebhooks(context: TenantContext): Promise<Webhooks> {
  const [hooks] = (await readAtOnce(context, { hooks: readHooks({}) })).hooks;
  return present(hooks, context);
}

export function present(hooks: Partial<HookRow> | undefined, { caller }: TenantContext): Webhooks {
  return {
    calendarEventUrl: hooks?.calendarEventUrl ?? null,
    cancelUrl: hooks?.cancelUrl ?? null,
    hasSecret: hooks !== undefined,
    may: { change: caller.tenant?.suspended !== true },
  };
}
