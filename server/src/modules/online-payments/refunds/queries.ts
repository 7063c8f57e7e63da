import { leastOnlinePaise } from '@samay/contract/public/online-booking';
import { sql } from 'kysely';
import { statement } from '../../../db/statement.ts';
import type { RefundError, RefundState } from '@samay/contract/bookings/online-refunds';

/** Money that is asked back of a payment of the public page. */
export interface NewRefund {
  readonly id: string;
  /** The provider's id of the payment. */
  readonly payment_id: string;
  /** The row of money that it takes from, and its booking; null where the payment became no booking. */
  readonly of_id: string | null;
  readonly appointment_id: string | null;
  readonly paise: number;
  readonly reason: string;
  /** Whether the booking does not owe it any more. */
  readonly lowers: boolean;
  readonly cancel_id: string | null;
  readonly asked_at: Date;
  readonly asked_by: string | null;
  readonly next_check_at: Date;
}

export interface RefundRow extends NewRefund {
  readonly state: RefundState;
  readonly provider_refund_id: string | null;
  /** The provider's refund by which the money went back a second time. */
  readonly twice_id: string | null;
  readonly error: RefundError | null;
  readonly tries: number;
  readonly done_at: Date | null;
  readonly ledger_id: string | null;
}

const columns = [
  'id',
  'payment_id',
  'of_id',
  'appointment_id',
  'paise',
  'reason',
  'lowers',
  'cancel_id',
  'asked_at',
  'asked_by',
  'next_check_at',
  'state',
  'provider_refund_id',
  'twice_id',
  'error',
  'tries',
  'done_at',
  'ledger_id',
] as const;

/** Without the booking. */
const ownColumns = columns.filter((name) => name !== 'appointment_id');

export const insertRefund = statement<NewRefund, object>((db, values) =>
  db.insertInto('online_refunds').values({
    tenant_id: values.tenantId,
    id: values.id,
    payment_id: values.payment_id,
    of_id: values.of_id,
    appointment_id: values.appointment_id,
    paise: values.paise,
    reason: values.reason,
    lowers: values.lowers,
    cancel_id: values.cancel_id,
    asked_at: values.asked_at,
    asked_by: values.asked_by,
    next_check_at: values.next_check_at,
    state: 'asked',
  }),
);

export const findRefund = statement<{ id: string }, RefundRow>((db, { tenantId, id }) =>
  db
    .selectFrom('online_refunds')
    .select(columns)
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .$castTo<RefundRow>(),
);

/** Locks one; the booking that it belongs to is locked before. */
export const lockRefund = statement<{ id: string }, RefundRow>((db, { tenantId, id }) =>
  db
    .selectFrom('online_refunds')
    .select(columns)
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .$castTo<RefundRow>(),
);

/** Finds the refund that the provider reports: by its id there, or by the id that its receipt names. */
export const findReported = statement<{ refundId: string; named: string | null }, { readonly id: string }>(
  (_, { tenantId, refundId, named }) => sql<{ id: string }>`select id from online_refunds
    where tenant_id = ${tenantId} and (provider_refund_id = ${refundId} or twice_id = ${refundId} or id = ${named}::uuid)
    order by provider_refund_id = ${refundId} desc nulls last limit 1`,
);

interface Standing {
  readonly id: string;
  readonly state: RefundState;
  readonly refundId: string | null;
  readonly twiceId: string | null;
  readonly error: RefundError | null;
  readonly tries: number;
  readonly nextCheckAt: Date;
  readonly doneAt: Date | null;
  readonly ledgerId: string | null;
}

export const updateRefund = statement<Standing, object>(
  (db, { tenantId, id, state, refundId, twiceId, error, tries, nextCheckAt, doneAt, ledgerId }) =>
    db
      .updateTable('online_refunds')
      .set({
        state,
        provider_refund_id: refundId,
        twice_id: twiceId,
        error,
        tries,
        next_check_at: nextCheckAt,
        done_at: doneAt,
        ledger_id: ledgerId,
      })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', id),
);

/** Takes one about which the provider is asked now, and puts its next turn off; no row where another server took it. */
export const takeRefund = statement<{ id: string; now: Date; next: Date }, { readonly id: string }>(
  (db, { tenantId, id, now, next }) =>
    db
      .updateTable('online_refunds')
      .set({ next_check_at: next })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', id)
      .where('state', 'in', ['asked', 'accepted'])
      .where('next_check_at', '<=', now)
      .returning('id'),
);

