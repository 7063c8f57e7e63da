import { type Deliveries, DeliveryKind, lateMinutes } from '@samay/contract/reach/deliveries';
import { readInOneMessage } from '../../../db/read-in-one-message.ts';
import { inTenant } from '../../../db/tenant.ts';
import { countChanged, run } from '../../../db/transaction.ts';
import type { TenantContext } from '../../../context/request-context.ts';
import { getDelivery } from '../../../outbox/index.ts';
import { audit } from '../../audit/index.ts';
import { listGivenUp, releaseFailed, retryFailed, type Tally, tallyDeliveries } from './queries.ts';

const mostShown = 20;

/** Shows the deliveries about bookings by kind, and the latest that failed for good. */
export async function showDeliveries(context: TenantContext): Promise<Deliveries> {
  const { caller, now } = context;
  const lateBefore = new Date(now.getTime() - lateMinutes * 60_000);
  const { tallies, givenUp } = await readInOneMessage(context, {
    tallies: tallyDeliveries({ lateBefore, now }),
    givenUp: listGivenUp({ most: mostShown, now }),
  });
  return {
    kinds: DeliveryKind.options.map((kind) => summed(kind, tallies)),
    givenUp: givenUp.map(({ kind, givenUpAt, ...one }) => ({
      ...one,
      kind: getName(kind),
      givenUpAt: (givenUpAt ?? now).toISOString(),
    })),
    needsAttention: tallies.some((tally) => tally.late > 0 || tally.lost > 0),
    may: { retry: caller.tenant?.suspended !== true },
  };
}

function summed(kind: DeliveryKind, tallies: readonly Tally[]): Deliveries['kinds'][number] {
  const some = tallies.filter((tally) => getName(tally.kind) === kind);
  const sum = (of: 'delivered' | 'waiting' | 'givenUp') =>
    some.reduce((total, tally) => total + tally[of], 0);
  const reason = some.find((tally) => tally.reason !== null)?.reason ?? null;
  return { kind, delivered: sum('delivered'), waiting: sum('waiting'), givenUp: sum('givenUp'), reason };
}

function getName(kind: string): DeliveryKind {
  const name = getDelivery(kind);
  if (!name) throw new Error(`owners see no deliveries of the kind ${kind}`);
  return name;
}

/** Retries failed deliveries now, with another day of attempts. */
export async function retryDeliveries(
  context: TenantContext,
  { body }: { body: { delivery?: string | undefined } },
): Promise<{ queued: number }> {
  return inTenant(context, async (tx) => {
    const asked = { id: body.delivery, now: context.now };
    const of = body.delivery ? 'one' : 'tenant';
    await run(tx, context, releaseFailed(asked, { of }));
    const queued = await countChanged(tx, context, retryFailed(asked, { of }));
    await audit(tx, context, 'delivery.retried', body.delivery ?? context.tenantId, { queued });
    return { queued };
  });
}
