const minuteMs = 60_000;

/** Asks the provider about an order that is open for so long. */
export const askAfterMs = 10 * minuteMs;

/** Asks for the last time after so long; a later webhook still counts. */
export const expiresAfterMs = 24 * 60 * minuteMs;

/** Keeps events for so many days, to answer what the provider reported when. */
export const eventDays = 180;

/** Why an order could not be fulfilled; a super admin settles it. */
export type UnclaimedReason =
  | 'member_elsewhere'
  | 'platform_admin'
  | 'account_deleted'
  | 'plan_not_larger'
  | 'tenant_deleted';

/** Why a captured payment matches no open order. */
export type UnplacedReason = 'second_payment' | 'other_amount' | 'unknown_order';
