import { sql } from 'kysely';
import type { Tx } from '../../../db/tenant.ts';

interface Person {
  readonly userId: string;
  readonly tenantId: string;
  readonly now: Date;
}

/** The name of a person as a practitioner. */
const nameOf = sql`left(coalesce(nullif(btrim(full_name), ''), split_part(email, '@', 1)), 120)`;

/**
 * Links the practitioner of the person's name who is no member yet. Returns its id; undefined
 * without one, and for a member who has one.
 */
export async function linkPractitioner(
  tx: Tx,
  { userId, tenantId, now }: Person,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`update resources set member_id = ${userId}, updated_at = ${now}
    where tenant_id = ${tenantId} and ${hasNone(userId, tenantId)} and id = (
      select id from resources
      where tenant_id = ${tenantId} and kind = 'practitioner' and archived_at is null and member_id is null
        and name_key = (select fold_name(${nameOf}) from users where users.id = ${userId})
      order by position, created_at, id limit 1)
    returning id`.execute(tx);
  return announced(tx, tenantId, rows);
}

/**
 * Adds a practitioner for the person as the last one of a clinic that has any. Returns its id;
 * undefined for a member who has one.
 */
export async function addPractitioner(
  tx: Tx,
  { userId, tenantId, now }: Person,
): Promise<string | undefined> {
  const { rows } = await sql<{
    id: string;
  }>`insert into resources (tenant_id, kind, name, member_id, position, created_at, updated_at)
    select ${tenantId}, 'practitioner', ${nameOf}, ${userId},
      (select max(position) + 1 from resources where tenant_id = ${tenantId}), ${now}, ${now}
    from users
    where users.id = ${userId} and ${hasNone(userId, tenantId)}
      and exists (select from resources where tenant_id = ${tenantId} and kind = 'practitioner')
    returning id`.execute(tx);
  return announced(tx, tenantId, rows);
}

/**
 * Unlinks the practitioner that a member was: nobody signs in as it any more. The reference to
 * memberships does the same on one PostgreSQL alone.
 */
export async function unlinkPractitioner(tx: Tx, { userId, tenantId }: Omit<Person, 'now'>): Promise<void> {
  await sql`update resources set member_id = null where tenant_id = ${tenantId} and member_id = ${userId}`.execute(
    tx,
  );
}

function hasNone(userId: string, tenantId: string) {
  return sql`not exists (select from resources as own
    where own.tenant_id = ${tenantId} and own.member_id = ${userId} and own.archived_at is null)`;
}

async function announced(
  tx: Tx,
  tenantId: string,
  [row]: readonly { readonly id: string }[],
): Promise<string | undefined> {
  if (!row) return undefined;
  await sql`select pg_notify('changes', ${`${tenantId} availability ${row.id} update`})`.execute(tx);
  return row.id;
}
