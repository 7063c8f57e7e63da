export { deliverDue } from './deliver.ts';
export { forgetDelivered } from './forget-delivered.ts';
export { forgetMailCounts } from './mail-counts.ts';
export { isBehind } from './is-behind.ts';
export { mailLater } from './mail-later.ts';
export { startDelivery } from './worker.ts';
