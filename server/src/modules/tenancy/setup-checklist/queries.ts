import { type RawBuilder, sql } from 'kysely';
import { defaultDoctor } from '@samay/contract/bookings/appointments';
import type { SetupStepName } from '@samay/contract/tenancy/setup-checklist';
import { type QueryBuilder, statement, type TenantId } from '../../../db/statement.ts';

/** The completed, skipped and dismissed steps of a business. */
export interface Progress extends Readonly<Record<SetupStepName, boolean>> {
  /** The steps that any member skipped; the name only if the person did. */
  readonly skipped: readonly string[];
  readonly isEstablished: boolean;
  readonly isDismissed: boolean;
  /** Whether the person has restored the checklist, also in an established business. */
  readonly isWanted: boolean;
}

/**
 * Reads the progress. A doctor counts if they have a name of their own, a court from the second or
 * its first part on, a price if a service has one in every open hour, a booking in any status, a
 * colleague from the invitation on, known people once a file of them or of bookings is brought in, the public
 * page while it is on.
 */
export const readProgress = statement<{ userId: string }, Progress>((db, { tenantId, userId }) => {
  const ofBusiness = sql<boolean>`tenant_id = ${tenantId}::uuid`;
  const own = sql<boolean>`${ofBusiness} and user_id = ${userId}::uuid`;
  return db.selectNoFrom([
    sql<boolean>`exists (select from users where id = ${userId}::uuid and btrim(full_name) <> '')`.as('name'),
    sql<boolean>`exists (select from resources
        where ${ofBusiness} and kind = 'practitioner' and archived_at is null and name_key <> fold_name(${defaultDoctor}))
      or exists (select from resources where ${ofBusiness} and kind = 'court' and archived_at is null offset 1)`.as(
      'resources',
    ),
    sql<boolean>`exists (select from services where ${ofBusiness} and archived_at is null
      and (price_paise is not null or ${isPricedByRules(tenantId)}))`.as('price'),
    sql<boolean>`exists (select from invitations where ${ofBusiness})
      or exists (select from memberships where ${ofBusiness} and user_id <> ${userId}::uuid)`.as('staff'),
    sql<boolean>`exists (select from imports where ${ofBusiness} and state in ('running', 'done'))`.as(
      'people',
    ),
    sql<boolean>`exists (select from appointments where ${ofBusiness})`.as('booking'),
    sql<boolean>`exists (select from online_booking where ${ofBusiness} and is_on)`.as('online'),
    sql<boolean>`exists (select from tenant_integrations where ${ofBusiness} and is_connected)`.as(
      'calendar',
    ),
    sql<string[]>`array(select step from memberships cross join unnest(skipped_setup_steps) as step
      where ${ofBusiness} and (step <> 'name' or user_id = ${userId}::uuid))`.as('skipped'),
    sql<boolean>`exists (select from appointments where ${ofBusiness} offset ${sql.lit(established - 1)} limit 1)`.as(
      'isEstablished',
    ),
    sql<boolean>`exists (select from memberships where ${own} and setup_checklist_dismissed_at > ${restored})`.as(
      'isDismissed',
    ),
    sql<boolean>`exists (select from memberships where ${own} and setup_checklist_dismissed_at = ${restored})`.as(
      'isWanted',
    ),
  ]);
});

/**
 * Matches a service whose rules give a price in every open half hour of the week, of whatever court.
 * A business without hours is open always.
 */
const isPricedByRules = (tenantId: string) => {
  const rules = sql`from price_rules where tenant_id = ${tenantId}::uuid and service_id = services.id`;
  const hours = sql`from weekly_hours where tenant_id = ${tenantId}::uuid and resource_id is null`;
  const isRule = isDuring(
    { from: sql`from_time`, to: sql`to_time` },
    (day) => sql`(weekdays = '{}' or ${day} = any(weekdays))`,
  );
  const isOpen = isDuring({ from: sql`opens`, to: sql`closes` }, (day) => sql`weekday = ${day}`);
  return sql<boolean>`(exists (select ${rules}) and not exists (
    select from generate_series(1, 7) as week(day), generate_series(0, 47) as halves(half),
      lateral (select time '00:00' + half * interval '30 minutes' as start) as starts
    where (not exists (select ${hours}) or exists (select ${hours} and ${isOpen})) and not exists (select ${rules} and ${isRule})))`;
};

type Part = RawBuilder<unknown>;

/** Matches a row whose range contains `start` on `day`; one that passes midnight belongs to its first day. */
function isDuring({ from, to }: { from: Part; to: Part }, isOn: (day: Part) => Part): Part {
  return sql`case when ${from} is null then ${isOn(sql`day`)}
    when ${from} < ${to} then ${from} <= start and start < ${to} and ${isOn(sql`day`)}
    when ${from} <= start then ${isOn(sql`day`)}
    else start < ${to} and ${isOn(sql`(day + 5) % 7 + 1`)} end`;
}

/** The number of bookings from which a business gets no checklist. */
const established = 10;

/** The dismissal's value after the person has restored the checklist. */
const restored = sql<Date>`timestamptz '-infinity'`;

interface Member {
  readonly userId: string;
}

export const saveSkip = statement<Member & { step: SetupStepName }, object>((db, values) =>
  updateMember(db, values)
    .set({ skipped_setup_steps: sql`array_append(skipped_setup_steps, ${values.step})` })
    .where(sql<boolean>`${values.step} <> all (skipped_setup_steps)`),
);

export const saveDismissal = statement<Member & { at: Date }, object>((db, values) =>
  updateMember(db, values).set({ setup_checklist_dismissed_at: values.at }),
);

/** Restores the checklist, with the steps that the person has skipped. */
export const saveRestoration = statement<Member, object>((db, values) =>
  updateMember(db, values).set({ setup_checklist_dismissed_at: restored, skipped_setup_steps: [] }),
);

function updateMember(db: QueryBuilder, { tenantId, userId }: Member & { tenantId: TenantId }) {
  return db.updateTable('memberships').where('tenant_id', '=', tenantId).where('user_id', '=', userId);
}
