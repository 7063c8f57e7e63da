const minuteMs = 60_000;

/** The age from which the provider is asked about an open order. */
export const askAfterMs = 10 * minuteMs;

/** The age at which it is asked for the last time; a later webhook still counts. */
export const expiresAfterMs = 24 * 60 * minuteMs;

/** The days for which events are kept, to answer what the provider reported when. */
export const eventDays = 180;

/** The reasons why an order could not be fulfilled; a super admin settles it. */
export type UnclaimedReason =
  | 'member_elsewhere'
  | 'platform_admin'
  | 'account_deleted'
  | 'plan_not_larger'
  | 'tenant_deleted';

/** The reasons why a captured payment matches no open order. */
export type UnplacedReason = 'second_payment' | 'other_amount' | 'unknown_order';
