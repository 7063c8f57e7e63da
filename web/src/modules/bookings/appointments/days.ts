import { addDays, formatDate, formatTime, formatWeekday, indiaDate, type LocalDate, type LocalTime, now } from '@samay/contract/core/time';

export interface Day<Row> {
  /** Stays the same while rows come and go: a day that met its rows anew would lose the one that holds the scroll. */
  readonly key: string;
  readonly date: LocalDate;
  readonly rows: readonly Row[];
}

/** Splits rows that stand in the order of their days into those days; the order stays as it is. */
export function groupByDay<Row extends { date: LocalDate }>(rows: readonly Row[]): Day<Row>[] {
  const days: { key: string; date: LocalDate; rows: Row[] }[] = [];
  for (const row of rows) {
    const last = days.at(-1);
    if (last?.date === row.date) last.rows.push(row);
    // A moved booking stands in its old place until the server has answered, and splits the day there in two.
    else days.push({ key: `${row.date} ${days.filter(({ date }) => date === row.date).length}`, date: row.date, rows: [row] });
  }
  return days;
}

/** `Today`, `Tomorrow`, `Yesterday`, else `Sat, 21 Nov`, with the year where it is another one. */
export function nameOfDay(date: LocalDate, today: LocalDate): string {
  if (date === today) return 'Today';
  if (date === addDays(today, 1)) return 'Tomorrow';
  if (date === addDays(today, -1)) return 'Yesterday';
  return dayText(date, today);
}

/** When a booking is: `Sat, 21 Nov, 2:30 pm`, with the year where it is another one. */
export function timeText({ date, time }: { date: LocalDate; time: LocalTime }): string {
  return `${dayText(date, indiaDate(now()))}, ${formatTime(time)}`;
}

function dayText(date: LocalDate, today: LocalDate): string {
  return date.slice(0, 4) === today.slice(0, 4) ? formatWeekday(date) : formatDate(date);
}
