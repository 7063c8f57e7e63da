import type { BusinessContext } from '../../../context/business-context.ts';
import type { Dependencies } from '../../../context/dependencies.ts';
import type { Tx } from '../../../db/tenant.ts';
import { run } from '../../../db/transaction.ts';
import { tellNoCredits } from './health.ts';
import { type ChannelRow, markCreditsTold, readPlanId, useCredits } from './queries.ts';
import { creditMonth, creditsOf, creditsUsed, noCreditsReason } from './rules.ts';

interface Charged {
  readonly row: ChannelRow;
  /** The credits that an interrupted try has taken for it. */
  readonly taken: number;
  readonly settings: Dependencies['settings'];
  /** The share of the month's credits that may be used when it is taken; all by default. */
  readonly share?: number;
}

/** Takes the credit of a message by the installation's number; the fuse where none is left. */
export async function takeCredit(
  tx: Tx,
  context: BusinessContext,
  { row, taken, settings, share = 1 }: Charged,
): Promise<number | { readonly kind: 'passed'; readonly reason: string }> {
  if (row.account !== null) return 0;
  // A worker that died while it sent has taken it before.
  if (taken > 0) return taken;
  const { now } = context;
  const month = creditMonth(now);
  const [plan] = await run(tx, context, readPlanId({}));
  const limit = creditsOf(settings, plan?.planId);
  const used = creditsUsed(row, now);
  if (used < limit * share) {
    await run(tx, context, useCredits({ channel: 'whatsapp', month, credits: 1 }));
    return 1;
  }
  if (used < limit) return { kind: 'passed', reason: noCreditsReason };
  await run(tx, context, useCredits({ channel: 'whatsapp', month, credits: 0 }));
  const told = await run(tx, context, markCreditsTold({ channel: 'whatsapp', month }));
  if (told.length > 0) await tellNoCredits(tx, context, limit);
  return { kind: 'passed', reason: noCreditsReason };
}
