import { expect, it } from 'vitest';
import { buildDaySheet } from '../../../test/builders.ts';
import { dropOldSheet, keepSheet, type KeptSheet, sheetOf, wantSheet, wantsSheet } from './day-sheet-store.ts';

const kept: KeptSheet = {
  userId: 'asha',
  business: 'City Care Clinic',
  businessType: 'doctor',
  sheet: buildDaySheet({ date: '2026-11-21' }),
};

it('keeps nothing for nobody, nor for who is gone: an answer that comes after the sign-out is too late', () => {
  keepSheet(kept);
  expect(localStorage.getItem('samay-day-sheet')).toBeNull();
  signIn('ravi');
  keepSheet(kept);
  expect(localStorage.getItem('samay-day-sheet')).toBeNull();
});

it('shows nothing to anybody else', () => {
  signIn('asha');
  keepSheet(kept);
  signIn('ravi');
  expect(sheetOf('2026-11-21')).toBeUndefined();
  localStorage.removeItem('authToken');
  expect(sheetOf('2026-11-21')).toBeUndefined();
});

it('never shows another day, and drops it', () => {
  signIn('asha');
  keepSheet(kept);
  expect(sheetOf('2026-11-21')).toEqual(kept);
  expect(sheetOf('2026-11-22')).toBeUndefined();
  dropOldSheet('2026-11-21');
  expect(sheetOf('2026-11-21')).toEqual(kept);
  dropOldSheet('2026-11-22');
  expect(localStorage.getItem('samay-day-sheet')).toBeNull();
});

it('drops what it cannot read', () => {
  localStorage.setItem('samay-day-sheet', '{"sheet":');
  dropOldSheet('2026-11-21');
  expect(localStorage.getItem('samay-day-sheet')).toBeNull();
});

it('is one person’s wish, and without the wish nothing is left', () => {
  signIn('asha');
  wantSheet('asha', true);
  expect([wantsSheet('asha'), wantsSheet('ravi')]).toEqual([true, false]);
  keepSheet(kept);
  wantSheet('asha', false);
  expect(wantsSheet('asha')).toBe(false);
  expect(localStorage.getItem('samay-day-sheet')).toBeNull();
});

function signIn(sub: string): void {
  localStorage.setItem('authToken', `head.${btoa(JSON.stringify({ sub }))}.tail`);
}
