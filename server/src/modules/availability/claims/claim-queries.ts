import { sql } from 'kysely';
import { statement } from '../../../db/statement.ts';

/** A new claim. */
export interface NewClaim {
  readonly resource_id: string;
  readonly starts_at: Date;
  readonly ends_at: Date;
  readonly overbooked: boolean;
}

/** Claims a locked unit; refused if another claim overlaps. */
export const insertClaim = statement<NewClaim & { appointment_id: string }, object>((db, values) =>
  db.insertInto('claims').values({
    tenant_id: values.tenantId,
    resource_id: values.resource_id,
    appointment_id: values.appointment_id,
    starts_at: values.starts_at,
    ends_at: values.ends_at,
    overbooked: values.overbooked,
    expires_at: null,
  }),
);

/** Holds a locked unit until an instant; refused if another claim overlaps. */
export const insertHold = statement<NewClaim & { heldBy: string; until: Date }, object>((db, values) =>
  db.insertInto('claims').values({
    tenant_id: values.tenantId,
    resource_id: values.resource_id,
    starts_at: values.starts_at,
    ends_at: values.ends_at,
    overbooked: false,
    held_by: values.heldBy,
    expires_at: values.until,
  }),
);

/** Gives up all holds of a visitor or a request. */
export const deleteHolds = statement<{ heldBy: string }, object>(
  (_, { tenantId, heldBy }) => sql`delete from claims
    where tenant_id = ${tenantId} and held_by = ${heldBy}::uuid and appointment_id is null`,
);

/** Keeps all holds of a visitor or a request until another instant. */
export const extendHolds = statement<{ heldBy: string; until: Date }, object>(
  (_, { tenantId, heldBy, until }) => sql`update claims set expires_at = ${until}
    where tenant_id = ${tenantId} and held_by = ${heldBy}::uuid and appointment_id is null`,
);

/** Finds until when a visitor holds a time that begins then. */
export const findHoldEnd = statement<
  { heldBy: string; date: string; time: string; now: Date },
  { readonly until: Date }
>(
  (_, { tenantId, heldBy, date, time, now }) => sql<{ until: Date }>`select expires_at as until from claims
    where tenant_id = ${tenantId} and held_by = ${heldBy}::uuid and expires_at > ${now}
      and tstzrange(starts_at, ends_at) @> (${date}::date + ${time}::time) at time zone 'Asia/Kolkata' limit 1`,
);

/** Gives up the claims of a locked booking. */
export const deleteClaimsOf = statement<{ appointmentId: string }, object>(
  (_, { tenantId, appointmentId }) => sql`delete from claims
    where tenant_id = ${tenantId} and appointment_id = ${appointmentId}::uuid`,
);

/** Deletes holds that have ended. */
export const deleteClaims = statement<{ ids: readonly string[] }, object>(
  (_, { tenantId, ids }) =>
    sql`delete from claims where tenant_id = ${tenantId} and id = any (${ids}::uuid[])`,
);
