import type { WhatsAppMessage } from '@samay/contract/bookings/whatsapp-messages';
import { whatsAppKinds } from '@samay/contract/bookings/whatsapp-messages/message-words';
import { isOwner } from '@samay/contract/core/roles';
import { isoOf } from '@samay/contract/core/time';
import { undoMinutes } from '@samay/contract/core/wording';
import type { TenantContext } from '../../../context/request-context.ts';
import type { WhatsAppMessageRow } from './queries.ts';

/** Presents WhatsApp messages in the order of their kinds. */
export function presentWhatsAppMessages(
  rows: readonly WhatsAppMessageRow[],
  context: TenantContext,
): WhatsAppMessage[] {
  const place = ({ kind }: WhatsAppMessageRow) => whatsAppKinds.indexOf(kind);
  return rows
    .toSorted((one, other) => place(one) - place(other))
    .map((row) => presentWhatsAppMessage(row, context));
}

export function presentWhatsAppMessage(row: WhatsAppMessageRow, context: TenantContext): WhatsAppMessage {
  const { caller } = context;
  const by = row.opened_by === caller.userId ? caller.name : row.name;
  return {
    id: row.id,
    kind: row.kind,
    at: isoOf(row.opened_at),
    by,
    mayUndo: mayUndoWhatsAppMessage(row, context),
  };
}

/** Returns whether the caller may undo a WhatsApp message: who opened it or an owner, within ten minutes. */
export function mayUndoWhatsAppMessage(
  { opened_at: at, opened_by: by }: Pick<WhatsAppMessageRow, 'opened_at' | 'opened_by'>,
  { caller, now, replyChangesAt }: TenantContext,
): boolean {
  if (caller.tenant?.suspended || (by !== caller.userId && !isOwner(caller.role))) return false;
  const end = new Date(at.getTime() + undoMinutes * 60_000);
  if (now >= end) return false;
  replyChangesAt?.(end);
  return true;
}
