import type { ImportState, StayedBecause } from '@samay/contract/imports/imports';
import type { ImportKind, RowOutcome, RowProblem } from '@samay/contract/imports/rows';
import { sql } from 'kysely';
import type { TenantId } from '../../../db/tenant.ts';
import { statement } from '../../../db/statement.ts';

interface ImportedRows {
  readonly new: number;
  readonly same: number;
  readonly household: number;
  readonly changed: number;
  readonly refused: number;
  readonly removed: number;
  readonly stayed: number;
}

/** An import with the name of the colleague who added it. */
export interface ImportOverview {
  readonly id: string;
  readonly kind: ImportKind;
  readonly file_name: string;
  readonly heads: string[];
  readonly added_at: Date;
  readonly name: string | null;
  readonly state: ImportState;
  readonly failure: string | null;
  readonly total: number;
  readonly handled: number;
  readonly counts: ImportedRows | null;
  readonly done_at: Date | null;
}

function selectImports(tenantId: TenantId) {
  return sql`select imports.id, kind, file_name, heads, added_at, coalesce(nullif(full_name, ''), email) as name, state,
      failure, total, handled, counts, done_at
    from imports left join users on users.id = imports.added_by
    where imports.tenant_id = ${tenantId}`;
}

export const listLatestImports = statement<{ limit: number }, ImportOverview>(
  (_, { tenantId, limit }) => sql<ImportOverview>`${selectImports(tenantId)}
    order by added_at desc, imports.id limit ${limit}`,
);

export const readImport = statement<{ id: string }, ImportOverview>(
  (_, { tenantId, id }) => sql<ImportOverview>`${selectImports(tenantId)} and imports.id = ${id}::uuid`,
);

/** Locks an import, so that it is started or undone once. */
export const lockImport = statement<{ id: string }, { state: ImportState; done_at: Date | null }>(
  (_, { tenantId, id }) => sql<{
    state: ImportState;
    done_at: Date | null;
  }>`select state, done_at from imports
    where tenant_id = ${tenantId} and id = ${id} for update`,
);

/** Counts the imports of the business that run or are undone. */
export const countBusy = statement<object, { busy: number }>(
  (_, { tenantId }) => sql<{ busy: number }>`select count(*)::int as busy from imports
    where tenant_id = ${tenantId} and state in ('running', 'undoing')`,
);

interface Begun {
  readonly id: string;
  readonly by: string;
  readonly now: Date;
}

export const beginRun = statement<Begun & { isReminded: boolean }, object>(
  (_, { tenantId, id, by, now, isReminded }) => sql`update imports
    set state = 'running', line = 0, handled = 0, lease_until = null, started_by = ${by}, started_at = ${now},
      gets_reminders = ${isReminded}
    where tenant_id = ${tenantId} and id = ${id}`,
);

export const beginUndo = statement<Begun, object>(
  (_, { tenantId, id, by, now }) => sql`update imports
    set state = 'undoing', line = 0, handled = 0, lease_until = null, undone_by = ${by}, undone_at = ${now}
    where tenant_id = ${tenantId} and id = ${id}`,
);

export interface StoredRow {
  readonly line: number;
  readonly cells: string[];
  readonly outcome: RowOutcome | null;
  readonly problems: RowProblem[];
  readonly patient_id: string | null;
  readonly appointment_id: string | null;
  readonly stayed_because: StayedBecause | null;
}

interface Page {
  readonly id: string;
  readonly after: number;
  readonly outcome: string;
  readonly limit: number;
}

type PageShape = { readonly hasOutcome: boolean; readonly stayed: boolean };

export const listRows = statement<Page, StoredRow, PageShape>(
  (_, { tenantId, id, after, outcome, limit }, { hasOutcome, stayed }) => sql<StoredRow>`
    select line, cells, outcome, problems, patient_id, appointment_id, stayed_because from import_rows
    where tenant_id = ${tenantId} and import_id = ${id}::uuid and line > ${after}
      ${hasOutcome ? sql`and outcome = ${outcome}` : sql``} ${stayed ? sql`and state = 'stayed'` : sql``}
    order by line limit ${limit}`,
);
