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
import { totalOf } from '../rows/payment-rows.ts';
import { findDrawerId } from '../drawers/get.ts';
import { lockingPeriod } from '../drawers/locking-period.ts';
import { presentClose } from '../drawers/present.ts';
import {
  type CloseRow,
  insertClose,
  listClosesOf,
  readClose,
  readHandover,
  writeReopening,
} from '../drawers/close-queries.ts';
import {
  addDrawer,
  type DrawerRow,
  insertEntry,
  listRecipients,
  type NewEntry,
  readDrawerRules,
  type RulesRow,
  sumOpenEntries,
  sumOpenMoney,
  updateDrawer,
} from '../drawers/queries.ts';
import { assertTotals } from '../drawers/rules.ts';
import { expectedCash, type PeriodRows, sumPeriod } from '../drawers/sums.ts';

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
    const recipient = await readRecipient(tx, context, id, body);
    const locked = await runTogether(tx, context, {
      ...(id === rules.own_drawer && { added: addOwnDrawer({ userId }) }),
      ...(recipient && { recipient: addDrawer({ id: recipient.id }) }),
      ...lockingPeriod(id, recipient?.id),
    });
    const drawer = orNotFound(locked.drawer.find((row) => row.id === id));
    const close = makeClose(drawer, locked, body, { by: userId, at: context.now });
    const expected = expectedCash(close);
    assertThat(drawer.period === body.period && expected === body.expected, 'drawer.changed');
    assertCounted(body, expected);
    assertConfirmed(body, close, rules);
    for (const written of closing(close)) atCommit(tx, context, written);
    const next = locked.drawer.find((row) => row.id === recipient?.id);
    if (next) {
      atCommit(tx, context, insertEntry(handover(close, next, close.handed_over_paise, context)));
      announce('drawers', next.id);
    }
    noteDrawer(tx, announce, context, 'drawer.closed', close);
    const names = {
      holder_name: id === userId ? context.caller.name : null,
      closed_name: context.caller.name,
      handed_to_name: recipient?.name ?? null,
      reopened_name: null,
      is_locked: false,
    };
    const rights = { tenantId: context.tenantId, mayReopen: allowed(context, 'payments.refund') };
    return presentClose({ ...close, ...names }, { period: close.period + 1, isUntouched: true }, rights);
  });
}

/**
 * Returns the drawer to which a close hands its cash; undefined where it goes elsewhere, or none does.
 * @throws `not_found` for a drawer that gets none
 */
async function readRecipient(
  tx: Tx,
  context: TenantContext,
  id: string,
  { handedOver, handedTo, handedToDrawer }: BodyOf<typeof contract>,
): Promise<{ id: string; name: string | null } | undefined> {
  if (handedOver === 0 || handedTo !== 'drawer') return undefined;
  const recipients = await run(tx, context, listRecipients({}));
  return orNotFound(recipients.find((one) => one.id === handedToDrawer && one.id !== id));
}

/** Returns the row by which a close hands cash over, or by which its reopening takes it back. */
function handover(
  close: CloseRow,
  to: Pick<DrawerRow, 'id' | 'period'>,
  paise: number,
  { caller, now }: TenantContext,
): NewEntry {
  return {
    id: randomUUID(),
    kind: 'handover',
    drawer_id: to.id,
    drawer_period: to.period,
    paise,
    reason: paise > 0 ? 'Handed over' : 'Close reopened',
    close_id: close.id,
    noted_at: now,
    noted_by: caller.userId,
  };
}

/** Checks the totals of UPI and card against the rows, where the business wants them confirmed. */
function assertConfirmed(
  { confirmed, note }: BodyOf<typeof contract>,
  { methods }: CloseRow,
  rules: RulesRow,
): void {
  assertTotals(rules, confirmed);
  const isOther = (method: 'UPI' | 'Card') => confirmed && confirmed[method] !== (methods[method] ?? 0);
  if ((isOther('UPI') || isOther('Card')) && !note)
    throw new AppError('request.invalid', { fields: { note: 'Please say why it differs' } });
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
    handedTo,
    handedToDrawer,
    confirmed,
    notes,
    note,
  }: Pick<
    BodyOf<typeof contract>,
    'counted' | 'handedOver' | 'handedTo' | 'handedToDrawer' | 'confirmed' | 'notes' | 'note'
  >,
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
    handed_to: handedOver > 0 ? handedTo : null,
    handed_to_drawer: handedOver > 0 && handedTo === 'drawer' ? (handedToDrawer ?? null) : null,
    confirmed: confirmed ?? null,
    methods: Object.fromEntries(
      [...Map.groupBy(rows.money, ({ method }) => method ?? '')].map(([method, of]) => [method, totalOf(of)]),
    ),
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
 * @throws `drawer.not_reopenable` once the next period has rows, or was closed; `money.locked` where the day of the
 * close is locked
 */
export async function reopenDrawer(
  context: TenantContext,
  { params, body: { reason } }: { params: { id: string }; body: { readonly reason: string } },
): Promise<DrawerClose> {
  return inTenantAnnouncing(context, async (tx, announce) => {
    const { closes, handovers } = await runTogether(tx, context, {
      closes: readClose(params),
      handovers: readHandover({ closeId: params.id }),
    });
    const close = orNotFound(closes[0]);
    assertThat(!close.is_locked, 'money.locked');
    const [handed] = handovers;
    const { drawer_id: id, period, opened_at, opening_paise } = close;
    const locked = await runTogether(tx, context, {
      ...lockingPeriod(id, handed?.drawer_id),
      closes: listClosesOf({ holder: id, userId: context.caller.userId, limit: 1 }),
    });
    const [last] = locked.closes;
    const isUntouched = locked.money.length === 0 && locked.entries.length === 0;
    const isLast = last?.id === close.id && last.reopened_at === null;
    assertThat(
      isLast && isUntouched && locked.drawer.find((row) => row.id === id)?.period === period + 1,
      'drawer.not_reopenable',
    );
    if (handed) await takeHandoverBack(tx, announce, context, { close, handed, drawers: locked.drawer });
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

interface Handed {
  readonly close: CloseRow;
  readonly handed: { readonly drawer_id: string; readonly drawer_period: number; readonly paise: number };
  readonly drawers: readonly DrawerRow[];
}

/**
 * Takes what a close handed over back from the drawer that got it.
 * @throws `drawer.not_reopenable` if that one was closed since, or holds less by now
 */
async function takeHandoverBack(
  tx: Tx,
  announce: Announce,
  context: TenantContext,
  { close, handed, drawers }: Handed,
): Promise<void> {
  const { drawer_id: id, drawer_period: period, paise } = handed;
  const ids = [id];
  const rows = await runTogether(tx, context, {
    money: sumOpenMoney({ ids }),
    entries: sumOpenEntries({ ids }),
  });
  const drawer = drawers.find((row) => row.id === id);
  const isThere = drawer?.period === period && expectedCash(sumPeriod(drawer, rows)) >= paise;
  assertThat(isThere, 'drawer.not_reopenable');
  atCommit(tx, context, insertEntry(handover(close, { id, period }, -paise, context)));
  announce('drawers', id);
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
