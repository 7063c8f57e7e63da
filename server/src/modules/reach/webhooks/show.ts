import type { Webhooks } from '@samay/contract/reach/webhooks';
import { readInOneMessage } from '../../../db/read-in-one-message.ts';
import type { TenantContext } from '../../../context/request-context.ts';
import { type HookRow, readHooks } from './queries.ts';

/** The addresses of the business's webhooks; the secret is never shown again. */
export async function showWebhooks(context: TenantContext): Promise<Webhooks> {
  const [hooks] = (await readInOneMessage(context, { hooks: readHooks({}) })).hooks;
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
