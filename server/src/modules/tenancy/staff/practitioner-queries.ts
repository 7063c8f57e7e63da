import { sql } from 'kysely';
import { statement } from '../../../db/statement.ts';
import { run, type Tx } from '../../../db/transaction.ts';
import { notifyChange } from '../businesses/queries.ts';

interface Person {
  readonly userId: string;
  readonly now: Date;
}

/** The name of a person as a practitioner. */
const practitionerName = sql`left(coalesce(nullif(btrim(full_name), ''), split_part(email, '@', 1)), 120)`;

/** Matches a practitioner that takes bookings and has no member. */
const isFree = sql<boolean>`kind = 'practitioner' and archived_at is null and member_id is null`;

/** Locks a practitioner that is free. */
export const lockFreePractitioner = statement<{ id: string }, object>((db, { tenantId, id }) =>
  db
    .selectFrom('resources')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where(isFree)
    .forNoKeyUpdate(),
);

const link = statement<Person & { chosen: string | undefined }, { id: string }, { isChosen: boolean }>(
  (_, { tenantId, userId, now, chosen }, { isChosen }) => {
    const isMeant = isChosen
      ? sql`id = ${chosen}::uuid`
      : sql`name_key = (select fold_name(${practitionerName}) from users where users.id = ${userId})`;
    return sql<{ id: string }>`update resources set member_id = ${userId}, updated_at = ${now}
      where tenant_id = ${tenantId} and ${hasNone(userId, tenantId)} and id = (
        select id from resources
        where tenant_id = ${tenantId} and ${isFree} and ${isMeant}
        order by position, created_at, id limit 1)
      returning id`;
  },
);

type InBusiness = Person & { readonly tenantId: string };

/**
 * Links a free practitioner to the person: the chosen one, or the one with their name. Returns
 * undefined if there is none, and for a member who has one.
 */
export async function linkPractitioner(tx: Tx, person: InBusiness, chosen?: string) {
  return announced(
    tx,
    person,
    await run(tx, person, link({ ...person, chosen }, { isChosen: chosen !== undefined })),
  );
}

const add = statement<Person, { id: string }>(
  (_, { tenantId, userId, now }) => sql<{
    id: string;
  }>`insert into resources (tenant_id, kind, name, member_id, position, created_at, updated_at)
    select ${tenantId}, 'practitioner', ${practitionerName}, ${userId},
      (select max(position) + 1 from resources where tenant_id = ${tenantId}), ${now}, ${now}
    from users
    where users.id = ${userId} and ${hasNone(userId, tenantId)}
      and exists (select from resources where tenant_id = ${tenantId} and kind = 'practitioner')
    returning id`,
);

/**
 * Adds a practitioner as the last one of a clinic that has any; returns undefined for a member who
 * has one.
 */
export async function addPractitioner(tx: Tx, person: InBusiness) {
  return announced(tx, person, await run(tx, person, add(person)));
}

function hasNone(userId: string, tenantId: string) {
  return sql`not exists (select from resources as own
    where own.tenant_id = ${tenantId} and own.member_id = ${userId} and own.archived_at is null)`;
}

async function announced(tx: Tx, { tenantId }: InBusiness, [changed]: readonly { id: string }[]) {
  if (changed)
    await run(tx, { tenantId }, notifyChange({ payload: `${tenantId} availability ${changed.id} update` }));
  return changed?.id;
}
