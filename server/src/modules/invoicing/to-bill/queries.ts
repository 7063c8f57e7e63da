import type { ToBill } from '@samay/contract/invoicing/to-bill';
import type { LocalDate } from '@samay/contract/core/time';
import { sql } from 'kysely';
import { statement } from '../../../db/statement.ts';
import type { TenantId } from '../../../db/tenant.ts';
import { owedPaise } from '../../bookings/index.ts';
import { billedPaise } from '../rows/queries.ts';
import { shownStatement, visible } from '../../visibility/index.ts';
import { forgoneByBooking } from './forgone-queries.ts';

/** A booking that waits for a bill or for a note to one. */
export interface ToBillRow {
  readonly id: string;
  readonly person_name: string;
  readonly appointment_date: LocalDate;
  readonly appointment_time: string;
  readonly kind: ToBill['kind'];
  readonly total: number;
  readonly bill_id: string | null;
  readonly bill_number: string | null;
}

interface Wanted {
  readonly from: LocalDate;
  readonly afterDay: LocalDate;
  readonly afterTime: string;
  readonly afterId: string;
  readonly limit: number;
}

/**
 * Computes the cost of a booking: at least what was paid where no price is known, and what is kept of the money of a
 * cancelled or missed one, without what is on its way back through the provider.
 */
function cost(tenantId: TenantId) {
  const pending = sql`coalesce((select sum(back.paise) from online_refunds as back where back.tenant_id = ${tenantId}
    and back.appointment_id = appointments.id and back.of_id is not null
    and back.state in ('asked', 'accepted', 'failed')), 0)`;
  return sql`case when appointments.status not in ('scheduled', 'completed')
    then greatest(0, coalesce(appointments.amount_paise, 0) - ${pending})
    else greatest(case when appointments.price_paise is null then coalesce(appointments.amount_paise, 0) else 0 end,
      ${owedPaise} + coalesce(appointments.amount_paise, 0)) end`;
}

/** Computes the paise of the service among the lines of a bill or a note; 0 without lines. */
function ofService(paper: 'bill' | 'papers') {
  return sql`coalesce((select sum((item ->> 'total')::bigint) from jsonb_array_elements(${sql.ref(paper)}.content -> 'items')
    as item where item ->> 'charge' is null), 0)`;
}

/** Whether a booking has taken place, or ended with a cancellation fee. */
const isSupplied = sql`(appointments.status = 'completed' or appointments.kept_on is not null and appointments.amount_paise > 0)`;

/**
 * Reads the bookings that wait for a paper, oldest first: completed ones and cancellation fees that never had a bill, or
 * whose last one was of another service with another tax and is credited whole, those that cost more than their bills have, those whose bills have more than they cost, and those with a refund whose
 * receipt voucher stands and is not answered. In a business
 * without GST it is the completed ones with a payment that has no receipt, since the day of its first paper.
 */
