import type { PaymentProvider } from '../../../adapters/payments/port.ts';
import { assertThat, orNotFound } from '../../../core/app-error.ts';
import { readInOneMessage } from '../../../db/read-in-one-message.ts';
import { inTenant, type Tx } from '../../../db/tenant.ts';
import { atCommit, onlyRow, run } from '../../../db/transaction.ts';
import { percentOf } from '../online/due.ts';
import type { Shown } from '../online/shown.ts';
import { deleteHolds } from '../../availability/index.ts';
import { assertFewOpen, toChosen, toForm } from '../proofs/book-proven.ts';
import { type KnownPerson, lockProof } from '../proofs/queries.ts';
import { isProven } from '../proofs/rules.ts';
import { type Chosen, claimOffered, keepHeld } from '../requests/hold.ts';
import { readBookedOrder } from '../orders/link-queries.ts';
import {
  changeOrder,
  countKept,
  findKept,
  findOrder,
  insertOrder,
  listPaymentsOfOrder,
  lockOrder,
  noteProviderOrder,
  type OrderRow,
  type PaymentOfOrder,
  replaceProviderOrder,
} from '../orders/queries.ts';
import { captureWithin, keepableMs, keptMs, retryCheck } from './rules.ts';

interface Ordering {
  /** The form's id. */
  readonly id: string;
  readonly visitor: string | null;
  /** Its person, of the household; undefined for the one that was typed. */
  readonly person: KnownPerson | undefined;
  /** Paise: what is paid now, and the price that the visitor sees. */
  readonly due: number;
  readonly price: number | null;
}

/**
 * Makes the order of a form whose number is proven, and keeps its time for it while it is paid, in place of the visitor's
 * hold. A form has one order; its person is the one that was chosen last.
 * @throws `slot.taken`, `request.too_many_open`, `not_found`
 */
export async function orderProven(
  shown: Shown,
  { id, visitor, person, due, price }: Ordering,
): Promise<void> {
  const { context } = shown;
  const { now } = context;
  await inTenant({ ...context, isShown: false }, async (tx) => {
    const row = orNotFound((await run(tx, context, lockProof({ id })))[0]);
    assertThat(row.visitor === visitor, 'not_found');
    if (row.appointment_id !== null) return;
    assertThat(isProven(row, now), 'not_found');
    const form = toForm(shown, row, person);
    const { personName, contact } = form;
    const [made] = await run(tx, context, lockOrder({ id }));
    if (made) {
      assertThat(made.visitor === row.visitor, 'not_found');
      if (made.state === 'open')
        atCommit(tx, context, changeOrder({ id, personName, contact, until: made.holds_until }));
      return;
    }
    await assertFewOpen(tx, shown, form);
    await assertFewKept(tx, shown, { id, number: row.number });
    const until = new Date(now.getTime() + keptMs);
    const claimed = await claimOffered(tx, shown, toChosen(shown, form), row.visitor);
    keepHeld(tx, shown, claimed, { heldBy: id, until, visitor: row.visitor });
    atCommit(
      tx,
      context,
      insertOrder({
        id,
        visitor: row.visitor,
        service_id: row.service_id,
        resource_id: row.resource_id,
        is_chosen: row.is_chosen,
        appointment_date: row.appointment_date,
        appointment_time: row.appointment_time,
        person_name: personName,
        contact: contact ?? row.contact,
        number: row.number,
        proves_number: form.provesNumber,
        email: row.email,
        note: row.note,
        language: row.language,
        price_paise: price,
        refund_percent: percentOf(shown.online),
        amount_paise: due,
        asked_at: now,
        holds_until: until,
        next_check_at: retryCheck(now, now),
      }),
    );
  });
}

/** A visitor's own order with its payments, the latest last. */
export interface OwnOrder {
  readonly order: OrderRow;
  readonly payments: readonly PaymentOfOrder[];
}

/** Reads a visitor's own order. @throws `not_found`, also for another visitor's */
export async function readOrder(shown: Shown, id: string, visitor: string | null): Promise<OwnOrder> {
  const found = await readAnyOrder(shown, id);
  assertThat(found.order.visitor === visitor, 'not_found');
  return found;
}

/** Reads an order that its payer has named by a signature. @throws `not_found` */
export async function readAnyOrder({ context }: Shown, id: string): Promise<OwnOrder> {
  const { found, payments } = await readInOneMessage(context, {
    found: findOrder({ id }),
    payments: listPaymentsOfOrder({ orderId: id }),
  });
  return { order: orNotFound(found[0]), payments };
}

