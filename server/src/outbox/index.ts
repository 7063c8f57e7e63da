export { deleteFinishedEffects } from './delete-finished.ts';
export { enqueueEffect, enqueueEffects, enqueueMail, type NewEffect } from './enqueue.ts';
export { DeliveryDropped, effectContext, type OutboxHandler, type OutboxHandlers } from './handler.ts';
export { deliveryKinds, deliveryOf, isDeliverable, orderedKinds, type OutboxKind, replacingKinds } from './kinds.ts';
export { isOutboxOverdue } from './is-overdue.ts';
export { deleteOldMailCounts } from './mail-counts.ts';
export { startDelivery } from './worker.ts';
