import type { StoredRow } from './day-sheet-text.ts';
import type { DaySheet } from '@samay/contract/desk/day-sheet';
import type { BusinessType } from '@samay/contract/core/roles';
import type { LocalDate } from '@samay/contract/core/time';
import { daySheetKey, tokens } from '../api/access-token.ts';

/**
 * The storage key of the user who turned the offline day sheet on for this device; kept after the
 * sign-out.
 */
const enabledKey = 'samay-day-sheet-for';
const changed = new EventTarget();

/**
 * A day's list of bookings, stored on this device: in localStorage, which can be cleared
 * synchronously and for all tabs (decision 0016).
 */
export interface StoredSheet {
  readonly userId: string;
  readonly business: string;
  readonly businessType: BusinessType;
  readonly sheet: Omit<DaySheet, 'rows'> & { readonly rows: readonly StoredRow[] };
}

/**
 * Returns the stored sheet of today for the signed-in user; undefined for a sheet of another day or
 * user.
 */
export function getSheet(today: LocalDate): StoredSheet | undefined {
  const kept = read();
  return kept?.sheet.date === today && kept.userId === tokens.userId() ? kept : undefined;
}

/** Deletes a stored sheet of another day or user. */
export function deleteOldSheet(today: LocalDate): void {
  if (localStorage.getItem(daySheetKey) !== null && !getSheet(today)) deleteSheet();
}

/**
 * Stores a sheet in place of the earlier one, if its user is still signed in: a response may come
 * after the sign-out.
 */
export function storeSheet(kept: StoredSheet): void {
  if (kept.userId !== tokens.userId()) return;
  localStorage.setItem(daySheetKey, JSON.stringify(kept));
  notify();
}

export function deleteSheet(): void {
  localStorage.removeItem(daySheetKey);
  notify();
}

export function isSheetEnabled(userId: string): boolean {
  return localStorage.getItem(enabledKey) === userId;
}

/** Turns the offline day sheet on or off for a user; off deletes the stored sheet. */
export function setSheetEnabled(userId: string, isEnabled: boolean): void {
  if (isEnabled) localStorage.setItem(enabledKey, userId);
  else localStorage.removeItem(enabledKey);
  if (!isEnabled) localStorage.removeItem(daySheetKey);
  notify();
}

/**
 * Calls the listener after every change, in this tab and in others. Returns the function that
 * removes the listener.
 */
export function listenToSheet(listener: () => void): () => void {
  changed.addEventListener('change', listener);
  addEventListener('storage', listener);
  return () => {
    changed.removeEventListener('change', listener);
    removeEventListener('storage', listener);
  };
}

function notify(): void {
  changed.dispatchEvent(new Event('change'));
}

function read(): StoredSheet | undefined {
  try {
    return (JSON.parse(localStorage.getItem(daySheetKey) ?? 'null') as StoredSheet | null) ?? undefined;
  } catch {
    return undefined; // The text was not stored by us, or by another version.
  }
}
