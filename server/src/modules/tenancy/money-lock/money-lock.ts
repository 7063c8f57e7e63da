import type { MoneyLock, setMoneyLock as contract } from '@samay/contract/tenancy/money-lock';
import type { BodyOf } from '@samay/contract/core/endpoint';
import { indiaDate } from '@samay/contract/core/time';
import type { TenantContext } from '../../../context/request-context.ts';
import { AppError, assertThat } from '../../../core/app-error.ts';
import { readInOneMessage } from '../../../db/read-in-one-message.ts';
import { inTenantAnnouncing } from '../../../db/tenant.ts';
import { onlyRow, run } from '../../../db/transaction.ts';
import { audit } from '../../audit/index.ts';
import { assertOwnPassword } from '../../identity/index.ts';
import { lockLock, type LockRow, readLock, writeLock } from './queries.ts';

/** Returns until which day the money is locked. */
export async function getMoneyLock(context: TenantContext): Promise<MoneyLock> {
  return presentLock(onlyRow((await readInOneMessage(context, { lock: readLock({}) })).lock));
}

/**
 * Locks the money of the business until a day that is over, or moves the lock back with a reason.
 * Changes of locked bookings that are under way are waited for.
 * @throws `account.password_needed`, `account.wrong_password`, `money.lock_changed`
 */
export async function setMoneyLock(
  context: TenantContext,
  { body }: { body: BodyOf<typeof contract> },
): Promise<MoneyLock> {
  const { until, untilBefore: was, password, reason = null } = body;
  if (until !== null && until >= indiaDate(context.now)) refuse('until', 'Please choose a day that is over');
  const isBack = was !== null && (until === null || until < was);
  if (isBack && reason === null) refuse('reason', 'Please enter a reason');
  await assertOwnPassword(context, password);
  return inTenantAnnouncing(context, async (tx, announce) => {
    const row = onlyRow(await run(tx, context, lockLock({})));
    assertThat(row.money_locked_until === was, 'money.lock_changed');
    const changed = { money_locked_until: until, money_unlock_reason: isBack ? reason : null };
    if (until === was) return presentLock(row);
    await run(tx, context, writeLock({ ...changed, now: context.now }));
    const action = isBack ? 'money.unlocked' : 'money.locked';
    await audit(tx, context, action, context.tenantId, { until, was });
    announce('appointments', context.tenantId);
    return presentLock(changed);
  });
}

function refuse(field: string, sentence: string): never {
  throw new AppError('request.invalid', { fields: { [field]: sentence } });
}

function presentLock(row: LockRow): MoneyLock {
  return { until: row.money_locked_until, reason: row.money_unlock_reason };
}
