export { deleteFinishedEffects } from './delete-finished.ts';
export { enqueueEffect, enqueueEffects, enqueueMail, type NewEffect } from './enqueue.ts';
export { DeliveryDropped, effectContext, type OutboxHandler, type OutboxHandlers } from './handler.ts';
export {
  channelOf,
  deliveryKinds,
  deliveryOf,
  isDeliverable,
  orderedKinds,
  type OutboxKind,
  outboxKindNames,
  replacingKinds,
} from './kinds.ts';
export { isOutboxOverdue } from './is-overdue.ts';
export { deleteOldMailCounts } from './mail-counts.ts';
export { countWaiting, listDueSince, type WaitingEffects } from './queries.ts';
export { startDelivery } from './worker.ts';
