import { sql } from 'kysely';
import type { TenantId } from '../../../db/tenant.ts';

/**
 * Selects the bookings (`appointment_id`) with what credit notes gave up of them in `paise`, less what later refunds let
 * them off. `forgonePaise` of the proposals computes the same; here it is the largest sum of what came last. It
 * reads the standing bills as `bills`.
 */
export function forgoneByBooking(tenantId: TenantId) {
  return sql`
    select sums.appointment_id, greatest(0, max(sums.paise)) as paise from (
      select events.appointment_id,
        sum(events.paise) over (partition by events.appointment_id order by events.at desc, events.paise desc) as paise
      from (
        select note.appointment_id, note.made_at as at, (note.content ->> 'forgone')::bigint as paise
        from ${givingNotes(tenantId)}
        union all
        select back.appointment_id, least(back.taken_at, (
            select min(wrong.taken_at) from payments as void
            join payments as wrong on wrong.tenant_id = ${tenantId} and wrong.id = void.of_id
            where void.tenant_id = ${tenantId} and void.appointment_id = back.appointment_id and void.kind = 'void'
              and void.taken_at = back.taken_at and wrong.kind = 'refund'
              and (wrong.of_id = back.of_id or wrong.paise = back.paise))), -back.allowed_paise
        from payments as back
        where back.tenant_id = ${tenantId} and back.allowed_paise > 0
          and back.appointment_id in (select note.appointment_id from ${givingNotes(tenantId)})
          and not exists (select from payments as void where void.tenant_id = ${tenantId} and void.of_id = back.id
            and void.kind = 'void')) as events) as sums
    group by sums.appointment_id`;
}

/** Joins the notes that gave something up to bills that stand, or ended because the visit cost nothing more. */
function givingNotes(tenantId: TenantId) {
  return sql`papers as note
    join papers as given on given.tenant_id = ${tenantId} and given.id = note.of_id
    join appointments as visit on visit.tenant_id = ${tenantId} and visit.id = note.appointment_id
      and note.tenant_id = ${tenantId} and note.kind = 'credit_note' and (note.content ->> 'forgone')::bigint > 0
      and (given.id in (select bills.id from bills)
        or (given.content ->> 'service' <> visit.service_id::text) is not true and (
          select last.content ->> 'forgone' from papers as last
          where last.tenant_id = ${tenantId} and last.of_id = given.id and last.kind = 'credit_note'
          order by last.made_at desc, last.number desc limit 1) = '0')`;
}
