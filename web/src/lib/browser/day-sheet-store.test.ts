import { expect, it } from 'vitest';
import { buildDaySheet } from '../../../test/builders.ts';
import {
  deleteOldSheet,
  storeSheet,
  type StoredSheet,
  getSheet,
  setSheetEnabled,
  isSheetEnabled,
} from './day-sheet-store.ts';

const kept: StoredSheet = {
  userId: 'asha',
  business: 'City Care Clinic',
  businessType: 'doctor',
  sheet: buildDaySheet({ date: '2026-11-21' }),
};

it('stores nothing without a user, nor for one who has signed out: a late response is dropped', () => {
  storeSheet(kept);
  expect(localStorage.getItem('samay-day-sheet')).toBeNull();
  signIn('ravi');
  storeSheet(kept);
  expect(localStorage.getItem('samay-day-sheet')).toBeNull();
});

it('shows nothing to anybody else [P-16.31]', () => {
  signIn('asha');
  storeSheet(kept);
  signIn('ravi');
  expect(getSheet('2026-11-21')).toBeUndefined();
  localStorage.removeItem('authToken');
  expect(getSheet('2026-11-21')).toBeUndefined();
});

it('never shows another day, and drops it [P-16.32]', () => {
  signIn('asha');
  storeSheet(kept);
  expect(getSheet('2026-11-21')).toEqual(kept);
  expect(getSheet('2026-11-22')).toBeUndefined();
  deleteOldSheet('2026-11-21');
  expect(getSheet('2026-11-21')).toEqual(kept);
  deleteOldSheet('2026-11-22');
  expect(localStorage.getItem('samay-day-sheet')).toBeNull();
});

it('deletes what it cannot read', () => {
  localStorage.setItem('samay-day-sheet', '{"sheet":');
  deleteOldSheet('2026-11-21');
  expect(localStorage.getItem('samay-day-sheet')).toBeNull();
});

it('is one person’s wish, and without the wish nothing is left [P-16.31]', () => {
  signIn('asha');
  setSheetEnabled('asha', true);
  expect([isSheetEnabled('asha'), isSheetEnabled('ravi')]).toEqual([true, false]);
  storeSheet(kept);
  setSheetEnabled('asha', false);
  expect(isSheetEnabled('asha')).toBe(false);
  expect(localStorage.getItem('samay-day-sheet')).toBeNull();
});

function signIn(sub: string): void {
  localStorage.setItem('authToken', `head.${btoa(JSON.stringify({ sub }))}.tail`);
}