/** Lists those of all businesses about which the provider is asked now. */
export const listDueRefunds = statement<
  { now: Date; most: number },
  { readonly tenant_id: string; readonly id: string; readonly asked_at: Date }
>((db, { now, most }) =>
  db
    .selectFrom('online_refunds')
    .select(['tenant_id', 'id', 'asked_at'])
    .where('state', 'in', ['asked', 'accepted'])
    .where('next_check_at', '<=', now)
    .orderBy('next_check_at')
    .limit(most),
);

/** Finds a try of a refund that was begun since an instant, by its effect in the outbox: those are kept for a month. */
export const findTrySince = statement<{ id: string; since: Date }, { readonly id: string }>(
  (_, { tenantId, id, since }) => sql<{ id: string }>`select id from outbox
    where tenant_id = ${tenantId} and subject = ${id}::text and kind = 'online.refund' and created_at >= ${since} limit 1`,
);

/** A row of money of a booking that came through the provider. */
export interface OnlineMoneyRow {
  /** The row of money. */
  readonly id: string;
  readonly appointment_id: string;
  /** The provider's id of the payment. */
  readonly payment_id: string;
  /** The sum that was asked back of it and has no row of money yet, in paise. */
  readonly pending: number;
  /** The part that goes back when its person cancels in time, in per cent: as they read it before they paid. */
  readonly percent: number;
}

/** Reads the money of bookings that came through the provider. */
export const readOnlineMoney = statement<{ ids: readonly string[] }, OnlineMoneyRow>(
  (
    _,
    { tenantId, ids },
  ) => sql<OnlineMoneyRow>`select ledger_id as id, online_payments.appointment_id, online_payments.id as payment_id,
      refund_percent as percent,
      coalesce((select sum(refunds.paise) from online_refunds as refunds where refunds.tenant_id = ${tenantId}
        and refunds.of_id = online_payments.ledger_id and refunds.state in ('asked', 'accepted', 'failed')), 0)::int as pending
    from online_payments join online_orders on online_orders.tenant_id = ${tenantId} and online_orders.id = order_id
    where online_payments.tenant_id = ${tenantId} and online_payments.appointment_id = any (${ids}::uuid[])
      and ledger_id is not null`,
);

/** Reads what of a payment goes back when its person cancels in time, in per cent. */
export const readRefundPercent = statement<{ paymentId: string }, { readonly percent: number }>(
  (db, { tenantId, paymentId }) =>
    db
      .selectFrom('online_payments')
      .innerJoin('online_orders', 'online_orders.id', 'online_payments.order_id')
      .select('refund_percent as percent')
      .where('online_payments.tenant_id', '=', tenantId)
      .where('online_orders.tenant_id', '=', tenantId)
      .where('online_payments.id', '=', paymentId),
);

/** Payments of a booking by its visitor that are not in its money, in paise. */
export interface Uncaptured {
  /** The sum that is authorized and not captured yet, and its part that goes back where its person cancels. */
  readonly paise: number;
  readonly back: number;
  /** The sum that is not taken and goes back by itself: a second payment, one that came too late, one that was refused. */
  readonly released: number;
  /** The sum of such payments that the account has taken by itself, and that are given back. */
  readonly returned: number;
}

/**
 * Reads what of the payments of a booking's order is not in its money; what goes back was reported since an instant. The
 * order of a form that was booked without a payment counts while the form is kept.
 */
export const readUncaptured = statement<{ bookingId: string; since: Date }, Uncaptured>(
  (_, { tenantId, bookingId, since }) => sql<Uncaptured>`
    select coalesce(sum(paise) filter (where online_payments.state = 'authorized'), 0)::int as paise,
      coalesce(sum(floor(paise::bigint * refund_percent / 100)) filter (where online_payments.state = 'authorized'
        and floor(paise::bigint * refund_percent / 100) >= ${leastOnlinePaise}), 0)::int as back,
      coalesce(sum(paise) filter (where told_at > ${since} and online_payments.state in ('released', 'refused')), 0)::int
        as released,
      coalesce(sum(paise) filter (where told_at > ${since} and online_payments.state = 'captured' and ledger_id is null), 0)::int
        as returned
    from online_orders join online_payments on online_payments.tenant_id = ${tenantId} and order_id = online_orders.id
    where online_orders.tenant_id = ${tenantId} and online_orders.id in (
      select id from online_orders where tenant_id = ${tenantId} and appointment_id = ${bookingId}
      union all select id from number_proofs where tenant_id = ${tenantId} and appointment_id = ${bookingId})`,
);

