import { sql } from 'kysely';
import { statement } from '../../../db/statement.ts';

/** A number that a doctor's queue has given. */
export interface TakenNumber {
  /** The day to which the number belongs. */
  readonly day: string;
  readonly number: number;
  /** The letter of the doctor; null until it has one. */
  readonly letter: string | null;
  /** Whether another doctor of the business gives numbers too. */
  readonly has_others: boolean;
}

/** The most people of an evening who keep their number after midnight. */
const mostKept = 500;

/**
 * Takes the next number of a doctor on a day, and locks the doctor until the transaction ends. A clock
 * that is behind takes one of the later day, so that no number is given twice. After midnight it passes over those
 * that people of the evening keep: who are still here, and whose arrival was undone. No row where the business gives none.
 */
export const takeNumber = statement<{ resourceId: string; day: string; from: Date; now: Date }, TakenNumber>(
  (_, { tenantId, resourceId, day, from, now }) => sql<TakenNumber>`update resources
    set token_day = greatest(token_day, ${day}::date),
      token_last = (select number from generate_series(1, ${sql.raw(String(mostKept))}) as step
        cross join lateral (select case when token_day >= ${day}::date then token_last else 0 end + step as number) as next
        where not exists (select from appointments as kept
          where kept.tenant_id = ${tenantId} and kept.resource_id = ${resourceId}
            and kept.token_day = greatest(resources.token_day, ${day}::date) - 1
            and kept.status = 'scheduled' and (kept.starts_at >= ${from}::timestamptz or kept.started_at >= ${from}::timestamptz
              or kept.arrived_at > ${now}::timestamptz - interval '8 hours')
            and ltrim(kept.token, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ') = number::text)
        order by number limit 1)
    where tenant_id = ${tenantId} and id = ${resourceId} and kind = 'practitioner'
      and (select gives_tokens from business_profiles where tenant_id = ${tenantId})
    returning token_day as day, token_last as number, token_letter as letter,
      exists (select from resources as other where other.tenant_id = ${tenantId} and other.id <> ${resourceId}
        and other.kind = 'practitioner' and (other.archived_at is null or other.token_day >= ${day}::date)) as has_others`,
);

/** Takes the number of the next letter of a business, and locks its profile until the transaction ends. */
export const takeLetter = statement<object, { letter: number }>(
  (_, { tenantId }) => sql<{ letter: number }>`update business_profiles
    set token_letters = greatest(token_letters, (
      select count(*)::int from resources where tenant_id = ${tenantId} and token_letter is not null)) + 1
    where tenant_id = ${tenantId} returning token_letters as letter`,
);

/** Gives a doctor its letter. */
export const writeLetter = statement<{ resourceId: string; letter: string }, object>(
  (db, { tenantId, resourceId, letter }) =>
    db
      .updateTable('resources')
      .set({ token_letter: letter })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', resourceId),
);
