import { randomUUID } from 'node:crypto';
import { countedIn, type closeDrawer as contract, type DrawerClose } from '@samay/contract/ledger/drawers';
import type { BodyOf } from '@samay/contract/core/endpoint';
import { formatRupees } from '@samay/contract/core/money';
import type { TenantContext } from '../../../context/request-context.ts';
import { allowed } from '../../../context/request-context.ts';
import { AppError, assertThat, orNotFound } from '../../../core/app-error.ts';
import type { Statement } from '../../../db/read-in-one-message.ts';
import { type Announce, inTenantAnnouncing, type Tx } from '../../../db/tenant.ts';
import { atCommit, onlyRow, run, runTogether } from '../../../db/transaction.ts';
import { auditValues, insertAct } from '../../audit/index.ts';
import { addOwnDrawer } from '../rows/drawer-queries.ts';
import { findDrawerId } from './get.ts';
import { presentClose } from './present.ts';
import { type CloseRow, insertClose, listClosesOf, readClose, writeReopening } from './close-queries.ts';
import {
  type DrawerRow,
  lockDrawer,
  readDrawerRules,
  sumOpenExpenses,
  sumOpenMoney,
  updateDrawer,
} from './queries.ts';
import { expectedCash, type PeriodRows, sumPeriod } from './sums.ts';

/**
 * Closes a drawer: stores the sums of its rows and the counted cash, and opens the next period with
 * the cash that was not handed over. It waits for payments that are being taken.
 * @throws `drawer.changed` if the drawer has changed since the caller saw it, `not_found`
 */
export async function closeDrawer(
  context: TenantContext,
  { body }: { body: BodyOf<typeof contract> },
): Promise<DrawerClose> {
  return inTenantAnnouncing(context, async (tx, announce) => {
    const { userId } = context.caller;
    const rules = onlyRow(await run(tx, context, readDrawerRules({ userId })));
    const id = findDrawerId(context, rules, body.holder);
    const locked = await runTogether(tx, context, {
      ...(id === rules.own_drawer && { added: addOwnDrawer({ userId }) }),
      ...lockingPeriod(id),
    });
    const drawer = orNotFound(locked.drawer[0]);
    const close = makeClose(drawer, locked, body, { by: userId, at: context.now });
    const expected = expectedCash(close);
    assertThat(drawer.period === body.period && expected === body.expected, 'drawer.changed');
    assertCounted(body, expected);
    for (const written of closing(close)) atCommit(tx, context, written);
    noteDrawer(tx, announce, context, 'drawer.closed', close);
    const names = {
      holder_name: id === userId ? context.caller.name : null,
      closed_name: context.caller.name,
      reopened_name: null,
    };
    const rights = { tenantId: context.tenantId, mayReopen: allowed(context, 'payments.refund') };
    return presentClose({ ...close, ...names }, { period: close.period + 1, isUntouched: true }, rights);
  });
}

/** Locks a drawer, and sums the rows of its open period. */
export function lockingPeriod(id: string) {
  const ids = [id];
  return { drawer: lockDrawer({ id }), money: sumOpenMoney({ ids }), expenses: sumOpenExpenses({ ids }) };
}

/** Checks a close against the cash that the drawer should hold. */
function assertCounted(
  { counted, handedOver, notes, note }: BodyOf<typeof contract>,
  expected: number,
): void {
  if (notes && countedIn(notes) !== counted)
    throw new AppError('request.invalid', {
      fields: { counted: `The notes and coins add up to ${formatRupees(countedIn(notes))}` },
    });
  if (counted !== expected && !note)
    throw new AppError('request.invalid', { fields: { note: 'Please say why it differs' } });
  if (handedOver > counted)
    throw new AppError('request.invalid', { fields: { handedOver: 'This is more than was counted' } });
}

/** Makes the row of a close, from the locked drawer and the sums of its rows. */
export function makeClose(
  drawer: DrawerRow,
  rows: PeriodRows,
  {
    counted,
    handedOver,
    notes,
    note,
  }: Pick<BodyOf<typeof contract>, 'counted' | 'handedOver' | 'notes' | 'note'>,
  { by, at }: { readonly by: string; readonly at: Date },
): CloseRow {
  return {
    ...sumPeriod(drawer, rows),
    id: randomUUID(),
    drawer_id: drawer.id,
    period: drawer.period,
    opened_at: drawer.opened_at,
    closed_at: at,
    closed_by: by,
    counted_paise: counted,
    handed_over_paise: handedOver,
    methods: Object.fromEntries(rows.money.map(({ method, total }) => [method ?? '', total])),
    notes: notes ?? null,
    note: note || null,
    reopened_at: null,
    reopened_by: null,
    reopened_reason: null,
  };
}

/** Writes a close, and opens the next period with the cash that was not handed over. */
export function closing(close: CloseRow): Statement<object>[] {
  const opening = close.counted_paise - close.handed_over_paise;
  const next = { period: close.period + 1, opened_at: close.closed_at, opening_paise: opening };
  return [insertClose(close), updateDrawer({ id: close.drawer_id, ...next })];
}

/**
 * Reopens the last close of a drawer with a reason: its period continues.
 * @throws `drawer.not_reopenable` once the next period has rows, or was closed
 */
export async function reopenDrawer(
  context: TenantContext,
  { params, body: { reason } }: { params: { id: string }; body: { readonly reason: string } },
): Promise<DrawerClose> {
  return inTenantAnnouncing(context, async (tx, announce) => {
    const close = orNotFound((await run(tx, context, readClose(params)))[0]);
    const { drawer_id: id, period, opened_at, opening_paise } = close;
    const locked = await runTogether(tx, context, {
      ...lockingPeriod(id),
      closes: listClosesOf({ holder: id, userId: context.caller.userId, limit: 1 }),
    });
    const [last] = locked.closes;
    const isUntouched = locked.money.length === 0 && locked.expenses.length === 0;
    const isLast = last?.id === close.id && last.reopened_at === null;
    assertThat(
      isLast && isUntouched && onlyRow(locked.drawer).period === period + 1,
      'drawer.not_reopenable',
    );
    const { now: at, caller } = context;
    atCommit(tx, context, writeReopening({ id: close.id, at, by: caller.userId, reason }));
    atCommit(tx, context, updateDrawer({ id, period, opened_at, opening_paise }));
    noteDrawer(tx, announce, context, 'drawer.reopened', close);
    const reopened = { reopened_at: at, reopened_reason: reason, reopened_name: caller.name };
    return presentClose({ ...last, ...reopened }, undefined, {
      tenantId: context.tenantId,
      mayReopen: false,
    });
  });
}

/** Audits a change of a drawer with its amounts, and tells open screens. */
function noteDrawer(
  tx: Tx,
  announce: Announce,
  context: TenantContext,
  action: 'drawer.closed' | 'drawer.reopened',
  close: CloseRow,
): void {
  const detail = { drawer: close.drawer_id, expected: expectedCash(close), counted: close.counted_paise };
  atCommit(tx, context, insertAct({ ...auditValues(context, action, detail), object: close.id }));
  announce('drawers', close.drawer_id);
}
