import type { TenantId } from '../../../db/tenant.ts';
import { type Expression, type RawBuilder, sql } from 'kysely';
import { statement } from '../../../db/statement.ts';
import { isShownWith } from '../../people/index.ts';
import { shownStatement, visible } from '../../visibility/index.ts';
import { noticeColumns, type NoticeRow } from '../notices/shown-queries.ts';
import { replyColumns, type ReplyRow } from '../notices/reply-queries.ts';

/** The latest bookings of a person whose notices are looked for. */
const latestRead = 100;

interface Latest {
  readonly id: string;
  readonly most: number;
}

/** Lists the latest notices about the bookings that the plan shows of a person and of those shown with them. */
export const listNoticesOfPerson = shownStatement<Latest, NoticeRow>(
  (_, { order, visibility }, { tenantId, id, most }) => sql<NoticeRow>`select ${noticeColumns} from patients
    cross join lateral (${selectLatest(tenantId, visible(order, visibility))}) as latest
    join notices on notices.tenant_id = ${tenantId}::uuid and notices.appointment_id = latest.id
    where patients.tenant_id = ${tenantId}::uuid and ${isShownWith(tenantId, sql`${id}::uuid`)}
    order by notices.created_at desc, notices.id limit ${most}`,
);

/** Lists the latest replies to those notices. */
export const listRepliesOfPerson = shownStatement<Latest, ReplyRow>(
  (_, { order, visibility }, { tenantId, id, most }) => sql<ReplyRow>`select ${replyColumns} from patients
    cross join lateral (${selectLatest(tenantId, visible(order, visibility))}) as latest
    join replies on replies.tenant_id = ${tenantId}::uuid and replies.appointment_id = latest.id
    where patients.tenant_id = ${tenantId}::uuid and ${isShownWith(tenantId, sql`${id}::uuid`)}
    order by replies.came_at desc, replies.id limit ${most}`,
);

/** Selects the latest bookings of each person that the plan shows. */
function selectLatest(tenantId: TenantId, isVisible: Expression<unknown>): RawBuilder<unknown> {
  return sql`select appointments.id from appointments where appointments.tenant_id = ${tenantId}::uuid
    and appointments.patient_id = patients.id and ${isVisible}
    order by appointments.appointment_date desc, appointments.appointment_time desc, appointments.id desc
    limit ${sql.lit(latestRead)}`;
}

interface OfPerson {
  readonly id: string;
  /** The day in India, from which on bookings are to come. */
  readonly today: string;
}

/**
 * Selects the emails and numbers of a person and of those shown with them, and those of their bookings
 * to come, as a table `known`.
 */
function selectAddresses(tenantId: TenantId, { id, today }: OfPerson): RawBuilder<unknown> {
  return sql`(select distinct addresses.address from patients
    cross join lateral (
      select patients.email, patients.contact
      union all select appointments.person_email, appointments.person_contact from appointments
        where appointments.tenant_id = ${tenantId}::uuid and appointments.patient_id = patients.id
          and appointments.appointment_date >= ${today}::date
    ) as written (email, contact)
    cross join lateral (
      values (nullif(lower(trim(written.email)), '')), (telephone(written.contact))
    ) as addresses (address)
    where patients.tenant_id = ${tenantId}::uuid and addresses.address is not null
      and ${isShownWith(tenantId, sql`${id}::uuid`)}) as known`;
}

/** Reads whether a person can be reached, and since when they want no more notices. One row. */
export const readOptOutOfPerson = statement<OfPerson, { isReachable: boolean; at: Date | null }>(
  (_, { tenantId, id, today }) => sql<{ isReachable: boolean; at: Date | null }>`
    select count(*) > 0 as "isReachable", min(opt_outs.noted_at) as at
    from ${selectAddresses(tenantId, { id, today })}
    left join opt_outs on opt_outs.tenant_id = ${tenantId}::uuid and opt_outs.address = known.address`,
);

export const listAddresses = statement<OfPerson, { readonly address: string }>(
  (_, { tenantId, id, today }) => sql<{ address: string }>`
    select known.address from ${selectAddresses(tenantId, { id, today })} order by 1`,
);
