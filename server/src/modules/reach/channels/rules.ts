import { indiaDate } from '@samay/contract/core/time';
import type { PlanId } from '@samay/contract/tenancy/plans';
import type { Settings } from '../../../core/settings.ts';
import type { ChannelRow } from './queries.ts';

/** The time after which the installation's account is tried again: its operator mends it for all. */
const operatorPauseMs = 3_600_000;

/** The failures in a row that are mailed to the owners. */
export const failuresTold = 10;

/** Why nothing leaves by the installation's account where the month's credits are used up. */
export const noCreditsReason = 'the messages of this month that the plan includes are used up';

/** Returns the month in India that counts credits: `2026-11`. */
export function creditMonth(now: Date): string {
  return indiaDate(now).slice(0, 7);
}

/** Returns the credits of a month that a plan includes. */
export function creditsOf(
  { noticeCredits }: Pick<Settings, 'noticeCredits'>,
  plan: PlanId | undefined,
): number {
  return plan === undefined ? 0 : noticeCredits[plan];
}

/**
 * Returns the share of a month's credits from which on no code takes any: any visitor asks for codes, and reminders need
 * the rest. All where the business reminds by its own number, which needs none.
 */
export function codeShare({ account }: Pick<ChannelRow, 'account'>): number {
  return account === null ? 0.5 : 1;
}

/** Returns the credits of the present month that are used. */
export function creditsUsed(
  row: Pick<ChannelRow, 'creditMonth' | 'creditsUsed'> | undefined,
  now: Date,
): number {
  return row?.creditMonth === creditMonth(now) ? row.creditsUsed : 0;
}

/**
 * Returns why a channel is stopped; undefined where it may send. A business's own account is stopped
 * until its owner saves it again, the installation's for an hour.
 */
export function stopReason(row: ChannelRow, now: Date): string | undefined {
  const { stoppedAt, stopReason: reason, account } = row;
  if (stoppedAt === null || reason === null) return undefined;
  const isTriedAgain = account === null && now.getTime() - stoppedAt.getTime() >= operatorPauseMs;
  return isTriedAgain ? undefined : reason;
}
