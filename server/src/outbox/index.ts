export { deliverDue } from './deliver.ts';
export { forgetDelivered } from './delete-finished.ts';
export { forgetMailCounts } from './mail-counts.ts';
export { isBehind } from './is-overdue.ts';
export { mailLater } from './mail-later.ts';
export { startDelivery } from './worker.ts';
