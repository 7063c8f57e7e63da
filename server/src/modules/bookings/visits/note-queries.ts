import type { VisitNote } from '@samay/contract/bookings/visits';
import { sql } from 'kysely';
import { statement } from '../../../db/statement.ts';
import { auditRows, type AuditValues } from '../../audit/index.ts';

export interface NoteRow {
  readonly note: string;
  readonly version: number;
  readonly written_at: Date;
}

export function presentNote(row: NoteRow | undefined): VisitNote {
  return {
    text: row?.note ?? '',
    version: row?.version ?? 0,
    writtenAt: row?.written_at.toISOString() ?? null,
  };
}

export const readNote = statement<{ bookingId: string }, NoteRow>((db, { tenantId, bookingId }) =>
  db
    .selectFrom('visit_notes')
    .select(['note', 'version', 'written_at'])
    .where('tenant_id', '=', tenantId)
    .where('appointment_id', '=', bookingId),
);

interface NewNote extends AuditValues {
  readonly bookingId: string;
  readonly text: string;
  readonly now: Date;
}

/**
 * Writes the note of a locked booking with its audit row, and announces the change: no trigger does
 * for this table.
 */
export const putNote = statement<NewNote, NoteRow>(
  (_, values) => sql<NoteRow>`with written as (
      insert into visit_notes (tenant_id, appointment_id, note, version, written_at)
      values (${values.tenantId}, ${values.bookingId}, ${values.text}, 1, ${values.now})
      on conflict (tenant_id, appointment_id) do update
        set note = excluded.note, version = visit_notes.version + 1, written_at = excluded.written_at
      returning appointment_id as id, note, version, written_at
    ), audited as materialized (${auditRows(values, 'written')})
    select note, version, written_at,
      pg_notify('changes', concat_ws(' ', ${values.tenantId}::uuid, 'notes', id, 'update'))
    from written cross join audited`,
);
