import { type RawBuilder, sql } from 'kysely';
import type { TenantId } from '../../../db/tenant.ts';

/**
 * What a booking does with claims: nothing, give up its own, or claim a time (again) in place of
 * them.
 */
export type Claiming = 'nothing' | 'gives up' | 'claims' | 'claims again';

/** The values of a statement that claims. */
export interface ClaimValues {
  /** Resources in their order, as JSON: the first free one is claimed. */
  readonly candidates: string;
  /** With buffers. */
  readonly claimFrom: Date;
  readonly claimTo: Date;
  /** Whether the time may be taken: then the first candidate is claimed over it. */
  readonly isOver: boolean;
  readonly claimedAt: Date;
}

/** What a statement answers about its claims. */
export interface ClaimAnswer {
  /** The position of the claimed candidate; null where none was free. */
  readonly place: number | null;
  /** Whether all of its units were claimed. Otherwise the transaction has to be undone. */
  readonly is_claimed: boolean;
}

type OfBooking = { readonly tenantId: TenantId; readonly id: string };

/**
 * The parts of a statement that claim the units of one resource for a booking, in the order of
 * their ids, before it writes the booking: the part `claims_made` has one row with the resource,
 * its price, and whether all of it was free. A unit that another transaction has just claimed is
 * waited for, and then found taken (decision 0047).
 *
 * @param allowed a condition without which nothing is claimed
 */
export function claimingParts(
  values: ClaimValues & OfBooking,
  {
    claiming,
    allowed,
  }: { readonly claiming: 'claims' | 'claims again'; readonly allowed: RawBuilder<unknown> },
): RawBuilder<unknown> {
  const { tenantId, id, claimFrom, claimTo, isOver, claimedAt } = values;
  const reached = sql`claims.tenant_id = ${tenantId} and claims.resource_id = units.unit_id and claims.starts_at < ${claimTo}
    and claims.starts_at > ${claimFrom}::timestamptz - interval '20 hours' and claims.ends_at > ${claimFrom}`;
  const again = claiming === 'claims again';
  return sql`candidates as materialized (
      select place, id, price from json_to_recordset(${values.candidates}::json) as listed (place int, id uuid, price int)
    ), units as materialized (
      select candidates.place, coalesce(parts.id, candidates.id) as unit_id from candidates
      left join resources as parts on parts.tenant_id = ${tenantId} and parts.whole_id = candidates.id and parts.archived_at is null
    ), chosen as materialized (
      select min(place) as place from candidates where ${allowed} and (${isOver}::boolean or not exists (
        select from units join claims on ${reached}
        where units.place = candidates.place and (claims.expires_at is null or claims.expires_at > ${claimedAt})
          and claims.appointment_id is distinct from ${id}::uuid))
    ), ${again ? sql`${freedClaims(values)},` : sql``} stale as (
      delete from claims where tenant_id = ${tenantId} and claims.id = any (array(
        select claims.id from units join claims on ${reached}
        where units.place = (select place from chosen) and claims.expires_at <= ${claimedAt} order by claims.resource_id, claims.id for update of claims))
      returning claims.id
    ), claimed as materialized (
      select insert_claim(${tenantId}::uuid, unit_id, ${id}::uuid, ${claimFrom}::timestamptz, ${claimTo}::timestamptz, ${isOver}::boolean) as is_new from (
        select unit_id from units
        where place = (select place from chosen) and (select count(*) from stale) >= 0 ${again ? sql`and (select count(*) from freed) >= 0` : sql``}
        order by unit_id offset 0) as wanted
    ), claims_made as materialized (
      select chosen.place, candidates.id as resource_id, candidates.price,
        chosen.place is not null and (select count(*) from claimed where is_new) = (select count(*) from units where units.place = chosen.place) as is_claimed
      from chosen left join candidates on candidates.place = chosen.place
    )`;
}

/**
 * The part of a statement that gives up the claims of a booking which an earlier statement has
 * locked.
 */
function freedClaims({ tenantId, id }: OfBooking): RawBuilder<unknown> {
  return sql`freed as (delete from claims where tenant_id = ${tenantId} and appointment_id = ${id}::uuid returning claims.id)`;
}

/**
 * The same where nothing is claimed in their place: it locks their units first, in the order of
 * their ids.
 */
export function givingUpParts(values: OfBooking): RawBuilder<unknown> {
  const { tenantId, id } = values;
  return sql`given_up as materialized (
      select id from resources where tenant_id = ${tenantId}
        and id in (select resource_id from claims where tenant_id = ${tenantId} and appointment_id = ${id}::uuid)
      order by id for no key update
    ), freed as (
      delete from claims where tenant_id = ${tenantId} and appointment_id = ${id}::uuid and (select count(*) from given_up) >= 0
      returning claims.id
    )`;
}
