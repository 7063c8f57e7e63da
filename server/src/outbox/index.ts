export { deleteFinishedEffects } from './delete-finished.ts';
export { enqueueEffect, enqueueMail } from './enqueue.ts';
export { DeliveryDropped, effectContext, type OutboxHandler, type OutboxHandlers } from './handler.ts';
export { isOutboxOverdue } from './is-overdue.ts';
export { deleteOldMailCounts } from './mail-counts.ts';
export { startDelivery } from './worker.ts';
