import type { Role } from '@samay/contract/core/roles';

const minuteMs = 60_000;

/** An order still open after this long is asked for at the provider (reliability.md 5.5). */
export const askAfterMs = 10 * minuteMs;

/** After this long it is asked for a last time; a payment that arrives later still counts, by webhook. */
export const expiresAfterMs = 24 * 60 * minuteMs;

/** Processed events are kept this long, for questions about what the provider said when. */
export const eventDays = 180;

/** Why a captured payment gave no plan; a super admin decides what becomes of it. */
export type UnclaimedReason = 'member_elsewhere' | 'platform_admin' | 'account_deleted' | 'plan_not_larger' | 'tenant_deleted';

/** Why a captured payment fits no open order. */
export type UnplacedReason = 'second_payment' | 'other_amount' | 'unknown_order';

export function ownsBusiness(role: Role | null): boolean {
  return role === 'BUSINESS_OWNER' || role === 'BUSINESS_ADMIN';
}