export const readToBill = shownStatement<Wanted, ToBillRow>((_, { order, visibility }, values) => {
  const { tenantId } = values;
  return sql<ToBillRow>`
    with notes as (
      select papers.of_id, sum(papers.total_paise) as paise,
        coalesce(sum(papers.total_paise) filter (where papers.content -> 'forgone' is null), 0) as untold,
        sum(${ofService('papers')}) as service
      from papers
      where papers.tenant_id = ${tenantId} and papers.kind = 'credit_note' group by papers.of_id),
    made as (
      select bill.id, bill.appointment_id, bill.kind, bill.made_at, bill.total_paise, notes.untold,
        coalesce(notes.paise, 0) as credited, bill.total_paise - coalesce(notes.paise, 0) as left_paise,
        case when bill.content -> 'items' is null then true
          else ${ofService('bill')} > coalesce(notes.service, 0) end as has_service
      from papers as bill left join notes on notes.of_id = bill.id
      where bill.tenant_id = ${tenantId} and bill.kind in ('bill_of_supply', 'tax_invoice', 'debit_note')),
    bills as (
      select made.id, made.appointment_id, made.kind, made.made_at, made.total_paise, made.untold, made.credited,
        made.left_paise, made.has_service
      from made where made.left_paise > 0),
    other_taxed as (
      select made.id, made.appointment_id, made.left_paise, made.has_service
      from made
      join papers as bill on bill.tenant_id = ${tenantId} and bill.id = made.id
      join appointments on appointments.tenant_id = ${tenantId} and appointments.id = made.appointment_id
        and appointments.status in ('scheduled', 'completed')
      join lateral (
        select tax.sac, tax.rate from service_taxes as tax where tax.tenant_id = ${tenantId}
          and tax.service_id = appointments.service_id and tax.holds_from <= appointments.appointment_date
        order by tax.holds_from desc limit 1) as today on true
      join lateral (
        select bill.sac, bill.rate where bill.content -> 'items' is null
        union all
        select item ->> 'sac', (item ->> 'rate')::int from jsonb_array_elements(bill.content -> 'items') as item
        where item ->> 'charge' is null) as billed on true
      where bill.content ->> 'service' <> appointments.service_id::text
        and (billed.sac, billed.rate) is distinct from (today.sac, today.rate)
        and (select registration from paper_settings where tenant_id = ${tenantId}) = 'regular'),
    changed as (
      select other_taxed.appointment_id, max(other_taxed.left_paise) as left_paise,
        (array_agg(other_taxed.id order by other_taxed.left_paise desc, other_taxed.id))[1] as id
      from other_taxed where other_taxed.left_paise > 0 and other_taxed.has_service and not exists (
        select from credit_dismissals as dismissed where dismissed.tenant_id = ${tenantId}
          and dismissed.appointment_id = other_taxed.appointment_id and dismissed.paise = other_taxed.left_paise)
      group by other_taxed.appointment_id),
    standing as (
      select bills.appointment_id, sum(bills.total_paise) as raised, sum(bills.credited) as credited,
        coalesce(sum(bills.untold), 0) as untold,
        (array_agg(bills.id order by bills.has_service desc, bills.left_paise desc, bills.id))[1] as lowered_id,
        (array_agg(bills.left_paise order by bills.has_service desc, bills.left_paise desc, bills.id))[1] as lowered,
        (array_agg(bills.id order by bills.made_at desc) filter (where bills.kind <> 'debit_note'))[1] as last_id
      from bills group by bills.appointment_id),
    given as (${forgoneByBooking(tenantId)}),
    unanswered as (
      select voucher.appointment_id, voucher.id, least(-sum(back.paise), voucher.total_paise - coalesce((
          select sum(answer.total_paise) from papers as answer where answer.tenant_id = ${tenantId}
            and answer.of_id = voucher.id and not exists (select from payments as void
              where void.tenant_id = ${tenantId} and void.of_id = answer.payment_id and void.kind = 'void')), 0)
          - ${billedPaise(tenantId, 'voucher')}) as paise
      from papers as voucher
      join payments as back on back.tenant_id = ${tenantId} and back.of_id = voucher.payment_id and back.kind = 'refund'
      where voucher.tenant_id = ${tenantId} and voucher.kind = 'receipt_voucher' and voucher.appointment_id is not null
        and not exists (select from payments as void where void.tenant_id = ${tenantId} and void.of_id = back.id
          and void.kind = 'void')
        and not exists (select from papers where papers.tenant_id = ${tenantId} and papers.payment_id = back.id)
      group by voucher.appointment_id, voucher.id, voucher.total_paise),
    refunded as (
      select unanswered.appointment_id, sum(unanswered.paise) as paise,
        (array_agg(unanswered.id order by unanswered.id))[1] as voucher_id
      from unanswered where unanswered.paise > 0 group by unanswered.appointment_id),
    registered as (
      select coalesce((select registration from paper_settings where tenant_id = ${tenantId}), 'none') <> 'none' as is_so,
        (select min(papers.dated) from papers where papers.tenant_id = ${tenantId}) as since),
    waiting as (
      select appointments.id, appointments.person_name, appointments.appointment_date, appointments.appointment_time,
        ${isSupplied} as is_supplied, ${cost(tenantId)} as cost, standing.raised,
        coalesce(given.paise, 0) + greatest(0, standing.untold - appointments.allowed_paise) as forgone, coalesce(changed.id, standing.lowered_id) as lowered_id,
        coalesce(changed.left_paise, standing.lowered) as lowered, changed.id is not null as is_changed, standing.last_id,
        registered.is_so as is_registered, receipts.paise as unreceipted, refunded.paise as refunded, refunded.voucher_id,
        coalesce(changed.left_paise, standing.raised - standing.credited - ${cost(tenantId)}) as excess
      from appointments cross join registered
      left join standing on standing.appointment_id = appointments.id
      left join given on given.appointment_id = appointments.id
      left join changed on changed.appointment_id = appointments.id
      left join refunded on refunded.appointment_id = appointments.id
      left join lateral (
        select sum(money.paise) as paise from payments as money
        where money.tenant_id = ${tenantId} and money.appointment_id = appointments.id and money.kind = 'payment'
          and money.paise > 0 and money.source <> 'imported' and not registered.is_so and money.taken_on >= registered.since and ${isSupplied}
          and not exists (select from payments as void where void.tenant_id = ${tenantId} and void.of_id = money.id
            and void.kind = 'void')
          and not exists (select from papers where papers.tenant_id = ${tenantId} and papers.payment_id = money.id)
      ) as receipts on true
      where appointments.tenant_id = ${tenantId} and appointments.appointment_date >= ${values.from}::date
        and (appointments.appointment_date, appointments.appointment_time, appointments.id)
          > (${values.afterDay}::date, ${values.afterTime}::time, ${values.afterId}::uuid)
        and ${visible(order, visibility)}
        and (${isSupplied} or standing.raised is not null or refunded.paise is not null)),
    found as (
      select waiting.id, waiting.person_name, waiting.appointment_date, waiting.appointment_time,
        waiting.cost, -waiting.excess - waiting.forgone as unbilled, waiting.excess, waiting.lowered_id,
        waiting.lowered, waiting.last_id, waiting.unreceipted, waiting.refunded, waiting.voucher_id, case
        when waiting.excess > 0 and not exists (
          select from credit_dismissals as dismissed where dismissed.tenant_id = ${tenantId}
            and dismissed.appointment_id = waiting.id and dismissed.paise = waiting.excess) then 'credit_note'
        when waiting.is_supplied and waiting.raised is not null and not waiting.is_changed
          and -waiting.excess > waiting.forgone then 'debit_note'
        when waiting.is_registered and waiting.is_supplied and waiting.cost > 0 and waiting.raised is null
          and coalesce((select papers.id in (select other_taxed.id from other_taxed) from papers
            where papers.tenant_id = ${tenantId} and papers.appointment_id = waiting.id
              and papers.kind in ('bill_of_supply', 'tax_invoice')
            order by papers.made_at desc, papers.number desc limit 1), true) then 'bill'
        when waiting.unreceipted > 0 then 'bill'
        when waiting.refunded > 0 then 'refund_voucher' end as kind
      from waiting)
    select found.id, found.person_name, found.appointment_date, found.appointment_time, found.kind,
      (case found.kind when 'credit_note' then least(found.excess, found.lowered)
        when 'debit_note' then found.unbilled
        when 'refund_voucher' then found.refunded
        else coalesce(found.unreceipted, found.cost) end)::bigint as total,
      bill.id as bill_id, bill.number as bill_number
    from found
    left join papers as bill on bill.tenant_id = ${tenantId}
      and bill.id = case found.kind when 'credit_note' then found.lowered_id when 'debit_note' then found.last_id
        when 'refund_voucher' then found.voucher_id end
    where found.kind is not null
    order by found.appointment_date, found.appointment_time, found.id limit ${values.limit}`;
});

interface Dismissal {
  readonly id: string;
  readonly appointment_id: string;
  readonly paise: number;
  readonly dismissed_at: Date;
  readonly dismissed_by: string | null;
}

/** Notes once that a proposed credit note is not made. */
export const insertDismissal = statement<Dismissal, object>((db, values) =>
  db
    .insertInto('credit_dismissals')
    .values({
      tenant_id: values.tenantId,
      id: values.id,
      appointment_id: values.appointment_id,
      paise: values.paise,
      dismissed_at: values.dismissed_at,
      dismissed_by: values.dismissed_by,
    })
    .onConflict((conflict) => conflict.doNothing()),
);
