import type { Appointment } from '@samay/contract/bookings/appointments';
import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';

/** Follows the focus through the rows: moves it, and finds the row that it is in. */
export function useFocusedRow<Row extends Appointment>(
  list: RefObject<HTMLElement | null>,
  rows: readonly Row[],
  getKey: (entry: Row) => string,
) {
  const last = useRef<{ readonly key: string; readonly index: number } | null>(null);
  const current = () => rows.find((row) => getKey(row) === last.current?.key) ?? rows[0];
  const move = (by: 1 | -1) => {
    const at = isWithin(list.current) ? rows.findIndex((row) => getKey(row) === last.current?.key) + by : 0;
    const row = rows[Math.min(Math.max(at, 0), rows.length - 1)];
    if (row) focusRow(list.current, getKey(row));
  };
  /** Moves the focus to the next row of which something holds, from the end on to the first. */
  const moveToNext = (holds: (entry: Row) => boolean) => {
    const from = rows.findIndex((row) => getKey(row) === last.current?.key) + 1;
    const row = [...rows.slice(from), ...rows.slice(0, Math.max(from - 1, 0))].find(holds);
    if (row) focusRow(list.current, getKey(row));
  };
  const act = (run: (entry: Row) => void) => () => {
    const entry = current();
    if (entry) run(entry);
  };

  useEffect(() => {
    const was = last.current;
    if (!was) return;
    const index = rows.findIndex((row) => getKey(row) === was.key);
    const next = rows[Math.min(was.index, rows.length - 1)];
    if (index >= 0) last.current = { key: was.key, index };
    // Moves the focus only if it was lost with the row: a dialog or a field keeps it.
    else if (next && document.activeElement === document.body) focusRow(list.current, getKey(next));
  }, [list, rows, getKey]);

  const handlers = {
    onFocus: ({ target }: { readonly target: EventTarget }) => {
      const key =
        target instanceof Element ? target.closest('[data-queued]')?.getAttribute('data-queued') : undefined;
      if (key) last.current = { key, index: rows.findIndex((row) => getKey(row) === key) };
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.defaultPrevented || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return;
      event.preventDefault();
      move(event.key === 'ArrowDown' ? 1 : -1);
    },
  };
  return { move, moveToNext, act, handlers };
}

function isWithin(list: HTMLElement | null): boolean {
  return list?.contains(document.activeElement) ?? false;
}

function focusRow(list: HTMLElement | null, key: string): void {
  const row = list?.querySelector<HTMLElement>(`[data-queued='${key}'] [data-opens]`);
  row?.focus({ preventScroll: true });
  row?.scrollIntoView({ block: 'nearest' });
}
