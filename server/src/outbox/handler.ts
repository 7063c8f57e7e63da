import { type BusinessContext, systemContext } from '../context/business-context.ts';
import type { Dependencies } from '../context/dependencies.ts';
import type { Statement } from '../db/statement.ts';
import { platformTenant, type Tx } from '../db/tenant.ts';
import type { BookingEvent } from './booking-events.ts';
import { eventKind } from './kinds.ts';
import type { Effect } from './queries.ts';

/**
 * Performs one effect: sends the mail, calls the receiver, writes the event. If it rejects, it is
 * called again later. An effect may come twice, so a handler must be idempotent.
 */
export type OutboxHandler = (dependencies: Dependencies, payload: unknown, effect: Effect) => Promise<void>;

/**
 * Enqueues the effects of changed bookings of one business, at most one event for each booking, in
 * the transaction in which these events end.
 */
export type EventHandler = (
  tx: Tx,
  context: BusinessContext,
  events: readonly BookingEvent[],
) => Promise<void>;

/** The handlers of this process. */
export interface OutboxHandlers {
  /**
   * The handlers by kind of effect. The outbox claims no other kinds: they wait for a process that
   * has a handler.
   */
  readonly effects: Readonly<Record<string, OutboxHandler>>;
  /** Records by kind, in the same transaction, that an effect failed for good. */
  readonly failed?: Readonly<Record<string, FailureRecord>>;
  readonly events: EventHandler;
}

/** Returns the statements that record in a module's tables that an effect failed for good. */
export type FailureRecord = (
  effect: Effect,
  outcome: { readonly now: Date; readonly reason: string },
) => readonly Statement<unknown>[];

/** Lists the kinds of rows that this process handles. */
export function handledKinds({ effects }: OutboxHandlers): string[] {
  return [eventKind, ...Object.keys(effects)];
}

/**
 * Thrown by a handler for an effect that must not be retried. The message names nobody: it is
 * stored and logged.
 */
export class DeliveryDropped extends Error {
  override readonly name = 'Dropped';
}

/** Thrown by a handler for an effect that another one of its kind has to end before. */
export class DeliveryPostponed extends Error {
  override readonly name = 'Postponed';
}

/**
 * Makes the context in which a handler works inside the business that an effect belongs to. Throws
 * `DeliveryDropped` for an effect of the platform.
 */
export function effectContext(
  dependencies: Dependencies,
  { kind, tenant_id: tenantId }: Effect,
): BusinessContext {
  if (tenantId === platformTenant) throw new DeliveryDropped('the effect belongs to no business');
  return systemContext(dependencies, { job: kind, tenantId });
}
