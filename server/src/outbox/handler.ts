import type { Dependencies } from '../context/dependencies.ts';
import type { TenantId } from '../db/tenant.ts';
import type { Effect } from './queries.ts';

/**
 * Performs one effect: sends the mail, calls the receiver, writes the event. Rejects where that failed, and is called again later. The same
 * effect may come twice, so a handler must be idempotent.
 */
export type OutboxHandler = (dependencies: Dependencies, payload: unknown, effect: Effect) => Promise<void>;

/** The handlers of this process by kind of effect. The outbox claims no other kinds: they wait for a process that has a handler. */
export type OutboxHandlers = Readonly<Record<string, OutboxHandler>>;

/** Thrown by a handler for an effect that must not be retried. The message names nobody: it is stored and logged. */
export class DeliveryDropped extends Error {
  override readonly name = 'Dropped';
}

/** The business whose row an effect is; a handler works inside of it. */
export function tenantIdOf(effect: Pick<Effect, 'tenant_id'>): TenantId {
  return effect.tenant_id as TenantId;
}
