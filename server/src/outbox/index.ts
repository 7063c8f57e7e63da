export { type BookingChange, BookingEvent, writeBookingEvent } from './booking-events.ts';
export { deleteFinishedEffects } from './delete-finished.ts';
export { enqueueAtCommit, enqueueEffect, enqueueEffects, enqueueMail, type NewEffect } from './enqueue.ts';
export {
  DeliveryDropped,
  DeliveryPostponed,
  effectContext,
  type FailureRecord,
  type EventHandler,
  handledKinds,
  type OutboxHandler,
  type OutboxHandlers,
} from './handler.ts';
export {
  getChannel,
  deliveryKinds,
  getDelivery,
  type EffectKind,
  eventKind,
  isDeliverable,
  orderedKinds,
  outboxKindNames,
  replacingKinds,
} from './kinds.ts';
export { isOutboxOverdue } from './is-overdue.ts';
export { deleteOldMailCounts } from './mail-counts.ts';
export { countWaiting, type Effect, isWaiting, listDueSince, type WaitingEffects } from './queries.ts';
export { isLastTry } from './retry-policy.ts';
export { startDelivery } from './worker.ts';
export { optedOutReason, recentReason, unwantedReasons } from './unwanted.ts';
