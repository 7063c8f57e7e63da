import type { DaySheet } from '@samay/contract/bookings/day-sheet';
import type { BusinessType } from '@samay/contract/core/roles';
import type { LocalDate } from '@samay/contract/core/time';
import { daySheetKey, tokens } from '../api/access-token.ts';

/** Whose wish it is that this device keeps the day: it is theirs alone, and outlives the sign-out. */
const wishKey = 'samay-day-sheet-for';
const changed = new EventTarget();

/** The list of a day as this device keeps it. In localStorage, which is emptied at once and for all tabs (decision 0016). */
export interface KeptSheet {
  /** Who it is kept for. */
  readonly userId: string;
  readonly business: string;
  readonly businessType: BusinessType;
  readonly sheet: DaySheet;
}

/** What is kept of `today` for who is signed in; nothing of another day, nor of another person. */
export function sheetOf(today: LocalDate): KeptSheet | undefined {
  const kept = read();
  return kept?.sheet.date === today && kept.userId === tokens.userId() ? kept : undefined;
}

/** Whatever else is kept is gone with that. */
export function dropOldSheet(today: LocalDate): void {
  if (localStorage.getItem(daySheetKey) !== null && !sheetOf(today)) forgetSheet();
}

/** Keeps it in place of an earlier one, while its person is signed in: an answer that comes after the sign-out is kept no more. */
export function keepSheet(kept: KeptSheet): void {
  if (kept.userId !== tokens.userId()) return;
  localStorage.setItem(daySheetKey, JSON.stringify(kept));
  tell();
}

export function forgetSheet(): void {
  localStorage.removeItem(daySheetKey);
  tell();
}

export function wantsSheet(userId: string): boolean {
  return localStorage.getItem(wishKey) === userId;
}

/** Not wanted any more, nothing is kept any more. */
export function wantSheet(userId: string, isWanted: boolean): void {
  if (isWanted) localStorage.setItem(wishKey, userId);
  else localStorage.removeItem(wishKey);
  if (!isWanted) localStorage.removeItem(daySheetKey);
  tell();
}

/** Hears of every change, in this tab and in others; returns how to stop. */
export function listenToSheet(listener: () => void): () => void {
  changed.addEventListener('change', listener);
  addEventListener('storage', listener);
  return () => {
    changed.removeEventListener('change', listener);
    removeEventListener('storage', listener);
  };
}

function tell(): void {
  changed.dispatchEvent(new Event('change'));
}

function read(): KeptSheet | undefined {
  try {
    return (JSON.parse(localStorage.getItem(daySheetKey) ?? 'null') as KeptSheet | null) ?? undefined;
  } catch {
    return undefined; // Not ours, or of a version that wrote it otherwise.
  }
}
