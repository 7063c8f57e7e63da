import { expect, it } from 'vitest';
import { buildExpense } from '../../../../test/drawers.ts';
import { shownExpenses } from './expenses.ts';

const row = (id: string, paise: number, minute: number, reason = 'Tea') =>
  buildExpense({ id, paise, reason, at: `2026-11-21T05:${minute}:00.000Z` });

it('shows each expense with the row that took it back, once [P-9.31]', () => {
  const rows = [row('back', -20_00, 30), row('tea', 20_00, 10), row('again', 20_00, 20)];
  expect(shownExpenses(rows).map(({ id, takenBack }) => [id, takenBack?.id])).toEqual([
    ['again', undefined],
    ['tea', 'back'],
  ]);
});

it('keeps a row that takes back nothing of this period', () => {
  const rows = [row('earlier', -20_00, 10), row('tea', 20_00, 20), row('courier', -20_00, 30, 'Courier')];
  expect(shownExpenses(rows).map(({ id, takenBack }) => [id, takenBack])).toEqual([
    ['courier', null],
    ['tea', null],
    ['earlier', null],
  ]);
});
