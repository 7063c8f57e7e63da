import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely';
import type { HourExceptions, PriceRules, Schema, WeeklyHours } from '../../../db/schema.ts';
import { deleteRows, everyColumn, type InTenant, statement, updateRows } from '../../../db/statement.ts';
import { getUnknownChange } from '../../../db/database.ts';
import { announceAtCommit, type TenantId, type Tx } from '../../../db/tenant.ts';
import { countChanged, run, writeTogether } from '../../../db/transaction.ts';

const columns = [
  'id',
  'kind',
  'name',
  'name_key',
  'colour',
  'whole_id',
  'member_id',
  'position',
  'archived_at',
] as const;

/** A resource or a part of one. */
export type ResourceRow = Pick<Selectable<Schema['resources']>, (typeof columns)[number]>;

/** A resource or a part as strangers see it. */
type ResourceName = Pick<ResourceRow, 'id' | 'name' | 'whole_id' | 'archived_at'>;

/** Lists them in their order, archived ones too. */
export const listResourceNames = statement<object, ResourceName>((db, { tenantId }) =>
  db
    .selectFrom('resources')
    .select(['id', 'name', 'whole_id', 'archived_at'])
    .where('tenant_id', '=', tenantId)
    .orderBy('position')
    .orderBy('created_at')
    .orderBy('id'),
);

/** Lists every resource and part in its order, archived ones last. */
export const listResourceRows = statement<object, ResourceRow>((db, { tenantId }) =>
  db
    .selectFrom('resources')
    .select(columns)
    .where('tenant_id', '=', tenantId)
    .orderBy(sql`archived_at is not null`)
    .orderBy('position')
    .orderBy('created_at')
    .orderBy('id'),
);

/** Finds a member of the business by the person's id. */
export const findMember = statement<{ userId: string }, { user_id: string }>((db, { tenantId, userId }) =>
  db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select('memberships.user_id')
    .where('memberships.tenant_id', '=', tenantId)
    .where('memberships.user_id', '=', userId)
    .where('users.deleted_at', 'is', null),
);

interface NewResource extends Pick<
  Insertable<Schema['resources']>,
  'kind' | 'name' | 'colour' | 'member_id' | 'created_at'
> {
  readonly whole_id: string | null;
}

/** Inserts a resource or a part as the last one of its siblings. */
export const insertResource = statement(
  (_, { tenantId, kind, name, colour, member_id, created_at, whole_id }: InTenant & NewResource) => sql<{
    id: string;
  }>`
    insert into resources (tenant_id, kind, name, colour, member_id, whole_id, created_at, updated_at, position)
    select ${tenantId}, ${kind}, ${name}, ${colour}, ${member_id}, ${whole_id}, ${created_at}, ${created_at}, coalesce(max(position) + 1, 0)
    from resources where tenant_id = ${tenantId} and whole_id is not distinct from ${whole_id}::uuid
    returning id`,
);

export function updateResource(tenantId: TenantId, id: string, changes: Updateable<Schema['resources']>) {
  return updateRows('resources', { tenant_id: tenantId, id }, changes);
}

interface Renamed {
  readonly id: string;
  readonly name: string;
  readonly now: Date;
}

/** Writes a practitioner's name into its future scheduled bookings. Returns how many. */
export async function renameInBookings(tx: Tx, work: { readonly tenantId: TenantId }, renamed: Renamed) {
  announceAtCommit(tx, getUnknownChange(work.tenantId));
  return countChanged(tx, work, renameBookings(renamed));
}

const renameBookings = statement((db, { tenantId, id, name, now }: InTenant & Renamed) =>
  db
    .updateTable('appointments')
    .set({ doctor: name, updated_at: now })
    .where('tenant_id', '=', tenantId)
    .where('resource_id', '=', id)
    .where('status', '=', 'scheduled')
    .where('starts_at', '>=', now)
    .where('doctor', 'is distinct from', name),
);

interface Merged {
  readonly from: string;
  readonly to: string;
  readonly now: Date;
}

/**
 * Gives one resource's services, prices, weekly hours (if the other has none) and coming exceptions
 * to another.
 */
export async function giveOver(tx: Tx, work: { readonly tenantId: TenantId }, merged: Merged) {
  const own = { tenant_id: work.tenantId, resource_id: merged.from };
  await writeTogether(tx, work, [
    giveServices(merged),
    giveExceptions(merged),
    giveHours(merged),
    deleteRows('weekly_hours', own),
  ]);
  // Prices are never updated, only replaced. Each keeps its position: of those that match the last wins.
  const rules = await run(tx, work, takeRules(merged));
  await run(tx, work, insertRules({ to: merged.to, rules: JSON.stringify(rules) }));
}

const giveServices = statement(
  (_, { tenantId, from, to }: InTenant & Merged) => sql`with gone as (
      delete from service_resources where tenant_id = ${tenantId} and resource_id = ${from} returning service_id
    ) insert into service_resources (tenant_id, service_id, resource_id) select ${tenantId}, service_id, ${to} from gone
      on conflict do nothing returning service_id`,
);

const exceptionColumns = listed(
  everyColumn<Omit<HourExceptions, 'tenant_id' | 'id' | 'resource_id'>>({
    kind: true,
    starts_at: true,
    ends_at: true,
    reason: true,
    created_by: true,
    created_at: true,
  }),
);

const giveExceptions = statement(
  (_, { tenantId, from, to, now }: InTenant & Merged) => sql`with gone as (
      delete from hour_exceptions where tenant_id = ${tenantId} and resource_id = ${from} and ends_at > ${now}
      returning tenant_id, ${exceptionColumns}
    ) insert into hour_exceptions (tenant_id, id, resource_id, ${exceptionColumns})
      select tenant_id, gen_random_uuid(), ${to}, ${exceptionColumns} from gone returning id`,
);

const hoursColumns = listed(
  everyColumn<Omit<WeeklyHours, 'tenant_id' | 'id' | 'resource_id'>>({
    weekday: true,
    opens: true,
    closes: true,
  }),
);

const giveHours = statement(
  (
    _,
    { tenantId, from, to }: InTenant & Merged,
  ) => sql`insert into weekly_hours (tenant_id, resource_id, ${hoursColumns})
    select tenant_id, ${to}, ${hoursColumns} from weekly_hours where tenant_id = ${tenantId} and resource_id = ${from}
      and not exists (select from weekly_hours as own where own.tenant_id = ${tenantId} and own.resource_id = ${to}) returning id`,
);

/** The columns of a price rule that stay with another resource, with their types. */
const ruleTypes: Record<Exclude<keyof PriceRules, 'tenant_id' | 'resource_id'>, string> = {
  service_id: 'uuid',
  position: 'smallint',
  weekdays: 'smallint[]',
  from_time: 'time',
  to_time: 'time',
  price_paise: 'int',
};
const ruleColumns = listed(Object.keys(ruleTypes));

const takeRules = statement(
  (_, { tenantId, from }: InTenant & Merged) => sql`
    delete from price_rules where tenant_id = ${tenantId} and resource_id = ${from} returning ${ruleColumns}`,
);

const insertRules = statement(
  (_, { tenantId, to, rules }: InTenant & { to: string; rules: string }) => sql`
    insert into price_rules (tenant_id, resource_id, ${ruleColumns}) select ${tenantId}, ${to}, ${ruleColumns}
    from json_to_recordset(${rules}::json) as listed (${sql.join(
      Object.entries(ruleTypes).map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`),
    )}) returning position`,
);

function listed(columns: readonly string[]): RawBuilder<unknown> {
  return sql.join(columns.map((name) => sql.ref(name)));
}
