export { assertPlaceLeft } from './assert-place-left.ts';
export { usageAt } from './usage.ts';
