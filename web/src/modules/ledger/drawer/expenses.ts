import type { DrawerExpense } from '@samay/contract/ledger/drawers';

/** A row of cash with the row that reverts it, if any. */
export type ShownExpense<Row extends DrawerExpense = DrawerExpense> = Row & {
  readonly takenBack: Row | null;
};

/**
 * Returns the expenses, newest first, each with the row that reverts it: the first later one of the
 * same amount and reason. Rows that revert no listed expense stay rows.
 */
export function shownExpenses<Row extends DrawerExpense>(rows: readonly Row[]): readonly ShownExpense<Row>[] {
  const ordered = rows.toSorted((one, other) => one.at.localeCompare(other.at));
  const shown: ShownExpense<Row>[] = [];
  for (const row of ordered) {
    const place = row.paise < 0 ? shown.findIndex((before) => takesBack(row, before)) : -1;
    const before = shown[place];
    if (before) shown[place] = { ...before, takenBack: row };
    else shown.push({ ...row, takenBack: null });
  }
  return shown.toReversed();
}

function takesBack(row: DrawerExpense, before: ShownExpense): boolean {
  return before.takenBack === null && before.paise === -row.paise && before.reason === row.reason;
}