/** Reads what was asked back of a booking's money, oldest first. */
export const listRefundsOf = statement<{ bookingId: string }, RefundRow>((db, { tenantId, bookingId }) =>
  db
    .selectFrom('online_refunds')
    .select(columns)
    .where('tenant_id', '=', tenantId)
    .where('appointment_id', '=', bookingId)
    .orderBy('asked_at')
    .orderBy('id')
    .$castTo<RefundRow>(),
);

/** A refund as owners list it. */
export interface ListedRefund extends RefundRow {
  readonly person_name: string | null;
  readonly appointment_date: string | null;
  readonly appointment_time: string | null;
}

/**
 * Lists those that failed, then those of the last days, the latest first. One that is in no books has the booking of its
 * payment.
 */
export const listRefundRows = statement<{ since: Date; limit: number }, ListedRefund>(
  (
    _,
    { tenantId, since, limit },
  ) => sql<ListedRefund>`select ${sql.join(ownColumns.map((name) => sql.ref(`online_refunds.${name}`)))},
      appointments.id as appointment_id, person_name, appointment_date, appointment_time
    from online_refunds left join online_payments on online_payments.tenant_id = ${tenantId}
      and online_payments.id = online_refunds.payment_id and online_payments.ledger_id is not null
    left join appointments on appointments.tenant_id = ${tenantId}
      and appointments.id = coalesce(online_refunds.appointment_id, online_payments.appointment_id)
    where online_refunds.tenant_id = ${tenantId}
      and (online_refunds.state = 'failed' or online_refunds.asked_at > ${since} or online_refunds.done_at > ${since})
    order by online_refunds.state <> 'failed' and online_refunds.twice_id is null, online_refunds.asked_at desc, online_refunds.id limit ${limit}`,
);

/** A booking whose payment was refused. */
export interface UnpaidRow {
  readonly payment_id: string;
  readonly reason: string | null;
  readonly paise: number;
  readonly appointment_id: string;
  readonly person_name: string;
  readonly appointment_date: string;
  readonly appointment_time: string;
}

/** Lists the bookings whose payment was refused since an instant, and that nothing was taken for, the latest first. */
export const listUnpaidRows = statement<{ since: Date; limit: number }, UnpaidRow>(
  (
    _,
    { tenantId, since, limit },
  ) => sql<UnpaidRow>`select online_payments.id as payment_id, online_payments.reason, online_payments.paise,
      appointment_id, person_name, appointment_date, appointment_time
    from online_payments join appointments on appointments.tenant_id = ${tenantId}
      and appointments.id = online_payments.appointment_id
    where online_payments.tenant_id = ${tenantId} and online_payments.state = 'refused' and settled_at > ${since}
      and status <> 'cancelled' and amount_paise is null
    order by settled_at desc, online_payments.id limit ${limit}`,
);

/** Reads the key that took a payment: its own, or that of its order where it was noted without one. */
export const readKeyOfPayment = statement<{ paymentId: string }, { readonly key_id: string | null }>(
  (db, { tenantId, paymentId }) =>
    db
      .selectFrom('online_payments')
      .innerJoin('online_orders', 'online_orders.id', 'online_payments.order_id')
      .select(({ fn }) => fn.coalesce('online_payments.key_id', 'online_orders.key_id').as('key_id'))
      .where('online_payments.tenant_id', '=', tenantId)
      .where('online_orders.tenant_id', '=', tenantId)
      .where('online_payments.id', '=', paymentId),
);

/** Finds the booking and the row of money of a payment that was captured for a booking. */
export const findCaptured = statement<
  { paymentId: string },
  { readonly appointment_id: string; readonly ledger_id: string }
>(
  (_, { tenantId, paymentId }) => sql<{
    appointment_id: string;
    ledger_id: string;
  }>`select appointment_id, ledger_id
    from online_payments where tenant_id = ${tenantId} and id = ${paymentId} and ledger_id is not null`,
);

export const countFailed = statement<object, { failed: number }>(
  (_, { tenantId }) => sql<{ failed: number }>`select count(*)::int as failed from online_refunds
    where tenant_id = ${tenantId} and state = 'failed'`,
);
