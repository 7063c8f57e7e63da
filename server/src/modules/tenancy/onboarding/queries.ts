import { type Selectable, sql, type Updateable } from 'kysely';
import type { TimeSlot } from '../../../db/json-columns.ts';
import type { Schema } from '../../../db/schema.ts';
import { pick, statement, updateRows } from '../../../db/statement.ts';

export interface ProfileRow {
  readonly name: string;
  readonly time_slots: TimeSlot[];
  readonly operating_days: string[];
}

const profileColumns = [
  'business_type',
  'business_name',
  'time_slots',
  'operating_days',
  'onboarding_completed',
  'updated_at',
] as const;
type Profile = Selectable<Schema['business_profiles']>;
type SetUp = Omit<Pick<Profile, (typeof profileColumns)[number]>, 'time_slots'> & { time_slots: string };

/** Answers no row if the business is set up. Concurrent requests wait. */
export const completeProfile = statement<SetUp & { email: string }, object>((db, values) => {
  const profile = pick(values, profileColumns);
  return db
    .insertInto('business_profiles')
    .values({ tenant_id: values.tenantId, email: values.email, ...profile })
    .onConflict((conflict) =>
      conflict
        .column('tenant_id')
        .doUpdateSet(profile)
        .where('business_profiles.onboarding_completed', '=', false),
    )
    .returning('tenant_id');
});

/** Activates a pending business; any other status stays. A name that is null stays too. */
export const activateTenant = statement<{ name: string | null }, object>(
  (_, { tenantId, name }) => sql`update tenants set name = coalesce(${name}, name),
      status = case when status = 'pending' then 'active' else status end
    where id = ${tenantId}`,
);

export const readProfile = statement<object, ProfileRow>((db, { tenantId }) =>
  db
    .selectFrom('business_profiles')
    .innerJoin('tenants', 'tenants.id', 'business_profiles.tenant_id')
    .select(['tenants.name', 'business_profiles.time_slots', 'business_profiles.operating_days'])
    .where('business_profiles.tenant_id', '=', tenantId),
);

/** Writes the columns that are given. */
export function updateProfile(tenantId: string, changes: Updateable<Schema['business_profiles']>) {
  return updateRows('business_profiles', { tenant_id: tenantId }, changes);
}

/** Gives the business its doctors or court, first service and weekly hours. */
export const beginTimes = statement<object, object>(
  (_, { tenantId }) => sql`select begin_times(${tenantId})`,
);

/** Deletes the weekly hours of the business. */
export const deleteHours = statement<object, object>((db, { tenantId }) =>
  db.deleteFrom('weekly_hours').where('tenant_id', '=', tenantId).where('resource_id', 'is', null),
);

/** Inserts the hours of a JSON array. */
export const insertHours = statement<{ hours: string }, object>(
  (_, { tenantId, hours }) => sql`insert into weekly_hours (tenant_id, weekday, opens, closes)
    select ${tenantId}, weekday, opens, closes
    from json_to_recordset(${hours}) as listed (weekday smallint, opens time, closes time)
    returning id`,
);

/** Inserts the hours of the profile's words: every slot on every day. */
export const insertHoursOfWords = statement<object, object>(
  (_, { tenantId }) => sql`insert into weekly_hours (tenant_id, weekday, opens, closes)
    select tenant_id, words.weekday, words.opens, words.closes
    from business_profiles cross join lateral hours_of_words(time_slots, operating_days) as words
    where tenant_id = ${tenantId} returning id`,
);

export function renameTenant(tenantId: string, name: string) {
  return updateRows('tenants', { id: tenantId }, { name });
}
