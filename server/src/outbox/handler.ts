import { type BusinessContext, systemContext } from '../context/business-context.ts';
import type { Dependencies } from '../context/dependencies.ts';
import { platformTenant } from '../db/tenant.ts';
import type { Effect } from './queries.ts';

/**
 * Performs one effect: sends the mail, calls the receiver, writes the event. Rejects where that
 * failed, and is called again later. The same effect may come twice, so a handler must be
 * idempotent.
 */
export type OutboxHandler = (dependencies: Dependencies, payload: unknown, effect: Effect) => Promise<void>;

/**
 * The handlers of this process by kind of effect. The outbox claims no other kinds: they wait for a
 * process that has a handler.
 */
export type OutboxHandlers = Readonly<Record<string, OutboxHandler>>;

/**
 * Thrown by a handler for an effect that must not be retried. The message names nobody: it is
 * stored and logged.
 */
export class DeliveryDropped extends Error {
  override readonly name = 'Dropped';
}

/**
 * The context in which a handler works inside the business that an effect belongs to. Throws
 * `DeliveryDropped` for an effect of the platform.
 */
export function effectContext(
  dependencies: Dependencies,
  { kind, tenant_id: tenantId }: Effect,
): BusinessContext {
  if (tenantId === platformTenant) throw new DeliveryDropped('the effect belongs to no business');
  return systemContext(dependencies, { job: kind, tenantId });
}
