import type { Merge, Patient, PatientDetails } from '@samay/contract/people/patients';
import { soundAlike } from '@samay/contract/core/fold';
import type { NotedAppointment } from '@samay/contract/desk/visits';
import { allowed, type TenantContext } from '../../../context/request-context.ts';
import { present } from '../../bookings/index.ts';
import { factsOf, presentAbout, presentMinor, mergeUndoEnd } from '../../people/index.ts';
import type { HouseholdRow, MergeRow, OwingRow, HouseholdOwingRow } from './household-queries.ts';
import type { NotedRow } from './note-queries.ts';
import type { PatientRow } from './queries.ts';

/** Maps a row to the contract's patient. */
export function presentPatient(row: PatientRow): Patient {
  const { id, name, contact, bookings, last_visit: lastVisit, next_visit: nextVisit } = row;
  // The column is never null: its text is part of a generated column.
  const email = row.email || null;
  return {
    id,
    name,
    email,
    contact,
    bookings,
    lastVisit,
    nextVisit: nextVisit && { ...nextVisit, time: nextVisit.time.slice(0, 5) },
  };
}

/** Maps a row to the contract's booking with its note, for callers who may read it. */
export function presentNoted(row: NotedRow, context: TenantContext): NotedAppointment {
  return { ...present(row, context), note: allowed(context, 'notes.read') ? row.note || null : null };
}

interface Others {
  readonly household: readonly HouseholdRow[];
  readonly merges: readonly MergeRow[];
  readonly money: {
    readonly owing: readonly OwingRow[];
    readonly householdOwing: readonly HouseholdOwingRow[];
    readonly advance: number;
  };
}

export function presentDetails(
  row: PatientRow,
  { household, merges, money }: Others,
  context: TenantContext,
): PatientDetails {
  const { completed, cancelled, no_shows: noShows, prescriptions, revenue } = row;
  return {
    ...presentPatient(row),
    ...factsOf(row),
    ...presentAbout(row, context),
    completed,
    cancelled,
    noShows,
    prescriptions,
    revenue,
    advance: money.advance,
    owing: money.owing.map((owing) => presentOwing(owing)),
    householdOwing: money.householdOwing.map(({ person_name: personName, ...owing }) => ({
      ...presentOwing(owing),
      personName,
    })),
    household: household.map((other) => ({
      id: other.id,
      name: other.name,
      ...presentAbout(other, context),
      ...presentMinor(other, context),
      lastVisit: other.last_visit,
      isAlike: soundAlike(other.name, row.name),
    })),
    merges: merges.map((merge) => presentMerge(merge, context)),
  };
}

function presentOwing(row: OwingRow): PatientDetails['owing'][number] {
  return { ...row, time: row.time.slice(0, 5) };
}

function presentMerge(
  { id, name, email, contact, merged_at: mergedAt }: MergeRow,
  { now, replyChangesAt }: TenantContext,
): Merge {
  const end = mergeUndoEnd(mergedAt);
  const mayUndo = now < end;
  if (mayUndo) replyChangesAt?.(end);
  return { id, name, email: email || null, contact, mergedAt: mergedAt.toISOString(), mayUndo };
}
