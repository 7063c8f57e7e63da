import { addDays, formatDate, formatWeekday, type LocalDate } from '@samay/contract/time';

export interface Day<Row> {
  readonly date: LocalDate;
  readonly rows: readonly Row[];
}

/** Splits rows that stand in the order of their days into those days; the order stays as it is. */
export function groupByDay<Row extends { date: LocalDate }>(rows: readonly Row[]): Day<Row>[] {
  const days: { date: LocalDate; rows: Row[] }[] = [];
  for (const row of rows) {
    const last = days.at(-1);
    if (last?.date === row.date) last.rows.push(row);
    else days.push({ date: row.date, rows: [row] });
  }
  return days;
}

/** `Today`, `Tomorrow`, `Yesterday`, else `Sat, 21 Nov`, with the year where it is another one. */
export function nameOfDay(date: LocalDate, today: LocalDate): string {
  if (date === today) return 'Today';
  if (date === addDays(today, 1)) return 'Tomorrow';
  if (date === addDays(today, -1)) return 'Yesterday';
  return date.slice(0, 4) === today.slice(0, 4) ? formatWeekday(date) : formatDate(date);
}
