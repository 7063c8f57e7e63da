import type { Telling } from '@samay/contract/bookings/tellings';
import { tellingKinds } from '@samay/contract/bookings/tellings/message-words';
import { isOwner } from '@samay/contract/core/roles';
import { isoOf } from '@samay/contract/core/time';
import { undoMinutes } from '@samay/contract/core/wording';
import type { TenantContext } from '../../../context/request-context.ts';
import type { TellingRow } from './queries.ts';

/** Presents tellings in the order of their kinds. */
export function presentTellings(rows: readonly TellingRow[], context: TenantContext): Telling[] {
  const place = ({ kind }: TellingRow) => tellingKinds.indexOf(kind);
  return rows.toSorted((one, other) => place(one) - place(other)).map((row) => presentTelling(row, context));
}

export function presentTelling(row: TellingRow, context: TenantContext): Telling {
  const { caller } = context;
  const by = row.opened_by === caller.userId ? caller.name : row.name;
  return { id: row.id, kind: row.kind, at: isoOf(row.opened_at), by, mayUndo: mayUndoTelling(row, context) };
}

/** Returns whether the caller may undo a telling: who opened it or an owner, within ten minutes. */
export function mayUndoTelling(
  { opened_at: at, opened_by: by }: Pick<TellingRow, 'opened_at' | 'opened_by'>,
  { caller, now, replyChangesAt }: TenantContext,
): boolean {
  if (caller.tenant?.suspended || (by !== caller.userId && !isOwner(caller.role))) return false;
  const end = new Date(at.getTime() + undoMinutes * 60_000);
  if (now >= end) return false;
  replyChangesAt?.(end);
  return true;
}
