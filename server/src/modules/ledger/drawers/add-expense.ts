import { randomUUID } from 'node:crypto';
import type { addExpense as contract, DrawerExpense } from '@samay/contract/ledger/drawers';
import type { BodyOf } from '@samay/contract/core/endpoint';
import { isoOf } from '@samay/contract/core/time';
import type { TenantContext } from '../../../context/request-context.ts';
import { inTenantAnnouncing } from '../../../db/tenant.ts';
import { atCommit, run } from '../../../db/transaction.ts';
import { auditValues, insertAct } from '../../audit/index.ts';
import { lockDrawers, ownPeriod } from '../rows/drawer-queries.ts';
import { insertExpense } from './queries.ts';

/** Notes cash that left the caller's drawer; an amount below zero returns cash to it. */
export async function addExpense(
  context: TenantContext,
  { body: { paise, reason } }: { body: BodyOf<typeof contract> },
): Promise<DrawerExpense> {
  const { caller, now } = context;
  return inTenantAnnouncing(context, async (tx, announce) => {
    const locked = await run(tx, context, lockDrawers({ ids: [], userId: caller.userId }));
    const drawer = await ownPeriod(tx, context, caller.userId, locked);
    const id = randomUUID();
    const counted = { drawer_id: drawer.id, drawer_period: drawer.period };
    const noted = { noted_at: now, noted_by: caller.userId };
    atCommit(tx, context, insertExpense({ id, paise, reason, ...counted, ...noted }));
    const detail = { drawer: drawer.id, paise };
    atCommit(tx, context, insertAct({ ...auditValues(context, 'drawer.expense_noted', detail), object: id }));
    announce('drawers', drawer.id);
    return { id, paise, reason, at: isoOf(now), by: caller.name };
  });
}
