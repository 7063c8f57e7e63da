const minuteMs = 60_000;

/** Age at which the provider is asked about an open order (reliability.md 5.5). */
export const askAfterMs = 10 * minuteMs;

/** Age at which it is asked for the last time; a later webhook still counts. */
export const expiresAfterMs = 24 * 60 * minuteMs;

/** Days, to answer what the provider reported when. */
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
