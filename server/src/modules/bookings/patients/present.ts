import type { Patient, PatientDetails } from '@samay/contract/bookings/patients';
import type { PatientRow } from './queries.ts';

/** Maps a row to the contract's patient. */
export function presentPatient(row: PatientRow): Patient {
  const { id, name, contact, bookings, last_visit: lastVisit, next_visit: nextVisit } = row;
  // The column is never null: its text is part of a generated one.
  const email = row.email || null;
  return { id, name, email, contact, bookings, lastVisit, nextVisit: nextVisit && { ...nextVisit, time: nextVisit.time.slice(0, 5) } };
}

export function presentDetails(row: PatientRow): PatientDetails {
  const { completed, cancelled, no_shows: noShows, prescriptions, revenue } = row;
  return { ...presentPatient(row), completed, cancelled, noShows, prescriptions, revenue };
}
