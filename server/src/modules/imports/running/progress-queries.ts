import type { BusinessType } from '@samay/contract/core/roles';
import type { ImportState } from '@samay/contract/imports/imports';
import type { ImportKind } from '@samay/contract/imports/rows';
import { sql } from 'kysely';
import { statement } from '../../../db/statement.ts';

/** The states in which a job has work to do. */
export type PendingState = 'checking' | 'running' | 'undoing';

export interface PendingImport {
  readonly tenant_id: string;
  readonly id: string;
  readonly business_type: BusinessType;
}

/** Lists the imports of all businesses that wait for a server, the oldest first. */
export const listPending = statement<{ now: Date }, PendingImport>(
  (_, { now }) => sql<PendingImport>`select imports.tenant_id, imports.id, profile.business_type
    from imports join tenants on tenants.id = imports.tenant_id
    join business_profiles as profile on profile.tenant_id = imports.tenant_id
    where imports.state in ('checking', 'running', 'undoing') and tenants.deleted_at is null
      and profile.business_type is not null
      and (imports.lease_until is null or imports.lease_until <= ${now})
    order by imports.added_at limit 10`,
);

/** An import in the try that a server has leased: a later try belongs to another one. */
export interface Attempt {
  readonly id: string;
  readonly attempts: number;
}

interface LeasedImport {
  readonly attempts: number;
  /** The owner who started its run; null before. */
  readonly started_by: string | null;
  readonly state: PendingState;
  readonly kind: ImportKind;
  /** Whether people are reminded of the bookings to come that it brings in. */
  readonly gets_reminders: boolean;
}

/** An import on which this server works. */
export interface Importing extends LeasedImport {
  readonly id: string;
  readonly businessType: BusinessType;
}

/** Leases an import that waits, and counts the try; none where another server works on it at this moment. */
export const leaseImport = statement<{ id: string; now: Date; leaseUntil: Date }, LeasedImport>(
  (_, { tenantId, id, now, leaseUntil }) => sql<LeasedImport>`update imports
    set lease_until = ${leaseUntil}, attempts = attempts + 1
    where tenant_id = ${tenantId} and id = (
      select imports.id from imports where imports.tenant_id = ${tenantId} and imports.id = ${id}
        and imports.state in ('checking', 'running', 'undoing')
        and (imports.lease_until is null or imports.lease_until <= ${now})
      for update skip locked)
    returning attempts, state, kind, started_by, gets_reminders`,
);

/** Locks an import that this server has leased, with the line up to which it is handled. */
export const lockLeased = statement<Attempt & { state: PendingState }, { line: number }>(
  (_, { tenantId, id, attempts, state }) => sql<{ line: number }>`select line from imports
    where tenant_id = ${tenantId} and id = ${id} and attempts = ${attempts} and state = ${state} for update`,
);

export interface NextLines {
  readonly from: number | null;
  readonly to: number | null;
  readonly rows: number;
}

/** Finds the next lines of an import. One row, of nulls where none is left. */
export const readNextLines = statement<{ id: string; limit: number }, NextLines>(
  (
    _,
    { tenantId, id, limit },
  ) => sql<NextLines>`select min(line) as "from", max(line) as "to", count(*)::int as rows from (
      select import_rows.line from import_rows where import_rows.tenant_id = ${tenantId}::uuid
        and import_rows.import_id = ${id}::uuid and import_rows.line > (
          select imports.line from imports where imports.tenant_id = ${tenantId}::uuid and imports.id = ${id}::uuid)
      order by import_rows.line limit ${limit}
    ) as next`,
);

/** Notes how far an import is, and extends its lease. */
export const noteLine = statement<{ id: string; line: number; rows: number; leaseUntil: Date }, object>(
  (_, { tenantId, id, line, rows, leaseUntil }) => sql`update imports
    set line = ${line}, handled = handled + ${rows}::int, lease_until = ${leaseUntil}
    where tenant_id = ${tenantId} and id = ${id}`,
);

/** Ends what was done with an import, and counts its rows by outcome. */
export const endState = statement<{ id: string; state: ImportState; doneAt: Date | null }, object>(
  (_, { tenantId, id, state, doneAt }) => sql`update imports
    set state = ${state}, line = 0, lease_until = null, done_at = coalesce(${doneAt}::timestamptz, done_at),
      handled = total, counts = (
        select jsonb_build_object(
          'new', count(*) filter (where outcome = 'new'), 'same', count(*) filter (where outcome = 'same'),
          'household', count(*) filter (where outcome = 'household'), 'changed', count(*) filter (where outcome = 'changed'),
          'refused', count(*) filter (where outcome = 'refused'), 'removed', count(*) filter (where state = 'undone'),
          'stayed', count(*) filter (where state = 'stayed'))
        from import_rows where import_rows.tenant_id = ${tenantId} and import_rows.import_id = ${id}::uuid)
    where tenant_id = ${tenantId} and id = ${id}`,
);

/** Lets another server, or this one, continue from an instant on. */
export const endLease = statement<Attempt & { until: Date | null }, object>(
  (_, { tenantId, id, attempts, until }) => sql`update imports set lease_until = ${until}::timestamptz
    where tenant_id = ${tenantId} and id = ${id} and attempts = ${attempts}
      and state in ('checking', 'running', 'undoing')`,
);
