import { randomUUID } from 'node:crypto';
import type {
  addExpense as expenseContract,
  CashMove,
  countOpening as openingContract,
  DrawerExpense,
  moveCash as moveContract,
} from '@samay/contract/ledger/drawers';
import type { BodyOf } from '@samay/contract/core/endpoint';
import { isoOf } from '@samay/contract/core/time';
import { AppError, assertThat, orNotFound } from '../../../core/app-error.ts';
import type { TenantContext } from '../../../context/request-context.ts';
import { type Announce, inTenantAnnouncing, type Tx } from '../../../db/tenant.ts';
import { atCommit, onlyRow, run, runTogether } from '../../../db/transaction.ts';
import { auditValues, insertAct } from '../../audit/index.ts';
import { addOwnDrawer, type OpenPeriod } from '../rows/drawer-queries.ts';
import { findDrawerId, isOpening } from './get.ts';
import { lockingPeriod } from './locking-period.ts';
import { insertEntry, type NewEntry, readDrawerRules } from './queries.ts';
import { expectedCash, sumPeriod } from './sums.ts';

/** Notes cash that left the caller's drawer for something; an amount below zero returns it. */
export async function addExpense(
  context: TenantContext,
  { body }: { body: BodyOf<typeof expenseContract> },
): Promise<DrawerExpense> {
  return addOwnEntry(context, 'expense', body);
}

/** Puts cash into the caller's drawer, or takes it out; an amount below zero takes a row back. */
export async function moveCash(
  context: TenantContext,
  { body }: { body: BodyOf<typeof moveContract> },
): Promise<CashMove> {
  return { ...(await addOwnEntry(context, body.kind, body)), kind: body.kind };
}

/** @throws `drawer.below_zero` where more cash leaves the drawer than it should hold */
async function addOwnEntry(
  context: TenantContext,
  kind: 'expense' | 'cash_in' | 'cash_out',
  { paise, reason, belowZero }: BodyOf<typeof expenseContract>,
): Promise<DrawerExpense> {
  return inTenantAnnouncing(context, async (tx, announce) => {
    const { userId } = context.caller;
    const { own_drawer: id } = onlyRow(await run(tx, context, readDrawerRules({ userId })));
    const locked = await runTogether(tx, context, { added: addOwnDrawer({ userId }), ...lockingPeriod(id) });
    const drawer = onlyRow(locked.drawer);
    const isLeaving = kind === 'cash_in' ? paise < 0 : paise > 0;
    const left = expectedCash(sumPeriod(drawer, locked)) - Math.abs(paise);
    assertThat(belowZero || !isLeaving || left >= 0, 'drawer.below_zero');
    return writeEntry(tx, announce, context, drawer, { kind, paise, reason });
  });
}

/**
 * Notes what was counted in a drawer at its opening: the difference from what stayed and was handed over.
 * @throws `drawer.changed` if it was closed or used since the caller saw it
 */
export async function countOpening(
  context: TenantContext,
  { body: { holder, counted, note, period } }: { body: BodyOf<typeof openingContract> },
): Promise<CashMove> {
  return inTenantAnnouncing(context, async (tx, announce) => {
    const { userId } = context.caller;
    const rules = onlyRow(await run(tx, context, readDrawerRules({ userId })));
    const id = findDrawerId(context, rules, holder);
    const locked = await runTogether(tx, context, {
      ...(id === rules.own_drawer && { added: addOwnDrawer({ userId }) }),
      ...lockingPeriod(id),
    });
    const drawer = orNotFound(locked.drawer[0]);
    assertThat(drawer.period === period && isOpening(locked), 'drawer.changed');
    const { opening_paise: stayed } = sumPeriod(drawer, locked);
    if (counted !== stayed && !note)
      throw new AppError('request.invalid', { fields: { note: 'Please say why it differs' } });
    const entry = { kind: 'float' as const, paise: counted - stayed, reason: note || 'Counted' };
    return { ...writeEntry(tx, announce, context, drawer, entry), kind: 'float' };
  });
}

function writeEntry(
  tx: Tx,
  announce: Announce,
  context: TenantContext,
  drawer: OpenPeriod,
  { kind, paise, reason }: Pick<NewEntry, 'kind' | 'paise' | 'reason'>,
): DrawerExpense {
  const { caller, now } = context;
  const id = randomUUID();
  const counted = { drawer_id: drawer.id, drawer_period: drawer.period, close_id: null };
  const noted = { noted_at: now, noted_by: caller.userId };
  atCommit(tx, context, insertEntry({ id, kind, paise, reason, ...counted, ...noted }));
  const detail = { drawer: drawer.id, paise };
  atCommit(tx, context, insertAct({ ...auditValues(context, actions[kind], detail), object: id }));
  announce('drawers', drawer.id);
  return { id, paise, reason, at: isoOf(now), by: caller.name };
}

const actions = {
  expense: 'drawer.expense_noted',
  cash_in: 'drawer.cash_moved',
  cash_out: 'drawer.cash_moved',
  handover: 'drawer.cash_moved',
  float: 'drawer.opening_counted',
} as const;
