import { type Insertable, sql, type Updateable } from 'kysely';
import type { TimeSlot } from '../../../db/json-columns.ts';
import type { Schema } from '../../../db/schema.ts';
import { statement } from '../../../db/statement.ts';
import type { Tx } from '../../../db/tenant.ts';

export interface ProfileRow {
  readonly name: string;
  readonly time_slots: TimeSlot[];
  readonly operating_days: string[];
}

/** Returns false if the business is set up. Concurrent requests wait. */
export async function completeProfile(
  tx: Tx,
  { tenant_id, email, ...profile }: Insertable<Schema['business_profiles']>,
) {
  const written = await tx
    .insertInto('business_profiles')
    .values({ tenant_id, email, ...profile })
    .onConflict((conflict) =>
      conflict
        .column('tenant_id')
        .doUpdateSet(profile)
        .where('business_profiles.onboarding_completed', '=', false),
    )
    .returning('tenant_id')
    .executeTakeFirst();
  return written !== undefined;
}

/** Activates a pending business; any other status stays. */
export async function activateTenant(tx: Tx, tenantId: string, name: string | null) {
  await tx
    .updateTable('tenants')
    .set({
      status: sql`case when status = 'pending' then 'active' else status end`,
      ...(name !== null && { name }),
    })
    .where('id', '=', tenantId)
    .execute();
}

export const readProfile = statement<object, ProfileRow>((db, { tenantId }) =>
  db
    .selectFrom('business_profiles')
    .innerJoin('tenants', 'tenants.id', 'business_profiles.tenant_id')
    .select(['tenants.name', 'business_profiles.time_slots', 'business_profiles.operating_days'])
    .where('business_profiles.tenant_id', '=', tenantId),
);

export async function updateProfile(
  tx: Tx,
  tenantId: string,
  changes: Updateable<Schema['business_profiles']>,
) {
  await tx.updateTable('business_profiles').set(changes).where('tenant_id', '=', tenantId).execute();
}

/** Gives the business its doctors or court, first service and weekly hours. */
export async function beginTimes(tx: Tx, tenantId: string) {
  await sql`select begin_times(${tenantId})`.execute(tx);
}

/** Replaces the business's weekly hours. */
export async function writeHours(
  tx: Tx,
  tenantId: string,
  hours: readonly { readonly weekday: number; readonly opens: string; readonly closes: string }[],
) {
  await deleteHours(tx, tenantId);
  for (const each of hours)
    await tx
      .insertInto('weekly_hours')
      .values({ tenant_id: tenantId, ...each })
      .execute();
}

async function deleteHours(tx: Tx, tenantId: string) {
  await tx
    .deleteFrom('weekly_hours')
    .where('tenant_id', '=', tenantId)
    .where('resource_id', 'is', null)
    .execute();
}

/** Replaces the weekly hours with those of the profile's words: every slot on every day. */
export async function writeHoursOfWords(tx: Tx, tenantId: string) {
  await deleteHours(tx, tenantId);
  await sql`insert into weekly_hours (tenant_id, weekday, opens, closes)
    select tenant_id, words.weekday, words.opens, words.closes
    from business_profiles cross join lateral hours_of_words(time_slots, operating_days) as words
    where tenant_id = ${tenantId} returning id`.execute(tx);
}

export async function renameTenant(tx: Tx, tenantId: string, name: string) {
  await tx.updateTable('tenants').set({ name }).where('id', '=', tenantId).execute();
}