/** Reads what the link to the booking of an order is made of; undefined before it is made. */
export async function readBookingOfOrder({ context }: Shown, id: string) {
  const { made } = await readInOneMessage(context, { made: readBookedOrder({ id }) });
  return made[0];
}

/**
 * Keeps the time of an open order again where it is kept no longer, for ten minutes, within an hour of the order.
 * @throws `slot.taken`, `request.too_many_open`, `not_found`
 */
export async function keepAgain(shown: Shown, id: string, visitor: string | null): Promise<void> {
  const { context } = shown;
  const { now } = context;
  await inTenant({ ...context, isShown: false }, async (tx) => {
    const order = orNotFound((await run(tx, context, lockOrder({ id })))[0]);
    assertThat(order.visitor === visitor, 'not_found');
    if (order.state !== 'open' || order.holds_until > now) return;
    assertThat(now.getTime() - order.asked_at.getTime() < keepableMs, 'slot.taken');
    await assertFewKept(tx, shown, { id, number: order.number ?? '' });
    const until = new Date(now.getTime() + keptMs);
    const claimed = await claimOffered(tx, shown, toChosen(shown, order), id);
    keepHeld(tx, shown, claimed, { heldBy: id, until });
    const { person_name: personName, contact } = order;
    atCommit(tx, context, changeOrder({ id, personName, contact, until }));
  });
}

/** Asserts that a number has fewer times kept than the business allows it to have open. @throws `request.too_many_open` */
async function assertFewKept(
  tx: Tx,
  { context, online }: Shown,
  of: { readonly id: string; readonly number: string },
): Promise<void> {
  const counted = await run(tx, context, countKept({ ...of, now: context.now }));
  assertThat(onlyRow(counted).kept < online.open_per_number, 'request.too_many_open');
}

/** Finds the order by which a visitor keeps a time already, such as one who went back from its page. */
export async function findKeptOrder(
  { context }: Shown,
  visitor: string,
  { resourceId, date, time }: Chosen,
): Promise<string | undefined> {
  const kept = findKept({ visitor, resourceId, date, time, now: context.now });
  return (await readInOneMessage(context, { kept })).kept[0]?.id;
}

/** Gives the time of a visitor's own open order back, which may still be paid while the time is free. @throws `not_found` */
export async function leaveOrder({ context }: Shown, id: string, visitor: string | null): Promise<OrderRow> {
  return inTenant({ ...context, isShown: false }, async (tx) => {
    const order = orNotFound((await run(tx, context, lockOrder({ id })))[0]);
    assertThat(order.visitor === visitor, 'not_found');
    const { person_name: personName, contact } = order;
    if (order.state === 'open' && order.holds_until > context.now) {
      atCommit(tx, context, deleteHolds({ heldBy: id }));
      atCommit(tx, context, changeOrder({ id, personName, contact, until: context.now }));
    }
    return order;
  });
}

/** Returns whether the keys of the account were changed after an open order was made, which can be made again once. */
export function isOfOldKeys(order: OrderRow, { keyId }: { readonly keyId: string }): boolean {
  const { state, provider_order_id: made, earlier_order_id: earlier } = order;
  return state === 'open' && made !== null && earlier === null && order.key_id !== keyId;
}

/**
 * Has the provider make the order of an order that has none yet, or whose keys were changed. The first one of two
 * at the same time stays.
 * @throws ProviderAway, ProviderRefused
 */
export async function makeProviderOrder(
  shown: Shown,
  { keyId, provider }: { readonly keyId: string; readonly provider: PaymentProvider },
  order: OrderRow,
): Promise<OrderRow> {
  const { id, amount_paise: amount, provider_order_id: before, state } = order;
  if (state !== 'open' || (before !== null && !isOfOldKeys(order, { keyId }))) return order;
  const { context } = shown;
  const made = await provider.makeOrder({ amount, receipt: id, notes: { order: id }, captureWithin });
  return inTenant({ ...context, isShown: false }, async (tx) => {
    const noted = { id, keyId, providerOrderId: made.orderId };
    if (before === null) await run(tx, context, noteProviderOrder(noted));
    else await run(tx, context, replaceProviderOrder({ ...noted, before }));
    return onlyRow(await run(tx, context, findOrder({ id })));
  });
}
