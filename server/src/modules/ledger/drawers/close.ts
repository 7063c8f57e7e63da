import { randomUUID } from 'node:crypto';
import { countedIn, type closeDrawer as contract, type DrawerClose } from '@samay/contract/ledger/drawers';
import type { BodyOf } from '@samay/contract/core/endpoint';
import { classifyPaymentMethod, formatRupees } from '@samay/contract/core/money';
import type { TenantContext } from '../../../context/request-context.ts';
import { allowed } from '../../../context/request-context.ts';
import { AppError, assertThat, orNotFound } from '../../../core/app-error.ts';
import { type Announce, inTenantAnnouncing, type Tx } from '../../../db/tenant.ts';
import { atCommit, onlyRow, run, runTogether } from '../../../db/transaction.ts';
import { auditValues, insertAct } from '../../audit/index.ts';
import { findDrawerId } from './get.ts';
import { presentClose } from './present.ts';
import {
  addDrawer,
  type CloseRow,
  insertClose,
  listClosesOf,
  lockDrawer,
  readClose,
  readDrawerRules,
  sumOpenExpenses,
  sumOpenMoney,
  updateDrawer,
  writeReopening,
} from './queries.ts';

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
    const rules = onlyRow(await run(tx, context, readDrawerRules({})));
    const id = findDrawerId(context, rules, body.holder);
    const isOwn = id === findDrawerId(context, rules, undefined);
    const locked = await runTogether(tx, context, {
      ...(isOwn && { added: addDrawer({ id }) }),
      drawer: lockDrawer({ id }),
      money: sumOpenMoney({ ids: [id] }),
      expenses: sumOpenExpenses({ ids: [id] }),
    });
    const drawer = orNotFound(locked.drawer[0]);
    const close = makeClose(drawer, locked, body, context);
    atCommit(tx, context, insertClose(close));
    const next = { period: drawer.period + 1, opening_paise: body.counted - body.handedOver };
    atCommit(tx, context, updateDrawer({ id, ...next, opened_at: context.now }));
    noteDrawer(tx, announce, context, 'drawer.closed', close);
    const names = {
      holder_name: id === context.caller.userId ? context.caller.name : null,
      closed_name: context.caller.name,
      reopened_name: null,
    };
    const rights = { tenantId: context.tenantId, mayReopen: allowed(context, 'payments.refund') };
    return presentClose({ ...close, ...names }, { ...next, isUntouched: true }, rights);
  });
}

type Locked = {
  readonly money: readonly { readonly method: string | null; readonly total: number }[];
  readonly expenses: readonly { readonly total: number }[];
};

/** Decides the row of a close, from the locked drawer and the sums of its rows. */
function makeClose(
  drawer: {
    readonly id: string;
    readonly period: number;
    readonly opened_at: Date | null;
    readonly opening_paise: number;
  },
  { money, expenses }: Locked,
  { counted, handedOver, notes, note, period, expected }: BodyOf<typeof contract>,
  { caller, now }: TenantContext,
): CloseRow {
  const ofCash = money.filter(({ method }) => classifyPaymentMethod(method ?? '') === 'Cash');
  const cash = totalOf(ofCash);
  const spent = totalOf(expenses);
  const should = drawer.opening_paise + cash - spent;
  assertThat(drawer.period === period && should === expected, 'drawer.changed');
  if (notes && countedIn(notes) !== counted)
    throw new AppError('request.invalid', {
      fields: { counted: `The notes and coins add up to ${formatRupees(countedIn(notes))}` },
    });
  if (counted !== should && !note)
    throw new AppError('request.invalid', { fields: { note: 'Please say why it differs' } });
  if (handedOver > counted)
    throw new AppError('request.invalid', { fields: { handedOver: 'This is more than was counted' } });
  return {
    id: randomUUID(),
    drawer_id: drawer.id,
    period: drawer.period,
    opened_at: drawer.opened_at,
    closed_at: now,
    closed_by: caller.userId,
    opening_paise: drawer.opening_paise,
    cash_paise: cash,
    expenses_paise: spent,
    counted_paise: counted,
    handed_over_paise: handedOver,
    methods: Object.fromEntries(money.map(({ method, total }) => [method ?? '', total])),
    notes: notes ?? null,
    note: note || null,
    reopened_at: null,
    reopened_by: null,
    reopened_reason: null,
  };
}

function totalOf(rows: readonly { readonly total: number }[]): number {
  return rows.reduce((sum, { total }) => sum + total, 0);
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
      drawer: lockDrawer({ id }),
      money: sumOpenMoney({ ids: [id] }),
      expenses: sumOpenExpenses({ ids: [id] }),
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
  const {
    opening_paise: opening,
    cash_paise: cash,
    expenses_paise: expenses,
    counted_paise: counted,
  } = close;
  const detail = { drawer: close.drawer_id, expected: opening + cash - expenses, counted };
  atCommit(tx, context, insertAct({ ...auditValues(context, action, detail), object: close.id }));
  announce({ channel: 'changes', payload: `${context.tenantId} appointments ${close.drawer_id} update` });
}
