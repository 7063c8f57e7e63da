import { sql } from 'kysely';
import type { Tx } from '../../../db/tenant.ts';

interface Person {
  readonly userId: string;
  readonly tenantId: string;
  readonly now: Date;
}

/** The name of a person as a practitioner. */
const practitionerName = sql`left(coalesce(nullif(btrim(full_name), ''), split_part(email, '@', 1)), 120)`;

/** Matches a practitioner that takes bookings and has no member. */
const isFree = sql<boolean>`kind = 'practitioner' and archived_at is null and member_id is null`;

/** Locks a practitioner, and returns whether it is free. */
export async function isFreePractitioner(tx: Tx, tenantId: string, id: string) {
  const found = await tx
    .selectFrom('resources')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where(isFree)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Links a free practitioner to the person: the chosen one, or the one with their name. Returns
 * undefined if there is none, and for a member who has one.
 */
export async function linkPractitioner(tx: Tx, { userId, tenantId, now }: Person, chosen?: string) {
  const isMeant =
    chosen === undefined
      ? sql`name_key = (select fold_name(${practitionerName}) from users where users.id = ${userId})`
      : sql`id = ${chosen}::uuid`;
  const { rows } = await sql<{ id: string }>`update resources set member_id = ${userId}, updated_at = ${now}
    where tenant_id = ${tenantId} and ${hasNone(userId, tenantId)} and id = (
      select id from resources
      where tenant_id = ${tenantId} and ${isFree} and ${isMeant}
      order by position, created_at, id limit 1)
    returning id`.execute(tx);
  return announced(tx, tenantId, rows[0]?.id);
}

/**
 * Adds a practitioner as the last one of a clinic that has any; returns undefined for a member who
 * has one.
 */
export async function addPractitioner(tx: Tx, { userId, tenantId, now }: Person) {
  const { rows } = await sql<{
    id: string;
  }>`insert into resources (tenant_id, kind, name, member_id, position, created_at, updated_at)
    select ${tenantId}, 'practitioner', ${practitionerName}, ${userId},
      (select max(position) + 1 from resources where tenant_id = ${tenantId}), ${now}, ${now}
    from users
    where users.id = ${userId} and ${hasNone(userId, tenantId)}
      and exists (select from resources where tenant_id = ${tenantId} and kind = 'practitioner')
    returning id`.execute(tx);
  return announced(tx, tenantId, rows[0]?.id);
}

function hasNone(userId: string, tenantId: string) {
  return sql`not exists (select from resources as own
    where own.tenant_id = ${tenantId} and own.member_id = ${userId} and own.archived_at is null)`;
}

async function announced(tx: Tx, tenantId: string, id: string | undefined) {
  if (id) await sql`select pg_notify('changes', ${`${tenantId} availability ${id} update`})`.execute(tx);
  return id;
}
