import type { VisitNote } from '@samay/contract/desk/visits';
import { sql } from 'kysely';
import { statement } from '../../../db/statement.ts';

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

interface NewNote {
  readonly bookingId: string;
  readonly text: string;
  readonly now: Date;
}

export const putNote = statement<NewNote, NoteRow>(
  (_, values) => sql<NoteRow>`insert into visit_notes (tenant_id, appointment_id, note, version, written_at)
    values (${values.tenantId}, ${values.bookingId}, ${values.text}, 1, ${values.now})
    on conflict (tenant_id, appointment_id) do update
      set note = excluded.note, version = visit_notes.version + 1, written_at = excluded.written_at
    returning note, version, written_at`,
);
