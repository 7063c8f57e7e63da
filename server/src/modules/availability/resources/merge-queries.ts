import { sql } from 'kysely';
import type { TenantId, Tx } from '../../../db/tenant.ts';

interface Merged {
  readonly from: string;
  readonly to: string;
  readonly now: Date;
}

/**
 * Gives one resource's services, prices, own hours (where the other has none) and exceptions that
 * are not over to another.
 */
export async function giveOver(tx: Tx, tenantId: TenantId, { from, to, now }: Merged): Promise<void> {
  await sql`with gone as (
      delete from service_resources where tenant_id = ${tenantId} and resource_id = ${from} returning service_id
    ) insert into service_resources (tenant_id, service_id, resource_id) select ${tenantId}, service_id, ${to} from gone
      on conflict do nothing returning service_id`.execute(tx);
  await sql`with gone as (
      delete from hour_exceptions where tenant_id = ${tenantId} and resource_id = ${from} and ends_at > ${now}
      returning tenant_id, kind, starts_at, ends_at, reason, created_by, created_at
    ) insert into hour_exceptions (tenant_id, id, kind, resource_id, starts_at, ends_at, reason, created_by, created_at)
      select tenant_id, gen_random_uuid(), kind, ${to}, starts_at, ends_at, reason, created_by, created_at from gone returning id`.execute(
    tx,
  );
  await sql`insert into weekly_hours (tenant_id, resource_id, weekday, opens, closes)
    select tenant_id, ${to}, weekday, opens, closes from weekly_hours where tenant_id = ${tenantId} and resource_id = ${from}
      and not exists (select from weekly_hours as own where own.tenant_id = ${tenantId} and own.resource_id = ${to}) returning id`.execute(
    tx,
  );
  await sql`delete from weekly_hours where tenant_id = ${tenantId} and resource_id = ${from}`.execute(tx);
  // Deleted and written again: prices are never updated, only replaced.
  const { rows } =
    await sql<object>`delete from price_rules where tenant_id = ${tenantId} and resource_id = ${from}
    returning service_id, position, weekdays, from_time, to_time, price_paise`.execute(tx);
  await sql`insert into price_rules (tenant_id, service_id, position, resource_id, weekdays, from_time, to_time, price_paise)
    select ${tenantId}, service_id, position, ${to}, weekdays, from_time, to_time, price_paise
    from json_to_recordset(${JSON.stringify(rows)}::json) as listed (service_id uuid, position smallint, weekdays smallint[],
      from_time time, to_time time, price_paise int) returning position`.execute(tx);
}
